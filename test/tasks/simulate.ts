/**
 * `npm run --silent simulate -- --seeds N [--seed S] [--workers N] [--trace] [--mutate NAME] [--days-of NAME]
 * [--behaviour POINT=VALUE]... [--sum FILE]...`: plays N days at the counter from seed S on. Prints a line for each violation with what plays
 * its seed again, and last one line of JSON: sums, how often each trouble came, on how many days the service behaved in each
 * way. `--days-of` has the days of a mutation without the mutation. `--behaviour` forces how the service behaves
 * (docs/unspecified-behaviour.md), `--behaviour usual` has nothing drawn. `--sum` plays nothing and adds up the last lines of
 * what this and `npm run faults` wrote to files, with the ways of the service that came less than 100 times. Exit 1 where a promise was broken, 2 for arguments
 * that cannot be used.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { behaviourPointIds, behaviourSchema, behaviourValues } from '#training/behaviour/behaviour.ts'
import type { DayReport } from '../simulation/day.ts'
import { invariants } from '../simulation/invariants/report.ts'
import { findMutation, mutations } from '../simulation/mutations.ts'
import { faultsOf, type SimulationOptions, simulate } from '../simulation/simulate.ts'
import { type Deviations, deviationsIn, deviationTexts } from '../support/drawn-behaviour.ts'

const usage =
  'Usage: npm run --silent simulate -- --seeds N [--seed S] [--workers N] [--trace] [--mutate NAME] [--days-of NAME] ' +
  '[--behaviour POINT=VALUE]... [--sum FILE]... ' +
  `Mutations: ${mutations.map(({ name }) => name).join(', ')}.`

/** Seeds are whole numbers of 31 bits. */
const MAX_SEED = 2 ** 31 - 1
const MAX_WORKERS = 256

class ArgumentError extends Error {}

function readArguments(args: readonly string[]): SimulationOptions {
  const { seeds, seed, workers, trace, mutate, 'days-of': daysOf, behaviour = [] } = parse(args)
  if (seeds === undefined) throw new ArgumentError('--seeds is missing.')
  for (const name of [mutate, daysOf])
    if (name !== undefined && !findMutation(name)) throw new ArgumentError(`There is no mutation "${name}".`)
  const firstSeed = seed === undefined ? 1 : readNumber('--seed', seed, 0, MAX_SEED)
  return {
    seeds: readNumber('--seeds', seeds, 1, MAX_SEED - firstSeed + 1),
    firstSeed,
    ...(workers === undefined ? {} : { workers: readNumber('--workers', workers, 1, MAX_WORKERS) }),
    keepsTrace: trace ?? false,
    ...{ mutation: mutate, daysOf },
    isUsual: behaviour.includes(USUAL),
    behaviour: readBehaviour(behaviour.filter((one) => one !== USUAL)),
  }
}

const USUAL = 'usual'

function readBehaviour(given: readonly string[]): Deviations {
  const behaviour = deviationsIn(given)
  const read = behaviourSchema.safeParse(behaviour)
  if (!read.success) throw new ArgumentError(`The behaviour ${read.error.issues[0]?.message}.`)
  return behaviour
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = {
    seeds: text,
    seed: text,
    workers: text,
    mutate: text,
    'days-of': text,
    behaviour: { type: 'string', multiple: true },
    trace: { type: 'boolean' },
    sum: { type: 'string', multiple: true },
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

function printDay(report: DayReport, { mutation, daysOf, behaviour = {}, isUsual }: SimulationOptions): void {
  const { seed, violations, failure, trace } = report
  for (const line of trace) say(line)
  const forced = [...(isUsual ? [USUAL] : []), ...deviationTexts(behaviour)]
  const again = [
    `--seeds 1 --seed ${seed} --trace`,
    ...(mutation === undefined ? [] : [`--mutate ${mutation}`]),
    ...(daysOf === undefined ? [] : [`--days-of ${daysOf}`]),
    ...forced.map((one) => `--behaviour ${one}`),
  ].join(' ')
  for (const { invariant, what } of violations) {
    say(`seed ${seed}: ${invariant} (${invariants[invariant]}): ${what}; again with ${again}`)
  }
  if (failure !== undefined)
    say(`seed ${seed}: cannot be played to its end: ${oneLine(failure)}; again with ${again}`)
  const unusual = deviationTexts(report.behaviour)
  if (faultsOf(report) > 0 && unusual.length > 0)
    say(`seed ${seed}: the service behaved so: ${unusual.join(' ')}`)
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' | ')
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const tallySchema = z.record(z.string(), z.union([z.number(), z.record(z.string(), z.number())]))
type Sums = z.infer<typeof tallySchema>
/** Fewer days and sessions say little of a way of the service. */
const OFTEN = 100

/** The sums of the last lines of these files. */
function sumOf(files: readonly string[]): Sums {
  const sums: Record<string, number | Record<string, number>> = {}
  const tallies = files.map((file) => readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '')
  for (const [name, value] of tallies.flatMap((line) =>
    Object.entries(tallySchema.parse(JSON.parse(line))),
  )) {
    const sum = sums[name] ?? (typeof value === 'number' ? 0 : {})
    sums[name] = typeof value === 'number' ? Number(sum) + value : addedTo(sum, value)
  }
  return sums
}

const addedTo = (sum: Sums[string], counts: Readonly<Record<string, number>>): Record<string, number> => {
  const added = typeof sum === 'number' ? {} : { ...sum }
  for (const [name, count] of Object.entries(counts)) added[name] = (added[name] ?? 0) + count
  return added
}

/** The ways of the service that came seldom. */
function rareIn({ behaviour = {} }: Sums): Readonly<Record<string, number>> {
  const counts = typeof behaviour === 'number' ? {} : behaviour
  const all = behaviourPointIds.flatMap((id) =>
    behaviourValues(id)
      .slice(1)
      .map((value) => `${id}=${value}`),
  )
  return Object.fromEntries(
    all.flatMap((name) => ((counts[name] ?? 0) < OFTEN ? [[name, counts[name] ?? 0]] : [])),
  )
}

async function run(args: readonly string[]): Promise<void> {
  const { sum } = parse(args)
  if (sum !== undefined) {
    const sums = sumOf(sum)
    say(JSON.stringify({ rare: rareIn(sums) }))
    say(JSON.stringify(sums))
    return
  }
  const options = readArguments(args)
  const tally = await simulate({ ...options, onDay: (report) => printDay(report, options) })
  say(JSON.stringify(tally))
  process.exitCode = tally.violations > 0 ? 1 : 0
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const wrongArguments = error instanceof ArgumentError
  process.stderr.write(`${oneLine(messageOf(error))}${wrongArguments ? ` ${usage}` : ''}\n`)
  process.exitCode = wrongArguments ? 2 : 1
}
