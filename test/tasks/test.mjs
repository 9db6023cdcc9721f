/** `npm test`: sets the machine up, runs every suite, and ends with one line that sums them all. */
import { ensureReady, orSentence } from './setup.mjs'
import { suites } from './suites.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }
const sentence = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`

orSentence(() => ensureReady('test'))
const lines = []
for (const { name, run } of suites) {
  process.stdout.write(`\n── ${name}\n`)
  const counts = await run()
  const note = counts.note ? ` (${counts.note})` : ''
  lines.push(`${name}: ${sentence(counts)}${note}`)
  process.stdout.write(`${lines.at(-1)}\n`)
  for (const key of Object.keys(total)) total[key] += counts[key]
}
process.stdout.write(`\n${lines.join('\n')}\n\n${sentence(total)}\n`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
