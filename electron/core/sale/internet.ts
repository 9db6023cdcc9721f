/**
 * What is particular to an internet top-up: how a record of the service becomes an `observed` entry. Invariant: a record
 * that is not about our order, or that says nothing new, becomes none.
 */
import { parseInternetNumber } from '#shared/phone.ts'
import { internetServerStates, internetServerTable } from '#shared/states/internet.ts'
import { nextSaleState, type SaleEvent } from '#shared/states/sale.ts'
import { reachable } from '#shared/transition.ts'
import type { InternetRecord } from '../api/platform-records.ts'
import type { SaleEntryBody } from '../journal/entry.ts'
import type { StoredSale } from '../journal/journal.ts'

export type ObservedEntry = Extract<SaleEntryBody, { kind: 'observed' }>

export type Observation =
  | { readonly kind: 'news'; readonly entry: ObservedEntry }
  | { readonly kind: 'nothing-new' }
  /** The record contradicts what we sent: `field` is the first that does. */
  | { readonly kind: 'not-ours'; readonly field: 'ref' | 'number' | 'value' | 'topupId' }
  /** The sale's own table does not let this status follow where the sale stands. */
  | { readonly kind: 'impossible' }

/** Judges a record that a look-up of this sale found. service-api.md, "States and transitions", Internet top-up. */
export function observeInternet(
  sale: StoredSale,
  record: InternetRecord,
  requestId: string | null,
): Observation {
  const field = contradiction(sale, record)
  if (field !== undefined) return { kind: 'not-ours', field }
  if (nextSaleState(sale.state, eventOf(record.status)) === undefined) return { kind: 'impossible' }
  if (saysNothingNew(sale, record)) return { kind: 'nothing-new' }
  const entry: ObservedEntry = {
    kind: 'observed',
    ref: sale.ref,
    status: record.status,
    expected: isExpected(sale.serverStatus, record.status),
    topupId: sale.topupId ?? record.topupId,
    transactionNumber: record.transactionNumber,
    cardTail: record.cardTail,
    requestId,
  }
  return { kind: 'news', entry }
}

/** A field that the record leaves out contradicts nothing. */
function contradiction(sale: StoredSale, record: InternetRecord) {
  if (differs(record.ref, sale.ref)) return 'ref'
  if (record.number !== null && !isSameNumber(record.number, sale)) return 'number'
  if (record.valueCentimes !== null && record.valueCentimes !== sale.order.valueCentimes) return 'value'
  // A record that names our ref is ours, whatever it calls itself: the ref is the one name that we gave.
  if (record.ref === null && sale.topupId !== null && differs(record.topupId, sale.topupId)) return 'topupId'
  return undefined
}

const differs = (told: string | null, ours: string): boolean => told !== null && told !== ours

/** The same line may be told with or without its country code. */
function isSameNumber(told: string, { order }: StoredSale): boolean {
  const read = parseInternetNumber(told, order.type)
  return read.ok && read.value.number === order.number
}

/** A sale that is not being followed yet always has news: that the service holds it. */
function saysNothingNew(sale: StoredSale, record: InternetRecord): boolean {
  const known = (told: string | null, ours: string | null) => told === null || told === ours
  return (
    sale.state === 'following' &&
    record.status === sale.serverStatus &&
    (sale.topupId !== null || record.topupId === null) &&
    known(record.transactionNumber, sale.transactionNumber) &&
    known(record.cardTail, sale.cardTail)
  )
}

function eventOf(status: string): SaleEvent {
  if (status === 'FULFILLED') return 'found-fulfilled'
  return status === 'REFUNDED' ? 'found-refunded' : 'found-open'
}

/** Whether the specification's table can come from the last status seen to this one. */
function isExpected(from: string | null, to: string): boolean {
  const start = from === null ? '(none)' : internetServerStates.find((one) => one === from)
  const end = internetServerStates.find((one) => one === to)
  return start !== undefined && end !== undefined && reachable(internetServerTable, start, end)
}
