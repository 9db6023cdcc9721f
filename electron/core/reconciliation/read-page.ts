/**
 * One page of one list of one day, by one call, as rows for the workbook. Owns which part of a list is a day's: the counter's
 * own day, by the service's clock, with some time on both sides, because neither clock is exact and bounds may be rounded, or
 * read in the zone of a country near by.
 */
import type { OrderKind } from '#shared/products/orders.ts'
import { shopDaySpan } from '#shared/reconciliation.ts'
import type { ServiceCalls } from '../api/client.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { AccountTransaction, PageFilter } from '../api/platform-records.ts'
import { type CallFailure, isNotFound } from '../call-error.ts'
import { readIn } from '../products/kind.ts'
import { listOf } from '../products/kinds.ts'
import { type ListedOrder, type ListPage, readPlatformPage } from '../products/order-list.ts'
import { askedBetween } from '../sale/time-window.ts'
import { digestOf } from './finding.ts'
import { contentOf, movementSide } from './sides.ts'
import type { ListedRow, Reading } from './workbook-records.ts'

export const OVERLAP_MS = 2 * 3_600_000 + 10 * 60_000

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
  const asked = { at: reading.nextPage, ...askedBetween(window) }
  const { list, day } = reading
  if (list === 'account') {
    const read = (page: PageFilter) => client.listAccountTransactions(page)
    return pageOf(await readPlatformPage(read, asked, movementRow), day)
  }
  const outcome = await listOf(list).readPage(client, asked)
  return pageOf(
    readIn(outcome, (page) => ({ ...page, rows: page.rows.map(orderRow) })),
    day,
  )
}

/** A row that can be read. */
type ReadableRow = Pick<ListedRow, 'content' | 'atMs'> & { readonly kind: 'read'; readonly id: string | null }

function pageOf(outcome: CallOutcome<ListPage<ReadableRow>>, day: string): PageRead {
  if (outcome.kind !== 'accepted') return failed(outcome)
  const { rows, page, firstPlace, totalCount, next } = outcome.value
  const nthAlike = countAlike()
  const listed = rows.map((row, place): ListedRow => {
    if (row.kind === 'unreadable') return unreadable(row.id, `${day}/${page}/${firstPlace + place}`)
    const { atMs, content } = row
    // Nameless rows with the same content on one page are several. On another page, or in the list of the day beside, the
    // same row is read once more: so its name hangs on its content, and not on where it stands. The key `told` is part of the
    // names that findings were recorded under.
    const told = content.kind === 'movement' ? { ...content, side: contentOf(content.side) } : content
    return { name: row.id ?? nthAlike(digestOf({ atMs, told })), atMs, content }
  })
  return { kind: 'page', rows: eachOnce(listed), totalCount, nextPage: next }
}

/** A row that a page shows twice counts twice, where the service counts it so, and is one. */
function eachOnce(rows: readonly ListedRow[]): readonly ListedRow[] {
  const nthOf = countAlike()
  return rows.map((row) => {
    const nth = nthOf(row.name)
    return nth === `${row.name}/1` ? row : { name: nth, atMs: row.atMs, content: { kind: 'nothing' } }
  })
}

/** Distinguishes those that come under one name: each has its number behind it. */
function countAlike(): (name: string) => string {
  const met = new Map<string, number>()
  return (name) => {
    const nth = (met.get(name) ?? 0) + 1
    met.set(name, nth)
    return `${name}/${nth}`
  }
}

/** A path that does not exist answers like a record that does not; one that the profile leaves out makes no request. */
function failed(failure: CallFailure): PageRead {
  const isMissing =
    isNotFound(failure) || (failure.kind === 'not-sent' && failure.reason === 'invalid-request')
  return isMissing ? { kind: 'unavailable' } : { kind: 'failed', failure }
}

type ReadRow = ListPage<ListedOrder<OrderKind>>['rows'][number]

function orderRow(row: ReadRow): ListPage<ReadableRow>['rows'][number] {
  if (row.kind === 'unreadable') return row
  const side = row.side()
  const { id, atMs } = row
  return { kind: 'read', id, atMs, content: side ? { kind: 'order', side } : { kind: 'nothing' } }
}

function movementRow(record: AccountTransaction): ReadableRow {
  const side = movementSide(record)
  return { kind: 'read', id: side.id, atMs: side.atMs, content: { kind: 'movement', side } }
}

const PLACE = 'place:'
const placeName = (place: string): string => PLACE + place
/** Whether this is the name of a row that has none of its own. */
export const isPlace = (name: string): boolean => name.startsWith(PLACE)

/** `place`: its day, page and place there, which is all that one without an id can be known by. */
const unreadable = (name: string | null, place: string): ListedRow => ({
  name: name ?? placeName(place),
  atMs: null,
  content: { kind: 'unreadable' },
})
