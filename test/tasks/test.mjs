/** `npm test`: sets the machine up, runs every suite, names what failed, and ends with one line that sums them all. */
import { ensureReady, orSentence } from './setup.mjs'
import { suites } from './suites.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }
const sentence = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`

orSentence(() => ensureReady('test'))
const lines = []
const failures = []
for (const { name, run } of suites) {
  process.stdout.write(`\n── ${name}\n`)
  const counts = await run()
  const note = counts.note ? ` (${counts.note})` : ''
  lines.push(`${name}: ${sentence(counts)}${note}`)
  process.stdout.write(`${lines.at(-1)}\n`)
  failures.push(...(counts.failures ?? []).map((test) => `failed in ${name}: ${test}\n`))
  for (const key of Object.keys(total)) total[key] += counts[key]
}
process.stdout.write(`\n${lines.join('\n')}\n\n${failures.join('')}${sentence(total)}\n`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
