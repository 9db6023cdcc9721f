/** Plays days with a mutation in the engine until one of them breaks a promise. Owns how many are played at a time. */
import { availableParallelism } from 'node:os'
import { simulate } from './simulate.ts'

/** Days in which a mutation has to be noticed; most are on one of the first three. */
const MAX_SEEDS = 400

let running = 0
const waiting: (() => void)[] = []

/** The promises that were broken, by their numbers; empty where none was. A day that only fails to be played counts for none. */
export async function brokenPromises(mutation: string): Promise<readonly number[]> {
  // One process computes without a pause: more of them than cores would only take memory.
  if (running >= availableParallelism()) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    const broken: number[] = []
    await simulate({
      ...{ seeds: MAX_SEEDS, workers: 1, mutation, stopsAtFault: true },
      onDay: ({ violations }) => broken.push(...violations.map(({ invariant }) => invariant)),
    })
    return broken
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
