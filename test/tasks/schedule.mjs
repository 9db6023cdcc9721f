/**
 * Runs suites side by side, and sums them up in a table.
 *
 * Invariant: every suite of the list is in the result once; one that threw, ran nothing, or could not begin because a suite
 * that it needs has failed, is there with a failure.
 */

/**
 * @typedef {{ passed: number, failed: number, skipped: number, note?: string, failures?: readonly string[] }} Counts
 * @typedef {(line: string) => void} Print
 * @typedef {{ name: string, needs?: string, run: (print: Print) => Promise<Counts> }} Suite
 * @typedef {{ name: string, counts: Counts, ms: number }} Ended
 */

const failure = (note) => ({ passed: 0, failed: 1, skipped: 0, note })

/**
 * Runs the suites, `lanes` at a time at the most, in their order: a suite begins when a lane is free and the one it needs has
 * passed. What a suite prints is handed to `print` in one piece when it ends, so that the suites' output is not mixed.
 * @param {readonly Suite[]} suites
 * @param {{ lanes: number, print: Print }} options
 * @returns {Promise<readonly Ended[]>} in the order of the list
 */
export async function runSuites(suites, { lanes, print }) {
  const left = [...suites]
  const running = new Map()
  const ended = new Map()
  const start = (suite) => {
    left.splice(left.indexOf(suite), 1)
    print(`── ${suite.name}: begins`)
    const run = runSuite(suite, ended.get(suite.needs)).then(({ lines, ...end }) => {
      running.delete(suite.name)
      ended.set(suite.name, end)
      print(['', `── ${suite.name}`, ...lines, lineOf(end)].join('\n'))
    })
    running.set(suite.name, run)
  }
  while (left.length > 0 || running.size > 0) {
    const ready = left.filter(({ needs }) => needs === undefined || ended.has(needs))
    for (const suite of ready.slice(0, lanes - running.size)) start(suite)
    if (running.size === 0) throw new Error(`${left[0]?.name} needs a suite that is not in the list`)
    await Promise.race(running.values())
  }
  return suites.map(({ name }) => ended.get(name))
}

async function runSuite({ name, run }, needed) {
  const lines = []
  const startedMs = Date.now()
  const counts = await countsOf(run, needed, (line) => lines.push(line))
  return { name, counts, ms: Date.now() - startedMs, lines }
}

async function countsOf(run, needed, print) {
  if (needed !== undefined && needed.counts.failed > 0) return failure(`not run: ${needed.name} failed`)
  try {
    const counts = await run(print)
    const isEmpty = counts.passed + counts.failed + counts.skipped === 0
    return isEmpty ? { ...counts, ...failure('nothing ran') } : counts
  } catch (fault) {
    return failure(String(fault))
  }
}

const sentence = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`
const noteOf = ({ note }) => (note === undefined ? '' : ` (${note})`)
const lineOf = ({ name, counts }) => `${name}: ${sentence(counts)}${noteOf(counts)}`

const MS_PER_SECOND = 1_000
const SECONDS_PER_MINUTE = 60

function timeOf(ms) {
  const seconds = Math.round(ms / MS_PER_SECOND)
  const rest = String(seconds % SECONDS_PER_MINUTE).padStart(2, '0')
  return `${Math.floor(seconds / SECONDS_PER_MINUTE)}:${rest}`
}

/**
 * A row for each suite with its counts and wall time, then what failed by name, and last the sum alone on its line.
 * @param {readonly Ended[]} ended
 * @param {number} ms the wall time of all
 */
export function sumUp(ended, ms) {
  const sum = (key) => ended.reduce((total, { counts }) => total + counts[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  const row = (name, { passed, failed, skipped }, time) => [name, passed, failed, skipped, time].map(String)
  const rows = [
    ['suite', 'passed', 'failed', 'skipped', 'time'],
    ...ended.map(({ name, counts, ms: own }) => row(name, counts, timeOf(own))),
    row('together', total, timeOf(ms)),
  ]
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)))
  const notes = ['', ...ended.map(({ counts }) => noteOf(counts)), '']
  const lines = rows.map((cells, at) => {
    const [name, ...figures] = cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    )
    return `${[name, ...figures].join('  ')}${notes[at]}`
  })
  const failures = ended.flatMap(({ name, counts: { failures: tests = [] } }) =>
    tests.map((test) => `failed in ${name}: ${test}`),
  )
  return { total, text: [...lines, '', ...failures, sentence(total)].join('\n') }
}
