/**
 * Whether a key is the one that sealed a journal's cards, by trying it on some of them. Owns which: the newest and the
 * oldest, so that a journal of two keys is found out as well.
 */
import type { Ref } from '#shared/ref.ts'
import type { Journal } from './journal.ts'
import { createSeal } from './seal.ts'

/** Sales of either end whose cards are tried. */
const TRIED_SALES = 10

export interface SealedCard {
  readonly ref: Ref
  readonly sealed: string
}

/** The sealed cards to try a key on; none where the journal holds none. */
export function sealedCards(journal: Pick<Journal, 'listSealed'>): readonly SealedCard[] {
  const sales = [...journal.listSealed(TRIED_SALES), ...journal.listSealed(TRIED_SALES, 'oldest')]
  return sales.flatMap(({ ref, cards }) =>
    cards.flatMap(({ sealed }) => (sealed === null ? [] : [{ ref, sealed }])),
  )
}

/** Whether the key opens one of the cards, or there is none to open: another key opens none. */
export const opensSome = (key: Uint8Array, cards: readonly SealedCard[]): boolean =>
  cards.length === 0 || cards.some(openerOf(key))

/** Whether each of the cards opens with one of the keys. */
export function opensAll(keys: readonly Uint8Array[], cards: readonly SealedCard[]): boolean {
  const openers = keys.map(openerOf)
  return cards.every((card) => openers.some((opens) => opens(card)))
}

function openerOf(key: Uint8Array) {
  const seal = createSeal(key)
  return ({ ref, sealed }: SealedCard): boolean => seal.open(ref, 'card', sealed).ok
}
