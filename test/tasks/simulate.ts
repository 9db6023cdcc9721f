/**
 * `npm run --silent simulate -- --seeds N [--seed S] [--workers N] [--trace] [--mutate NAME]`: plays N days at the counter
 * from seed S on. Prints a line for each violation with what plays its seed again, and last one line of JSON. Exit 1 where
 * a promise was broken, 2 for arguments that cannot be used.
 */
import { parseArgs } from 'node:util'
import type { DayReport } from '../simulation/day.ts'
import { invariants } from '../simulation/invariants/report.ts'
import { findMutation, mutations } from '../simulation/mutations.ts'
import { type SimulationOptions, simulate } from '../simulation/simulate.ts'

const usage =
  'Usage: npm run --silent simulate -- --seeds N [--seed S] [--workers N] [--trace] [--mutate NAME]. ' +
  `Mutations: ${mutations.map(({ name }) => name).join(', ')}.`

/** Seeds are whole numbers of 31 bits. */
const MAX_SEED = 2 ** 31 - 1
const MAX_WORKERS = 256

class ArgumentError extends Error {}

function readArguments(args: readonly string[]): SimulationOptions {
  const { seeds, seed, workers, trace, mutate } = parse(args)
  if (seeds === undefined) throw new ArgumentError('--seeds is missing.')
  if (mutate !== undefined && !findMutation(mutate))
    throw new ArgumentError(`There is no mutation "${mutate}".`)
  const firstSeed = seed === undefined ? 1 : readNumber('--seed', seed, 0, MAX_SEED)
  return {
    seeds: readNumber('--seeds', seeds, 1, MAX_SEED - firstSeed + 1),
    firstSeed,
    ...(workers === undefined ? {} : { workers: readNumber('--workers', workers, 1, MAX_WORKERS) }),
    keepsTrace: trace ?? false,
    mutation: mutate,
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = {
    seeds: text,
    seed: text,
    workers: text,
    mutate: text,
    trace: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    const [sentence = ''] = messageOf(error).split('. ')
    throw new ArgumentError(`${sentence.replace(/\.$/, '')}.`)
  }
}

function readNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new ArgumentError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

function tellDay({ seed, violations, failure, trace }: DayReport, mutation: string | undefined): void {
  for (const line of trace) say(line)
  const again = `--seeds 1 --seed ${seed} --trace${mutation === undefined ? '' : ` --mutate ${mutation}`}`
  for (const { invariant, what } of violations) {
    say(`seed ${seed}: ${invariant} (${invariants[invariant]}): ${what}; again with ${again}`)
  }
  if (failure !== undefined)
    say(`seed ${seed}: cannot be played to its end: ${oneLine(failure)}; again with ${again}`)
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' | ')
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

try {
  const options = readArguments(process.argv.slice(2))
  const tally = await simulate({ ...options, onDay: (report) => tellDay(report, options.mutation) })
  say(JSON.stringify(tally))
  process.exitCode = tally.violations > 0 ? 1 : 0
} catch (error) {
  const wrongArguments = error instanceof ArgumentError
  process.stderr.write(`${oneLine(messageOf(error))}${wrongArguments ? ` ${usage}` : ''}\n`)
  process.exitCode = wrongArguments ? 2 : 1
}
