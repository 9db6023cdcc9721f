/** How one run of the counter will end, drawn when it starts. As data: nothing here ends anything. */
import type { Dice } from '../dice.ts'

export type CallPoint = 'before-it-leaves' | 'after-it-was-taken' | 'before-its-answer'

export type Doom =
  | { readonly at: 'commit'; readonly number: number; readonly when: 'before' | 'after' }
  /** A call of any kind, or one of those that move money. */
  | { readonly at: 'call' | 'money'; readonly number: number; readonly when: CallPoint }
  | { readonly at: 'moment'; readonly afterMs: number }
  /** An orderly end. */
  | { readonly at: 'closing'; readonly afterMs: number }
  | { readonly at: 'no-time' }

const callPoints: readonly CallPoint[] = ['before-it-leaves', 'after-it-was-taken', 'before-its-answer']
const MINUTE_MS = 60_000

const dooms: readonly { readonly weight: number; readonly draw: (dice: Dice) => Doom }[] = [
  {
    weight: 6,
    draw: (dice) => ({ at: 'commit', number: dice.between(1, 30), when: dice.pick(['before', 'after']) }),
  },
  { weight: 2, draw: (dice) => ({ at: 'call', number: dice.between(1, 60), when: dice.pick(callPoints) }) },
  { weight: 6, draw: (dice) => ({ at: 'money', number: dice.between(1, 6), when: dice.pick(callPoints) }) },
  { weight: 2, draw: (dice) => ({ at: 'moment', afterMs: dice.between(0, 20 * MINUTE_MS) }) },
  { weight: 3, draw: (dice) => ({ at: 'closing', afterMs: dice.between(MINUTE_MS, 20 * MINUTE_MS) }) },
]

/** Draws how each life of this day ends. */
export function createDooms(dice: Dice): () => Doom {
  const today = dice.reweigh(dooms)
  return () => dice.pickByWeight(today).draw(dice)
}

export function describeDoom(doom: Doom): string {
  if (doom.at === 'no-time') return 'never'
  return 'afterMs' in doom ? `${doom.at} ${doom.afterMs}` : `${doom.when} ${doom.at} ${doom.number}`
}
