/**
 * `npm run check:audit`: the lock file's rules, which need no network, and what the registry knows against the packages,
 * where it answers; with `--must-answer` its silence is a fault. Ends with 1 where a rule is broken or a shipped package has a grave fault that nobody has accepted.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askAdvisories, judgeAdvisories, judgeSilence } from './packages/advisories.mjs'
import { findLockFaults, findNodeFaults, nameOf } from './packages/lock-rules.mjs'
import { findShipped } from './packages/shipped.mjs'
import { root } from './setup.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
const say = (line) => process.stdout.write(`audit: ${line}\n`)

const lockText = read('package-lock.json')
const lockFaults = [
  ...findLockFaults({ lockText, manifest: JSON.parse(read('package.json')) }),
  ...findNodeFaults({
    lockText: read('test/tasks/node-24/package-lock.json'),
    manifest: JSON.parse(read('test/tasks/node-24/package.json')),
  }),
]
for (const fault of lockFaults) say(fault)

const { packages } = JSON.parse(lockText)
const asked = askAdvisories()
const known =
  'report' in asked
    ? judge(asked.report)
    : judgeSilence(asked.silence, process.argv.includes('--must-answer'))
for (const line of [...known.notes, ...known.faults]) say(line)

const faults = lockFaults.length + known.faults.length
say(faults === 0 ? `${Object.keys(packages).length - 1} packages, nothing wrong` : `${faults} wrong`)
process.exitCode = faults === 0 ? 0 : 1

/** Each accepted advisory says why, and since when: test/tasks/packages/accepted-advisories.json. */
function judge(report) {
  const accepted = JSON.parse(read('test/tasks/packages/accepted-advisories.json'))
  return judgeAdvisories({ report, accepted, shippedNames: new Set(findShipped(packages).map(nameOf)) })
}
