/**
 * The suites of `npm test`, in order, and how each is run and counted.
 *
 * Invariant: a suite that crashes, or that ran nothing, counts as failed.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { commandOf, projectEnv, runNode, runProgram } from './child.mjs'
import { findElectron, findOrFetchElectron, hasDisplay } from './electron.mjs'
import { findNode, root, SetupError } from './setup.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, note?: string, failures?: readonly string[] }} Counts */

const say = (line) => process.stderr.write(`comptoir: ${line}\n`)
const asOne = (isGood) => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 })

/**
 * A suite prints as it goes, or hands its lines to `onLine` where it is given one. One that gives way gets what others leave
 * of the processor.
 * @typedef {{ onLine?: (line: string) => void, givesWay?: boolean }} Way
 * @typedef {{ name: string, run: (way?: Way) => Promise<Counts> }} Suite
 */

/** @type {readonly Suite[]} */
const checks = [
  { name: 'types', run: checkTypes },
  {
    name: 'lint',
    run: async () =>
      asOne((await runNode(commandOf('@biomejs/biome', 'biome'), ['ci', '--error-on-warnings', '.'])) === 0),
  },
  { name: 'tidy', run: () => runVitest('tidy', ['tidy']) },
  { name: 'licences', run: () => runTask('licences.mjs') },
  { name: 'audit', run: () => runTask('audit.mjs') },
  { name: 'unit and core', run: () => runVitest('unit', ['unit', 'core']) },
]

/** Processes that are killed, stopped and waited for. @type {readonly Suite[]} */
const ordeals = [
  { name: 'crash matrix', run: (way) => runVitest('crash', ['crash'], way) },
  { name: 'failing disk', run: runOnFailingDisk },
  { name: 'keychain', run: runKeychain },
]

/** What computes without a pause. @type {readonly Suite[]} */
const labours = [
  { name: 'simulation', run: (way) => runVitest('simulation', ['simulation'], way) },
  { name: 'fuzzing', run: (way) => runVitest('fuzz', ['fuzz'], way) },
  { name: 'planted secrets', run: (way) => runVitest('secrets', ['secrets'], way) },
]

/** @type {readonly Suite[]} */
const windows = [
  { name: 'build', run: build },
  { name: 'end to end on the stand-in', run: (way) => runPlaywright('stand-in', way) },
  { name: 'end to end on Electron', run: runOnElectron },
]

/**
 * The suites, stage after stage. The lanes of a stage run side by side, and all but the first give way to it; the windows have a
 * stage to themselves, because what they show is waited for as a person waits.
 * @type {readonly (readonly (readonly Suite[])[])[]}
 */
export const stages = [[checks], [ordeals, labours], [windows]]

async function checkTypes() {
  let isGood = true
  for (const room of ['shared', 'electron', 'renderer', 'test']) {
    if ((await runNode(commandOf('typescript', 'tsc'), ['-p', room])) !== 0) isGood = false
  }
  return asOne(isGood)
}

/** A task of this folder that says what is wrong and ends with 1. */
const runTask = async (file) => asOne((await runNode(join(root, 'test', 'tasks', file))) === 0)

async function build() {
  try {
    await ensureBuilt(say)
    return asOne(true)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    return asOne(false)
  }
}

async function runVitest(name, projects, way) {
  const report = freshReport(name)
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNode(commandOf('vitest'), ['run', ...chosen, ...reporters], way)
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
async function runOnFailingDisk(way) {
  const counts = await runVitest('io', ['io'], way)
  return counts.skipped > 0 ? { ...counts, note: 'skipped: it takes Linux and a C compiler' } : counts
}

/** The Secret Service is of Linux: on another system every test says that it is skipped, and why. */
async function runKeychain(way) {
  const counts = await runVitest('keychain', ['keychain'], way)
  return counts.skipped > 0 ? { ...counts, note: 'skipped: what they need is not on this machine' } : counts
}

async function runOnElectron(way) {
  if (findOrFetchElectron(say) !== undefined) return runPlaywright('electron', way)
  const note = "skipped: Electron's runtime is not on this machine and could not be fetched"
  return { ...(await listPlaywright('electron', way)), note }
}

/** All of a project's tests as skipped: they are listed, and none is started. */
async function listPlaywright(project, way) {
  const report = freshReport(`e2e-${project}`)
  const args = ['test', '--list', '--project', project, '--reporter', 'json']
  const env = projectEnv({ PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const code = await runNode(commandOf('@playwright/test', 'playwright'), args, {
    ...way,
    env,
    onLine: () => {},
  })
  return countReport(report, code, ({ suites: files }) => {
    const skipped = files.flatMap(specsIn).length
    return { passed: 0, failed: 0, skipped }
  })
}

async function runPlaywright(project, way) {
  const report = freshReport(`e2e-${project}`)
  const args = [commandOf('@playwright/test', 'playwright'), 'test', '--project', project]
  const env = projectEnv({ COMPTOIR_E2E_REPORT: report })
  const needsScreen = project === 'electron' && findElectron() !== undefined && !hasDisplay()
  const code = needsScreen
    ? await runProgram('xvfb-run', ['-a', findNode(), ...args], { ...way, env })
    : await runProgram(findNode(), args, { ...way, env })
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

/** What the report counts; where the run failed and no test did, or where nothing ran, one failure more. */
function countReport(path, code, count) {
  if (!existsSync(path)) return asOne(false)
  const counts = count(JSON.parse(readFileSync(path, 'utf8')))
  const ran = counts.passed + counts.failed + counts.skipped
  if ((code !== 0 && counts.failed === 0) || ran === 0) counts.failed += 1
  return counts
}
