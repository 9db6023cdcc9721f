/**
 * What is publicly known against the packages, asked of the registry through npm where there is a line to it.
 *
 * Invariant: bounded in time; no answer is said to be no answer, and is neither a good one nor a bad one.
 */
import { spawnSync } from 'node:child_process'
import { root } from '../setup.mjs'

const askTimeoutMs = 30_000
const fetchTimeoutMs = 10_000
/** What keeps a shipped package from passing; the rest is noted. */
const grave = ['high', 'critical']

/**
 * npm's report, or why there is none.
 * @returns {{ report: any } | { silence: string }}
 */
export function askAdvisories() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['audit', '--json', '--fetch-retries=0', `--fetch-timeout=${fetchTimeoutMs}`]
  const options = { cwd: root, encoding: 'utf8', timeout: askTimeoutMs, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = spawnSync(npm, args, { ...options, shell: npm.endsWith('.cmd') })
  return readReport(stdout ?? '')
}

/** Reads what npm printed: a report has its list of vulnerabilities, everything else is no report. */
export function readReport(text) {
  try {
    const report = JSON.parse(text)
    if (report.vulnerabilities) return { report }
    return {
      silence: `no report from the registry (${report.statusCode ?? report.error?.code ?? 'no reason given'})`,
    }
  } catch {
    return { silence: 'no network' }
  }
}

/** What it means that the registry did not answer: nothing, but where a counter is packed. */
export function judgeSilence(silence, mustAnswer) {
  const line = `advisories not asked: ${silence}`
  return mustAnswer ? { faults: [line], notes: [] } : { faults: [], notes: [line] }
}

/**
 * Judges a report against what was accepted.
 * @param {{ report: any, shippedNames: ReadonlySet<string>, accepted: readonly { advisory: string }[] }} known
 * @returns {{ faults: readonly string[], notes: readonly string[] }}
 */
export function judgeAdvisories({ report, shippedNames, accepted }) {
  const isAccepted = (id) => accepted.some(({ advisory }) => advisory === id)
  const advisories = Object.values(report.vulnerabilities).flatMap(({ name, via }) =>
    via.filter((cause) => typeof cause === 'object').map((cause) => ({ ...cause, name, id: idOf(cause) })),
  )
  const line = ({ name, severity, id, title }) => `${name}: ${severity}, ${id}: ${title}`
  const isFault = ({ name, severity, id }) =>
    shippedNames.has(name) && grave.includes(severity) && !isAccepted(id)
  const faults = advisories.filter(isFault)
  const stale = accepted.filter(({ advisory }) => !advisories.some(({ id }) => id === advisory))
  return {
    faults: faults.map(line),
    notes: [
      ...advisories.filter((one) => !isFault(one)).map(line),
      ...stale.map(({ advisory }) => `${advisory} is accepted, and no longer reported`),
    ],
  }
}

/** The public name of an advisory is the end of its address. */
const idOf = ({ url, source }) =>
  String(url ?? source)
    .split('/')
    .at(-1)
