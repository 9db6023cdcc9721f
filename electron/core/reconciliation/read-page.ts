/**
 * One page of one list of one day, by one call, as rows for the workbook. Owns which part of a list is a day's: the counter's
 * own day, by the service's clock, with some time on both sides, because neither clock is exact and bounds may be rounded, or
 * read in the zone of a country near by.
 */
import { billListLimit, platformPageSize } from '#shared/limits.ts'
import { type MovementSide, type OrderSide, shopDaySpan } from '#shared/reconciliation.ts'
import type { ServiceCalls } from '../api/client.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { AccountTransaction, GiftCardOrder, MobileRecord, Page } from '../api/platform-records.ts'
import { type CallFailure, isNotFound } from '../call-error.ts'
import type { BillListRow } from '../products/bill/records.ts'
import { askedBetween } from '../sale/time-window.ts'
import { digestOf } from './finding.ts'
import { billSide, giftCardSide, mobileSide, movementSide } from './sides.ts'
import type { ListedRow, Reading } from './workbook-records.ts'

const OVERLAP_MS = 2 * 3_600_000 + 10 * 60_000

export type PageRead =
  | {
      readonly kind: 'page'
      readonly rows: readonly ListedRow[]
      /** Of the whole list, by the service's own count. */
      readonly totalCount: number
      /** Where to go on; null behind the last page. */
      readonly nextPage: number | null
    }
  /** The service offers no such list. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'failed'; readonly failure: CallFailure }

export async function readPage(client: ServiceCalls, reading: Reading, offsetMs: number): Promise<PageRead> {
  const { fromMs, toMs } = shopDaySpan(reading.day)
  const window = { fromMs: fromMs + offsetMs - OVERLAP_MS, toMs: toMs + offsetMs + OVERLAP_MS }
  const between = askedBetween(window)
  const page = { page: reading.nextPage, pageSize: platformPageSize.max, ...between }
  switch (reading.list) {
    case 'mobile':
      return platformPage(await client.listMobileTopups(page), reading, mobileRow)
    case 'gift-card':
      return platformPage(await client.listGiftCardOrders(page), reading, giftCardRow)
    case 'account':
      return platformPage(await client.listAccountTransactions(page), reading, movementRow)
    case 'bill':
      return billPage(client, reading, between)
  }
}

function platformPage<Item>(
  outcome: CallOutcome<Page<Item>>,
  { day }: Reading,
  rowOf: (item: Item) => Pick<ListedRow, 'told' | 'atMs'> & { readonly name: string | null },
): PageRead {
  if (outcome.kind !== 'accepted') return failed(outcome)
  const { rows, page, pageCount, totalCount } = outcome.value
  const nthAlike = countAlike()
  const listed = rows.map((row, place): ListedRow => {
    if (row.kind === 'unreadable') return unreadable(row.id, `${day}/${page}/${place}`)
    const { name, ...told } = rowOf(row.item)
    // Nameless rows that tell the same on one page are several. On another page, or in the list of the day beside, the
    // same row is read once more: so its name hangs on what it tells, and not on where it stands.
    return { name: name ?? nthAlike(digestOf(told)), ...told }
  })
  return { kind: 'page', rows: eachOnce(listed), totalCount, nextPage: page < pageCount ? page + 1 : null }
}

/** A row that a page shows twice counts twice, where the service counts it so, and is one. */
function eachOnce(rows: readonly ListedRow[]): readonly ListedRow[] {
  const nthOf = countAlike()
  return rows.map((row) => {
    const nth = nthOf(row.name)
    return nth === `${row.name}/1` ? row : { name: nth, atMs: row.atMs, told: { kind: 'nothing' } }
  })
}

/** Tells those apart that come under one name: each has its number behind it. */
function countAlike(): (name: string) => string {
  const met = new Map<string, number>()
  return (name) => {
    const nth = (met.get(name) ?? 0) + 1
    met.set(name, nth)
    return `${name}/${nth}`
  }
}

/** The bill list is cut by offset: `nextPage` counts its rows from 1. */
async function billPage(
  client: ServiceCalls,
  { day, nextPage }: Reading,
  between: { readonly from: string; readonly to: string },
): Promise<PageRead> {
  const outcome = await client.listBills({ ...between, limit: billListLimit.max, offset: nextPage - 1 })
  if (outcome.kind !== 'accepted') return failed(outcome)
  const { rows, totalCount } = outcome.value
  const behind = nextPage + rows.length
  const goesOn = rows.length > 0 && behind <= totalCount
  return {
    kind: 'page',
    rows: eachOnce(rows.map((row, place) => billRow(row, `${day}/0/${nextPage + place}`))),
    totalCount,
    nextPage: goesOn ? behind : null,
  }
}

/** A path that does not exist answers like a record that does not; one that the profile leaves out makes no request. */
function failed(failure: CallFailure): PageRead {
  const isMissing =
    isNotFound(failure) || (failure.kind === 'not-sent' && failure.reason === 'invalid-request')
  return isMissing ? { kind: 'unavailable' } : { kind: 'failed', failure }
}

const orderRow = (side: OrderSide) => ({
  name: side.orderId ?? side.ref,
  atMs: side.atMs,
  told: { kind: 'order', side } as const,
})
const mobileRow = (record: MobileRecord) => orderRow(mobileSide(record))
const giftCardRow = (record: GiftCardOrder) => orderRow(giftCardSide(record))

function movementRow(record: AccountTransaction) {
  const side: MovementSide = movementSide(record)
  return { name: side.id, atMs: side.atMs, told: { kind: 'movement', side } as const }
}

function billRow(row: BillListRow, place: string): ListedRow {
  if (row.kind === 'unreadable') return unreadable(row.transactionId, place)
  const { transactionId: name, createdAtMs: atMs } = row.transaction
  const side = billSide(row.transaction)
  return { name, atMs, told: side ? { kind: 'order', side } : { kind: 'nothing' } }
}

const PLACE = 'place:'
const placeName = (place: string): string => PLACE + place
/** Whether this is the name of a row that tells none of its own. */
export const isPlace = (name: string): boolean => name.startsWith(PLACE)

/** `place`: its day, page and place there, which is all that one without an id can be told by. */
const unreadable = (name: string | null, place: string): ListedRow => ({
  name: name ?? placeName(place),
  atMs: null,
  told: { kind: 'unreadable' },
})
