/** Plays days with a mutation in the engine until one of them breaks a promise. Owns how many are played at a time. */
import { availableParallelism } from 'node:os'
import { findMutation } from './mutations.ts'
import { type SimulationOptions, simulate } from './simulate.ts'

/** Days in which a mutation has to be noticed; most are on one of the first three. */
const MAX_SEEDS = 400

export interface Noticed {
  readonly seed: number
  /** The promises that were broken on that day, by their numbers. */
  readonly broken: readonly number[]
}

let running = 0
const waiting: (() => void)[] = []

/** One process computes without a pause: more of them than cores would only take memory. */
async function whereThereIsRoom<T>(work: () => Promise<T>): Promise<T> {
  if (running >= availableParallelism()) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** The first day on which a promise is broken. A day that only fails to be played counts for none. */
async function firstBroken(options: SimulationOptions): Promise<Noticed | undefined> {
  let found: Noticed | undefined
  await simulate({
    ...{ ...options, workers: 1, stopsAtFault: true },
    onDay({ seed, violations }) {
      if (violations.length > 0) found ??= { seed, broken: violations.map(({ invariant }) => invariant) }
    },
  })
  return found
}

/** The day on which the mutation is noticed; undefined where none shows it. */
export const dayThatShows = (mutation: string): Promise<Noticed | undefined> =>
  whereThereIsRoom(async () => {
    const { seed } = findMutation(mutation) ?? {}
    const known = seed === undefined ? undefined : await firstBroken({ seeds: 1, firstSeed: seed, mutation })
    return known ?? firstBroken({ seeds: MAX_SEEDS, mutation })
  })

/** What the engine breaks as it is on a day of the mutation's: nothing, or the day shows something else than the mutation. */
export const brokenWithout = (mutation: string, seed: number): Promise<Noticed | undefined> =>
  whereThereIsRoom(() => firstBroken({ seeds: 1, firstSeed: seed, daysOf: mutation }))
