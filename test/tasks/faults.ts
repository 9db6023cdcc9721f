/**
 * `npm run --silent faults -- --sessions N [--seed S] [--jobs N] [--plain] [--mutate NAME]... [--verbose]`: attacks the
 * counter's promise on processes over real HTTP, in N sessions from seed S on. `--plain`: by a service that behaves as in
 * training. Prints a line for each violation with what plays its seed again, and last one line of JSON: sums, how often each
 * fault struck, in how many sessions the service behaved in each way; progress goes to standard error. With mutations, each
 * has N sessions at the most and is done with the first that breaks a promise. Exit 1 where a promise was broken, or where a
 * mutation broke none; 2 for arguments that cannot be used.
 */
import { parseArgs } from 'node:util'
import { playSessions, type Tally } from '../faults/campaign.ts'
import type { SessionReport } from '../faults/report.ts'
import { findMutation } from '../simulation/mutations.ts'

const usage =
  'Usage: npm run --silent faults -- --sessions N [--seed S] [--jobs N] [--plain] [--mutate NAME]... [--verbose].'
/** Seeds are whole numbers of 31 bits. */
const MAX_SEED = 2 ** 31 - 1
const MAX_JOBS = 64

class ArgumentError extends Error {}

function readArguments(args: string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const named = {
    sessions: text,
    seed: text,
    jobs: text,
    mutate: { type: 'string', multiple: true },
  } as const
  const options = { ...named, plain: flag, verbose: flag } as const
  try {
    const {
      sessions,
      seed = '1',
      jobs = '2',
      mutate: mutations = [],
      plain: isPlain,
      verbose = false,
    } = parseArgs({ args, options }).values
    if (sessions === undefined) throw new Error('--sessions is missing')
    const first = readNumber('--seed', seed, 0, MAX_SEED)
    const count = readNumber('--sessions', sessions, 1, MAX_SEED - first + 1)
    const unknown = mutations.find((name) => !findMutation(name))
    if (unknown !== undefined) throw new Error(`there is no mutation "${unknown}"`)
    return {
      mutations,
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

type Options = ReturnType<typeof readArguments>

/** Plays sessions and reports them; answers what they come to. */
function play(options: Omit<Options, 'mutations'>, mutation?: string): Promise<Tally> {
  const { isPlain, verbose } = options
  const how = `${isPlain ? ' --plain' : ''}${mutation === undefined ? '' : ` --mutate ${mutation}`}`
  return playSessions({
    ...{ ...options, mutation, stopsAtFault: mutation !== undefined },
    ...(verbose ? { onStep: note } : {}),
    onSession({ seed, sales, kills, ends, logged, violations, seconds }: SessionReport) {
      note(`session ${seed}: ${sales} sales, ${kills} kills, ${violations.length} violations, ${seconds} s`)
      for (const what of violations)
        say(`seed ${seed}: ${what}; again with --sessions 1 --seed ${seed}${how} --verbose`)
      if (verbose) note(JSON.stringify({ ends, logged }))
    },
  })
}

/** Answers how many of the mutations broke no promise. */
async function playMutations({ mutations, ...options }: Options): Promise<number> {
  let unnoticed = 0
  for (const mutation of mutations) {
    const startedAt = performance.now()
    const { sessions, violations } = await play(options, mutation)
    if (violations === 0) unnoticed += 1
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    say(JSON.stringify({ mutation, isNoticed: violations > 0, sessions, seconds }))
  }
  return unnoticed
}

try {
  const options = readArguments(process.argv.slice(2))
  if (options.mutations.length > 0) {
    process.exitCode = (await playMutations(options)) > 0 ? 1 : 0
  } else {
    const tally = await play(options)
    say(JSON.stringify(tally))
    process.exitCode = tally.violations > 0 ? 1 : 0
  }
} catch (fault) {
  const isUsage = fault instanceof ArgumentError
  note(isUsage ? `${fault.message}. ${usage}` : String(fault instanceof Error ? fault.stack : fault))
  process.exitCode = isUsage ? 2 : 1
}
