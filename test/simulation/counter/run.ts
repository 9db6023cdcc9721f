/** What is counted of one life of the counter, and what was drawn for it when it began. */
import type { Dice } from '../dice.ts'
import type { CallKind } from '../line/call-kind.ts'
import type { CallPoint, CommitKind, CommitPoint, Doom } from './doom.ts'
import type { Mortality } from './life.ts'

export interface Run {
  readonly number: number
  readonly mortality: Mortality
  /** The dice of this life; each use of them is a concern of its own. */
  readonly fate: Dice
  doom: Doom
  /** How often its disk refuses a commit. */
  refusesPercent: number
  /** From which commit of its journal on there is no room, and until which. */
  readonly isFull: { readonly from: number; readonly until: number }
  diskRefused: boolean
  readonly commits: Record<CommitKind, number>
  readonly calls: Record<CallKind, number>
  /** The witness as it was when it was last flushed. */
  witness: string | undefined
}

const REFUSING_DISK_PERCENT = 20
const MAX_REFUSES_PERCENT = 15
const FULL_DISK_PERCENT = 5
const never = { from: 0, until: 0 } as const

export function drawRun(options: {
  readonly number: number
  readonly mortality: Mortality
  readonly fate: Dice
  readonly isSpared: boolean
  readonly drawDoom: (fate: Dice) => Doom
}): Run {
  const { number, mortality, fate, isSpared, drawDoom } = options
  const disk = fate.apart('disk')
  const refuses = !isSpared && disk.happens(REFUSING_DISK_PERCENT)
  return {
    ...{ number, mortality, fate },
    doom: isSpared ? { at: 'no-time' } : drawDoom(fate.apart('doom')),
    refusesPercent: refuses ? disk.between(2, MAX_REFUSES_PERCENT) : 0,
    isFull: !isSpared && disk.happens(FULL_DISK_PERCENT) ? drawFull(disk) : never,
    commits: { journal: 0, aside: 0 },
    calls: { money: 0, sale: 0, aside: 0 },
    ...{ diskRefused: false, witness: undefined },
  }
}

function drawFull(dice: Dice): Run['isFull'] {
  const from = dice.between(1, 15)
  return { from, until: from + dice.between(2, 20) }
}

export const isFullAt = ({ isFull, commits }: Run): boolean =>
  commits.journal >= isFull.from && commits.journal < isFull.until

export const isDoomedAtCommit = ({ doom, commits }: Run, kind: CommitKind, when: CommitPoint): boolean =>
  doom.at === 'commit' && doom.of === kind && doom.number === commits[kind] && doom.when === when

/** Counts one call. Answers at which point of it the process ends, if it does. */
export function countCall({ calls, doom }: Run, kind: CallKind): CallPoint | undefined {
  calls[kind] += 1
  const isIt = doom.at === 'call' && doom.of === kind && doom.number === calls[kind]
  return isIt ? doom.when : undefined
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

const pauses = [
  { weight: 80, minMs: 2 * SECOND_MS, maxMs: 60 * SECOND_MS },
  { weight: 15, minMs: 60 * SECOND_MS, maxMs: HOUR_MS },
  { weight: 4, minMs: HOUR_MS, maxMs: 12 * HOUR_MS },
  { name: 'closed-for-days', weight: 1, minMs: 24 * HOUR_MS, maxMs: 72 * HOUR_MS },
] as const

/** Draws how long the counter stays closed after a life, with dice of that life's own. */
export function createPauses(dice: Dice): (fate: Dice) => number {
  const today = dice.reweigh(pauses)
  return (fate) => {
    const { minMs, maxMs } = fate.pickByWeight(today)
    return fate.between(minMs, maxMs)
  }
}
