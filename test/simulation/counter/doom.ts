/** How one run of the counter will end, drawn when it starts. As data: nothing here ends anything. */
import type { Dice } from '../dice.ts'
import type { CallKind } from '../line/call-kind.ts'

export type CommitPoint = 'before' | 'after'
export type CallPoint = 'before-it-leaves' | 'after-it-was-taken' | 'before-its-answer'

/** Of the journal, or of another file. */
export type CommitKind = 'journal' | 'aside'

export type Doom =
  /** Each kind is counted by itself: what happens beside the sales brings their end no nearer. */
  | { readonly at: 'commit'; readonly of: CommitKind; readonly number: number; readonly when: CommitPoint }
  | { readonly at: 'call'; readonly of: CallKind; readonly number: number; readonly when: CallPoint }
  | { readonly at: 'moment'; readonly afterMs: number }
  /** An orderly end. */
  | { readonly at: 'closing'; readonly afterMs: number }
  | { readonly at: 'no-time' }

const callPoints: readonly CallPoint[] = ['before-it-leaves', 'after-it-was-taken', 'before-its-answer']
const MINUTE_MS = 60_000

interface DoomRow {
  readonly weight: number
  readonly draw: (dice: Dice) => Doom
}

const atCommit = (weight: number, of: CommitKind, latest: number): DoomRow => ({
  weight,
  draw: (dice) => ({
    ...{ at: 'commit', of, number: dice.between(1, latest), when: dice.pick(['before', 'after']) },
  }),
})

const atCall = (weight: number, of: CallKind, latest: number): DoomRow => ({
  weight,
  draw: (dice) => ({ at: 'call', of, number: dice.between(1, latest), when: dice.pick(callPoints) }),
})

const dooms: readonly DoomRow[] = [
  atCommit(6, 'journal', 20),
  atCommit(1, 'aside', 4),
  atCall(2, 'sale', 40),
  atCall(6, 'money', 4),
  atCall(1, 'aside', 8),
  { weight: 2, draw: (dice) => ({ at: 'moment', afterMs: dice.between(0, 20 * MINUTE_MS) }) },
  { weight: 3, draw: (dice) => ({ at: 'closing', afterMs: dice.between(MINUTE_MS, 20 * MINUTE_MS) }) },
]

/** Draws how a life of this day ends, with dice of its own. */
export function createDooms(dice: Dice): (fate: Dice) => Doom {
  const today = dice.reweigh(dooms)
  return (fate) => fate.pickByWeight(today).draw(fate)
}

export function describeDoom(doom: Doom): string {
  if (doom.at === 'no-time') return 'never'
  return 'afterMs' in doom
    ? `${doom.at} ${doom.afterMs}`
    : `${doom.when} ${doom.of} ${doom.at} ${doom.number}`
}
