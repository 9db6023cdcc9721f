/**
 * `node test.mjs short|all`: sets the machine up, runs the suites of a tier (see ../support/tier.ts), and ends with a table of
 * them, the names of what failed, and one line that sums them all. Exit 1 where anything failed.
 */
import { runSuites, sumUp } from './schedule.mjs'
import { ensureReady, orSentence } from './setup.mjs'
import { suitesOf } from './suites.mjs'

/** Suites at a time. Each runs several processes, so that two cores are always busy; more of them only take turns. */
const LANES = 2

const tier = process.argv[2] === 'all' ? 'all' : 'short'
process.env.COMPTOIR_TEST_TIER = tier
const print = (text) => process.stdout.write(`${text}\n`)

const startedMs = Date.now()
orSentence(() => ensureReady('test'))
const ended = await runSuites(suitesOf(tier), { lanes: LANES, print })
const { total, text } = sumUp(ended, Date.now() - startedMs)
print(`\n${text}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
