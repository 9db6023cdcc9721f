/**
 * How an order that a look found becomes an `observed` entry. Pure. Invariant: an order that contradicts what was sent, that
 * the sale's table does not let follow, or that says nothing new, becomes none; of a sale that was delivered only the rest
 * of its delivery is news.
 */
import { isDeepStrictEqual } from 'node:util'
import { endsByDecision } from '#shared/decisions.ts'
import { isExpectedStatus } from '#shared/states/observed.ts'
import { nextSaleState, type SaleEvent } from '#shared/states/sale.ts'
import type { KeptCard, SaleEntryBody } from '../journal/entry.ts'
import type { StoredSale } from '../journal/journal.ts'
import { deliveredStates, eventOfFound, hasLateDelivery, losesCards } from '../journal/next-sale.ts'
import type { FoundOrder, OrderDetails } from '../products/kind.ts'
import { mayBeRefundedLate } from './delivery.ts'

export type ObservedEntry = Extract<SaleEntryBody, { kind: 'observed' }>

export type Observation =
  | { readonly kind: 'news'; readonly entry: ObservedEntry }
  | { readonly kind: 'nothing-new' }
  /** The order contradicts what we sent: `field` is the first that does. */
  | { readonly kind: 'not-ours'; readonly field: string }
  /** The sale's own table does not let this status follow where the sale stands. */
  | { readonly kind: 'impossible' }

/** Judges an order that a look at this sale found. service-api.md, "States and transitions". */
export function observe(sale: StoredSale, found: FoundOrder, requestId: string | null): Observation {
  const { status, details } = found
  const { kind } = sale.order
  if (found.contradiction !== null) return { kind: 'not-ours', field: found.contradiction }
  const isOver = deliveredStates.includes(sale.state) && status === sale.serverStatus
  if (!isOver && !mayFollow(sale, eventOfFound(sale, status))) return { kind: 'impossible' }
  if (isOver ? !hasLateDelivery(sale, { status, ...details }) : saysNothingNew(sale, found))
    return { kind: 'nothing-new' }
  const entry: ObservedEntry = {
    kind: 'observed',
    ref: sale.ref,
    status,
    ...(found.word !== undefined && { word: found.word }),
    expected: isExpectedStatus(kind, sale.serverStatus, status),
    serviceId: sale.serviceId ?? found.serviceId,
    ...details,
    cards: losesCards(sale.cards, details.cards) ? [] : inKeptPlaces(sale.cards, details.cards),
    requestId,
  }
  return { kind: 'news', entry }
}

/** What was delivered is taken back by no word, but for kinds whose payment may be refunded yet. */
const mayFollow = (sale: StoredSale, event: SaleEvent): boolean =>
  nextSaleState(sale.state, event) !== undefined &&
  (sale.state !== 'fulfilled' || event !== 'found-refunded' || mayBeRefundedLate(sale))

/** A sale that is neither followed nor ended by a person's word has news: that the service holds it. */
const saysNothingNew = (sale: StoredSale, { status, serviceId, details }: FoundOrder): boolean =>
  (sale.state === 'following' || endsByDecision(sale)) &&
  status === sale.serverStatus &&
  (sale.serviceId !== null || serviceId === null) &&
  isKnown(sale, details)

/** What the details leave out is known. */
function isKnown(sale: StoredSale, { offers, cards, errorCode, ...fields }: OrderDetails): boolean {
  const names = Object.keys(fields) as (keyof typeof fields)[]
  return (
    names.every((name) => fields[name] === null || fields[name] === sale[name]) &&
    (offers.length === 0 || isDeepStrictEqual(offers, sale.offers)) &&
    (cards.length === 0 || losesCards(sale.cards, cards) || areKept(sale.cards, cards)) &&
    (errorCode === null || errorCode === sale.reason)
  )
}

/**
 * The reported cards, those that are kept first and in their places: which card it is stands on slips already, and the
 * service may list one that comes later before it.
 */
function inKeptPlaces(kept: readonly KeptCard[], reported: readonly KeptCard[]): KeptCard[] {
  const others = [...reported]
  const known = kept.flatMap((card) => {
    const at = others.findIndex((other) => isSameCard(card, other))
    return at < 0 ? [] : others.splice(at, 1)
  })
  return [...known, ...others]
}

/** A code is sealed to another text each time, so cards are known again by what is shown of them. */
const isSameCard = (one: KeptCard, other: KeptCard): boolean =>
  one.codeTail === other.codeTail && one.serialTail === other.serialTail

const areKept = (kept: readonly KeptCard[], reported: readonly KeptCard[]): boolean =>
  kept.length === reported.length &&
  inKeptPlaces(kept, reported).every((card, place) => isSameCard(card, kept[place] ?? card)) &&
  (kept.every(({ sealed }) => sealed !== null) || reported.every(({ sealed }) => sealed === null))
