/**
 * `npm run --silent faults -- --sessions N [--seed S] [--jobs N] [--plain] [--mutate NAME] [--verbose]`: attacks the counter's
 * promise on processes over real HTTP, in N sessions from seed S on. `--plain`: by a service that behaves as in training.
 * Prints a line for each violation with what plays its seed again, and last one line of JSON; progress goes to standard
 * error. Exit 1 where a promise was broken, 2 for arguments that cannot be used.
 */
import { parseArgs } from 'node:util'
import { playSessions } from '../faults/campaign.ts'
import { createCounts, type SessionReport } from '../faults/report.ts'
import { findMutation } from '../simulation/mutations.ts'

const usage =
  'Usage: npm run --silent faults -- --sessions N [--seed S] [--jobs N] [--plain] [--mutate NAME] [--verbose].'
/** Seeds are whole numbers of 31 bits. */
const MAX_SEED = 2 ** 31 - 1
const MAX_JOBS = 64

class ArgumentError extends Error {}

function readArguments(args: string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const named = { sessions: text, seed: text, jobs: text, mutate: text } as const
  const options = { ...named, plain: flag, verbose: flag } as const
  try {
    const {
      sessions,
      seed = '1',
      jobs = '2',
      mutate,
      plain: isPlain,
      verbose = false,
    } = parseArgs({ args, options }).values
    if (sessions === undefined) throw new Error('--sessions is missing')
    const first = readNumber('--seed', seed, 0, MAX_SEED)
    const count = readNumber('--sessions', sessions, 1, MAX_SEED - first + 1)
    if (mutate !== undefined && !findMutation(mutate)) throw new Error(`there is no mutation "${mutate}"`)
    return {
      mutation: mutate,
      isPlain,
      sessions: count,
      seed: first,
      jobs: readNumber('--jobs', jobs, 1, MAX_JOBS),
      verbose,
    }
  } catch (fault) {
    throw new ArgumentError(fault instanceof Error ? fault.message : String(fault))
  }
}

function readNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const note = (line: string) => process.stderr.write(`${line}\n`)

try {
  const { verbose, ...options } = readArguments(process.argv.slice(2))
  const { isPlain, mutation } = options
  const how = `${isPlain ? ' --plain' : ''}${mutation === undefined ? '' : ` --mutate ${mutation}`}`
  const sums = {
    behaviour: createCounts(),
    faults: createCounts(),
    ends: createCounts(),
    logged: createCounts(),
  }
  const onSession = ({
    seed,
    behaviour,
    sales,
    kills,
    faults,
    ends,
    logged,
    violations,
    seconds,
  }: SessionReport) => {
    note(`session ${seed}: ${sales} sales, ${kills} kills, ${violations.length} violations, ${seconds} s`)
    for (const what of violations)
      say(`seed ${seed}: ${what}; again with --sessions 1 --seed ${seed}${how} --verbose`)
    for (const [name, count] of Object.entries(faults)) sums.faults.add(name, count)
    for (const [name, count] of Object.entries(ends)) sums.ends.add(name, count)
    for (const deviation of behaviour) sums.behaviour.add(deviation)
    for (const what of logged) sums.logged.add(what.replace(/ \{.*$/s, ''))
  }
  const tally = await playSessions({ ...options, onSession, ...(verbose ? { onStep: note } : {}) })
  if (verbose) note(JSON.stringify(sums, (_name, value) => value.all?.() ?? value, 2))
  say(JSON.stringify(tally))
  process.exitCode = tally.violations > 0 ? 1 : 0
} catch (fault) {
  const isUsage = fault instanceof ArgumentError
  note(isUsage ? `${fault.message}. ${usage}` : String(fault instanceof Error ? fault.stack : fault))
  process.exitCode = isUsage ? 2 : 1
}
