/** What is counted of one life of the counter, and what was drawn for it when it began. */
import type { Dice } from '../dice.ts'
import type { CallPoint, Doom } from './doom.ts'
import type { Mortality } from './life.ts'

export interface Run {
  readonly number: number
  readonly mortality: Mortality
  doom: Doom
  /** How often its disk refuses a commit. */
  refusesPercent: number
  diskRefused: boolean
  commits: number
  calls: number
  moneyCalls: number
  /** The witness as it was when it was last flushed. */
  witness: string | undefined
}

const REFUSING_DISK_PERCENT = 20
const MAX_REFUSES_PERCENT = 15

export const drawRun = (
  number: number,
  mortality: Mortality,
  dice: Dice | undefined,
  drawDoom: () => Doom,
): Run => ({
  ...{ number, mortality },
  doom: dice === undefined ? { at: 'no-time' } : drawDoom(),
  refusesPercent: dice?.happens(REFUSING_DISK_PERCENT) ? dice.between(2, MAX_REFUSES_PERCENT) : 0,
  ...{ diskRefused: false, commits: 0, calls: 0, moneyCalls: 0, witness: undefined },
})

export const isDoomedAtCommit = ({ doom, commits }: Run, when: 'before' | 'after'): boolean =>
  doom.at === 'commit' && doom.number === commits && doom.when === when

/** Counts one call. Answers at which point of it the process ends, if it does. */
export function countCall(run: Run, movesMoney: boolean): CallPoint | undefined {
  run.calls += 1
  if (movesMoney) run.moneyCalls += 1
  const { doom, calls, moneyCalls } = run
  const isIt =
    (doom.at === 'call' && doom.number === calls) ||
    (doom.at === 'money' && movesMoney && doom.number === moneyCalls)
  return isIt ? doom.when : undefined
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

const pauses = [
  { weight: 80, minMs: 2 * SECOND_MS, maxMs: 60 * SECOND_MS },
  { weight: 15, minMs: 60 * SECOND_MS, maxMs: HOUR_MS },
  { weight: 4, minMs: HOUR_MS, maxMs: 12 * HOUR_MS },
  { weight: 1, minMs: 24 * HOUR_MS, maxMs: 72 * HOUR_MS },
] as const

/** Draws how long the counter stays closed between two lives. */
export function createPauses(dice: Dice): () => number {
  const today = dice.reweigh(pauses)
  return () => {
    const { minMs, maxMs } = dice.pickByWeight(today)
    return dice.between(minMs, maxMs)
  }
}
