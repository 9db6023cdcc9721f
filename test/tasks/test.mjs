/** `npm test`: sets the machine up, runs every suite, names what failed, and ends with one line that sums them all. */
import { ensureReady, orSentence } from './setup.mjs'
import { stages } from './suites.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }
const sentence = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`
const print = (line) => process.stdout.write(`${line}\n`)

/** Runs a lane's suites one after the other. Without `onLine` they print as they go; see `Way` in suites.mjs. */
async function runLane(suites, way = {}) {
  const tell = way.onLine ?? print
  const ended = []
  for (const { name, run } of suites) {
    tell(`\n── ${name}`)
    const { note, failures = [], ...counts } = await run(way)
    const line = `${name}: ${sentence(counts)}${note ? ` (${note})` : ''}`
    tell(line)
    ended.push({ counts, line, failures: failures.map((test) => `failed in ${name}: ${test}`) })
  }
  return ended
}

/** The first lane of a stage is read while it runs, and the machine is its own; the others take what it leaves of it. */
async function runStage([first, ...others]) {
  const held = others.map(async (suites) => {
    const lines = []
    return { lines, ended: await runLane(suites, { onLine: (line) => lines.push(line), givesWay: true }) }
  })
  const ended = await runLane(first)
  for (const { lines, ended: more } of await Promise.all(held)) {
    for (const line of lines) print(line)
    ended.push(...more)
  }
  return ended
}

orSentence(() => ensureReady('test'))
const ended = []
for (const stage of stages) ended.push(...(await runStage(stage)))
for (const { counts } of ended) for (const key of Object.keys(total)) total[key] += counts[key]
const lines = ended.map(({ line }) => line).join('\n')
const failures = ended.flatMap((suite) => suite.failures.map((line) => `${line}\n`)).join('')
print(`\n${lines}\n\n${failures}${sentence(total)}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
