/**
 * `npm run --silent slips:jobs -- --jobs N [--seed S] [--counters N] [--speed N] [--mutate NAME]`: N print jobs by lot, to printers of every
 * make, with mishaps and power cuts; so many counters at a time, and all of it so many times as fast as printers are; with a fault
 * put into the way to the printer. Prints a line for each report that is not so, and last one line of JSON: how often
 * each thing came. Exit 1 where a report was not so, 2 for arguments that cannot be used.
 */
import { parseArgs } from 'node:util'
import { mutations } from '../core/printing/mutations.ts'
import { assertReplaced, replaceExports } from '../support/replaced-exports.ts'

const usage =
  'Usage: npm run --silent slips:jobs -- --jobs N [--seed S] [--counters N] [--speed N] [--mutate NAME].'
const MAX_JOBS = 1_000_000
const MAX_SEED = 2 ** 31 - 1
const MAX_COUNTERS = 500
const MAX_SPEED = 50

function readNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new Error(`--${name} must be a whole number from ${min} to ${max}, not "${text}"`)
}

function readArguments() {
  const text = { type: 'string' } as const
  const options = { jobs: text, seed: text, counters: text, speed: text, mutate: text }
  const { jobs, seed = '1', counters = '100', speed = '1', mutate } = parseArgs({ options }).values
  if (jobs === undefined) throw new Error('--jobs is missing')
  const mutation = mutations.find(({ name }) => name === mutate)
  if (mutate !== undefined && !mutation) throw new Error(`there is no mutation "${mutate}"`)
  return {
    mutation,
    jobs: readNumber('jobs', jobs, 1, MAX_JOBS),
    seed: readNumber('seed', seed, 0, MAX_SEED),
    speed: readNumber('speed', speed, 1, MAX_SPEED),
    counters: readNumber('counters', counters, 1, MAX_COUNTERS),
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const { mutation, ...given } = readArguments()
  if (mutation) replaceExports(mutation.replaced)
  // Imported only now: a mutation is in place before the engine is loaded.
  const { playRandomJobs } = await import('../core/printing/random-jobs.ts')
  if (mutation) assertReplaced()
  const tally = await playRandomJobs({ ...given, onViolation: say })
  const sums = Object.fromEntries(Object.entries(tally).sort(([a], [b]) => a.localeCompare(b)))
  // A line that leads nowhere any more keeps nobody waiting.
  process.stdout.write(`${JSON.stringify(sums)}\n`, () => process.exit(tally['violations'] === 0 ? 0 : 1))
} catch (fault) {
  process.stderr.write(
    `${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}. ${usage}\n`,
  )
  process.exitCode = 2
}
