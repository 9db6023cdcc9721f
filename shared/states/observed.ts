/**
 * What the service's own words mean for a sale, kind by kind, as data. A word that is not here is `unknown`: the order is
 * there, it stays open, it is polled, and it is never a failure.
 */
import type { OrderKind } from '../orders.ts'
import { billObservedTable } from '../products/bill.ts'
import { giftCardServerTable } from '../products/gift-card.ts'
import { internetServerTable } from '../products/internet.ts'
import { mobileServerTable } from '../products/mobile.ts'
import { reachable } from '../transition.ts'
import { nextSaleState, type SaleEvent, type SalePhase, type SaleState } from './sale.ts'

type Meaning = 'handling' | 'queued' | 'unknown' | 'fulfilled' | 'partly-fulfilled' | 'refunded' | 'failed'

const meanings: Readonly<Record<OrderKind, Readonly<Record<string, Meaning>>>> = {
  internet: { HANDLING: 'handling', QUEUED: 'queued', FULFILLED: 'fulfilled', REFUNDED: 'refunded' },
  mobile: {
    PENDING: 'handling',
    HANDLING: 'handling',
    UNKNOWN_ERROR: 'unknown',
    FULFILLED: 'fulfilled',
    REFUNDED: 'refunded',
  },
  'gift-card': {
    HANDLING: 'handling',
    FULFILLED: 'fulfilled',
    PARTIALLY_FILLED: 'partly-fulfilled',
    REFUNDED: 'refunded',
  },
  bill: {
    PROCESSING: 'handling',
    UNKNOWN: 'unknown',
    SUCCESS: 'fulfilled',
    FAILED: 'failed',
    REFUNDED: 'refunded',
  },
}

const eventOf: Readonly<Record<Meaning, SaleEvent>> = {
  handling: 'found-open',
  queued: 'found-open',
  unknown: 'found-open',
  fulfilled: 'found-fulfilled',
  'partly-fulfilled': 'found-partly',
  refunded: 'found-refunded',
  failed: 'found-failed',
}

const meaningOf = (kind: OrderKind, status: string): Meaning =>
  (Object.hasOwn(meanings[kind], status) && meanings[kind][status]) || 'unknown'

/** What finding this status does to a sale of this kind. */
export const eventOfStatus = (kind: OrderKind, status: string): SaleEvent => eventOf[meaningOf(kind, status)]

const tables: Readonly<Record<OrderKind, readonly { readonly from: string; readonly to: string }[]>> = {
  internet: internetServerTable,
  mobile: mobileServerTable,
  'gift-card': giftCardServerTable,
  bill: billObservedTable,
}

/** Whether the specification's table can come from the last status seen (null: none) to this one. */
export function isExpectedStatus(kind: OrderKind, from: string | null, to: string): boolean {
  const known = tables[kind].some((row) => row.from === to || row.to === to)
  return known && reachable(tables[kind], from ?? '(none)', to)
}

/** What the cashier is told: the local state, refined by the service's own word while it works. */
export function phaseOf(state: SaleState, kind: OrderKind, serverStatus: string | null): SalePhase {
  if (state !== 'following') return state
  if (serverStatus === null) return 'handling'
  const meaning = meaningOf(kind, serverStatus)
  return meaning === 'handling' || meaning === 'queued' ? meaning : 'unknown'
}

/** What the cashier would be told of a sale whose order has this status. */
export const phaseOfOrder = (kind: OrderKind, status: string): SalePhase =>
  phaseOf(nextSaleState('following', eventOfStatus(kind, status)) ?? 'following', kind, status)
