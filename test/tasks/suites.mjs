/** The suites of `npm test` and `npm run test:all`: how each is run and counted. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { commandOf, projectEnv, runNode, runProgram } from './child.mjs'
import { findElectron, findOrFetchElectron, hasDisplay } from './electron.mjs'
import { findNode, root, SetupError } from './setup.mjs'

/** @typedef {import('./schedule.mjs').Suite & { isLong?: boolean }} Suite */

const BUILD = 'build'

/**
 * In the order in which they begin: what others need and what takes longest first. `isLong` is of the whole tier only; the
 * others run less of themselves in the short one.
 * @type {readonly Suite[]}
 */
const suites = [
  { name: BUILD, run: build },
  { name: 'lint', run: (print) => runOne(commandOf('@biomejs/biome', 'biome'), lintArgs, print) },
  { name: 'types', run: checkTypes },
  { name: 'end to end on the stand-in', needs: BUILD, run: (print) => runPlaywright('stand-in', print) },
  {
    name: 'screens',
    isLong: true,
    needs: BUILD,
    run: (print) => runTask('screens.ts', print, ['--locale', 'ar']),
  },
  { name: 'demo', isLong: true, needs: BUILD, run: (print) => runTask('demo.ts', print) },
  { name: 'unit and core', run: (print) => runVitest('unit', print, ['unit', 'core']) },
  { name: 'simulation', run: (print) => runVitest('simulation', print) },
  { name: 'failing disk', run: runOnFailingDisk },
  { name: 'crash matrix', run: (print) => runVitest('crash', print) },
  { name: 'faults over HTTP', run: (print) => runVitest('faults', print) },
  { name: 'keychain', run: runKeychain },
  { name: 'fuzzing', run: (print) => runVitest('fuzz', print) },
  { name: 'planted secrets', isLong: true, run: (print) => runVitest('secrets', print) },
  { name: 'tidy', run: (print) => runVitest('tidy', print) },
  { name: 'licences', run: (print) => runTask('licences.mjs', print) },
  { name: 'audit', run: (print) => runTask('audit.mjs', print) },
  { name: 'end to end on Electron', needs: BUILD, run: runOnElectron },
]
const lintArgs = ['ci', '--error-on-warnings', '.']

/** @param {'short' | 'all'} tier */
export const suitesOf = (tier) => suites.filter(({ isLong = false }) => tier === 'all' || !isLong)

const asOne = (isGood) => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 })
const heardBy = (print) => ({ onLine: print, onErrorLine: print })

/** A program that says what is wrong and ends with another code than 0; of one that dies without a word the code is reported. */
async function runOne(script, args, print) {
  const code = await runNode(script, args, heardBy(print))
  return code === 0
    ? asOne(true)
    : { ...asOne(false), failures: [`${basename(script)} ended with exit code ${code}`] }
}
const runTask = (file, print, args = []) => runOne(join(root, 'test', 'tasks', file), args, print)

async function checkTypes(print) {
  const rooms = ['shared', 'electron', 'renderer', 'test']
  const checked = rooms.map((room) => runOne(commandOf('typescript', 'tsc'), ['-p', room], print))
  const passed = (await Promise.all(checked)).filter((counts) => counts.passed > 0).length
  return { passed, failed: rooms.length - passed, skipped: 0 }
}

async function build(print) {
  try {
    await ensureBuilt(print)
    return asOne(true)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    print(error.message)
    return asOne(false)
  }
}

async function runVitest(name, print, projects = [name]) {
  const report = freshReport(name)
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNode(commandOf('vitest'), ['run', ...chosen, ...reporters], heardBy(print))
  return countReport(report, code, (read) => ({
    passed: read.numPassedTests,
    failed: read.numFailedTests,
    skipped: read.numPendingTests + read.numTodoTests,
    failures: read.testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    ),
  }))
}

/** The disk fails between a process and the C library of Linux: elsewhere, and without a C compiler, its tests are skipped. */
async function runOnFailingDisk(print) {
  const counts = await runVitest('io', print)
  return counts.skipped > 0 ? { ...counts, note: 'skipped: it takes Linux and a C compiler' } : counts
}

/** The Secret Service is of Linux: on another system every test says that it is skipped, and why. */
async function runKeychain(print) {
  const counts = await runVitest('keychain', print)
  return counts.skipped > 0 ? { ...counts, note: 'skipped: what they need is not on this machine' } : counts
}

async function runOnElectron(print) {
  if ((await findOrFetchElectron()) !== undefined) return runPlaywright('electron', print)
  const note = "skipped: Electron's runtime is not on this machine and could not be fetched"
  return { ...(await runPlaywright('electron', () => undefined, ['--list'])), note }
}

/** With `--list` the specs are counted as skipped, and none is run. */
async function runPlaywright(project, print, more = []) {
  const report = freshReport(`e2e-${project}`)
  const args = [commandOf('@playwright/test', 'playwright'), 'test', '--project', project, ...more]
  const env = projectEnv({ COMPTOIR_E2E_REPORT: report })
  const needsScreen = project === 'electron' && findElectron() !== undefined && !hasDisplay()
  const [program, allArgs] = needsScreen ? ['xvfb-run', ['-a', findNode(), ...args]] : [findNode(), args]
  const code = await runProgram(program, allArgs, { ...heardBy(print), env })
  return countReport(report, code, ({ stats, suites: files }) => {
    const failed = files.flatMap(specsIn).filter(({ ok }) => !ok)
    return {
      passed: stats.expected,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: failed.map(({ file, title }) => `${file}: ${title}`),
    }
  })
}

const specsIn = ({ specs = [], suites: parts = [] }) => [...specs, ...parts.flatMap(specsIn)]

function freshReport(name) {
  const path = join(root, 'out', 'test', `${name}.json`)
  rmSync(path, { force: true })
  return path
}

/** What the report counts; where there is none, or the run failed and no test did, one failure more. */
function countReport(path, code, count) {
  if (!existsSync(path)) return asOne(false)
  const counts = count(JSON.parse(readFileSync(path, 'utf8')))
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
