/**
 * `npm run check:skips`, after `npm test`: holds what its suites skipped against the committed list of what each system may skip
 * (allowed-skips.json). A test that is skipped and not listed, or a suite that left no report, is a failure.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './setup.mjs'

const reports = join(root, 'out', 'test')
/** What every run leaves behind. */
const EXPECTED = [
  'unit.json',
  'simulation.json',
  'io.json',
  'crash.json',
  'faults.json',
  'keychain.json',
  'fuzz.json',
  'tidy.json',
  'e2e-stand-in.json',
]

/**
 * The files with skipped tests, each with how many.
 * @param {any} report of Vitest or of Playwright
 * @returns {ReadonlyMap<string, number>}
 */
export function skippedIn(report) {
  const files = report.testResults
    ? report.testResults.map(({ name, assertionResults }) => [
        relative(root, name).replaceAll('\\', '/'),
        assertionResults.filter(({ status }) => ['pending', 'skipped', 'todo'].includes(status)).length,
      ])
    : specsIn(report).map(({ file, tests }) => [
        `test/e2e/${file}`,
        tests.filter(({ status }) => status === 'skipped').length,
      ])
  const counts = new Map()
  for (const [file, count] of files) if (count > 0) counts.set(file, (counts.get(file) ?? 0) + count)
  return counts
}

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)]

/**
 * What was skipped and may not be, one sentence each.
 * @param {ReadonlyMap<string, number>} skipped
 * @param {Readonly<Record<string, readonly { file: string, why: string }[]>>} allowed by platform; `any` is for all of them
 * @param {string} platform
 */
export function findUnexpected(skipped, allowed, platform) {
  const listed = [...(allowed.any ?? []), ...(allowed[platform] ?? [])].map(({ file }) => file)
  return [...skipped]
    .filter(([file]) => !listed.some((one) => file === one || (one.endsWith('/') && file.startsWith(one))))
    .map(([file, count]) => `${file} skips ${count} of its tests here, and is not on the list`)
}

function check() {
  const missing = EXPECTED.filter((name) => !existsSync(join(reports, name)))
  if (missing.length > 0) return missing.map((name) => `there is no ${name}: npm test comes first`)
  const allowed = JSON.parse(readFileSync(join(root, 'test', 'tasks', 'allowed-skips.json'), 'utf8'))
  const found = readdirSync(reports).filter((name) => EXPECTED.includes(name))
  return found.flatMap((name) => {
    const report = JSON.parse(readFileSync(join(reports, name), 'utf8'))
    return findUnexpected(skippedIn(report), allowed, process.platform)
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = check()
  for (const fault of faults) process.stderr.write(`skips: ${fault}\n`)
  if (faults.length === 0) process.stdout.write('skips: all of them are on the list\n')
  process.exitCode = faults.length === 0 ? 0 : 1
}
