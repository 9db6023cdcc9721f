/**
 * Random histories with random differences: what was changed is found, and nothing else. The days are compared on a real
 * journal and a real workbook; what reads the lists over HTTP has its own tests.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openJournal } from '#core/journal/open.ts'
import { atOnce } from '#core/journal/steps.ts'
import { noAttribution } from '#core/reconciliation/attribution.ts'
import { compareDay, knownFrom } from '#core/reconciliation/compare-day.ts'
import { openWorkbook } from '#core/reconciliation/workbook.ts'
import { type ServiceList, serviceLists } from '#core/reconciliation/workbook-records.ts'
import { centimes } from '#shared/money.ts'
import { orderKinds } from '#shared/products/orders.ts'
import { type MovementSide, shopDayAfter, shopDayOf } from '#shared/reconciliation.ts'
import { keepLog } from '../../support/api-client.ts'
import { RUNS } from '../../support/effort.ts'
import { journalOptions, shopName } from '../../support/journal-entries.ts'
import { nameOf } from '../../support/reconciled-shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import {
  type BookMovement,
  type BookOrder,
  bookOf,
  type SoldItem,
  soldItem,
  writeSales,
} from '../../support/two-books.ts'

const SINCE_MS = Date.UTC(2026, 0, 5, 9)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DAYS = 4
const LONG_AFTER_MS = SINCE_MS + 30 * DAY_MS

const changes = ['none', 'lost', 'amount', 'state', 'late-refund', 'debited-twice', 'foreign'] as const
type Change = (typeof changes)[number]

const drawnSale = fc.record({
  kind: fc.constantFrom(...orderKinds),
  minute: fc.integer({ min: 1, max: (DAYS - 1) * 24 * 60 }),
  end: fc.constantFrom('delivered', 'delivered', 'delivered', 'refunded'),
  change: fc.constantFrom<Change>('none', 'none', ...changes),
})
type Drawn = typeof drawnSale extends fc.Arbitrary<infer Value> ? Value : never

interface Changed {
  readonly orders: readonly BookOrder[]
  readonly movements: readonly BookMovement[]
  readonly expected: readonly string[]
  readonly looks: readonly SoldItem[]
}

const nothing: Changed = { orders: [], movements: [], expected: [], looks: [] }

/** What the service's books hold of a sale after this change, and what has to be found of it. */
function applyChange(item: SoldItem, change: Change): Changed {
  const book = bookOf([item])
  const { orders, movements } = book
  const same = { ...nothing, orders, movements }
  const [debit] = movements
  const isInternet = item.order.kind === 'internet'
  if (!debit) return expect.fail('no debit')
  const later = { ...debit, atMs: debit.atMs + DAY_MS }
  switch (change) {
    case 'none':
      return same
    case 'foreign':
      return {
        ...same,
        expected: [
          isInternet ? `debited-without-sale ${item.serviceId}` : `unknown-to-journal ${item.serviceId}`,
        ],
      }
    case 'lost':
      return { ...nothing, expected: [`unknown-at-service ${item.ref}`], looks: [item] }
    case 'debited-twice':
      return {
        ...same,
        movements: [...movements, later],
        expected: [`duplicate ${isInternet ? undefined : item.serviceId}`],
      }
    case 'late-refund': {
      if (item.end === 'refunded') return same
      const refund = { ...later, type: 'REFUND' } as const
      return { ...same, movements: [...movements, refund], expected: [`refunded-without-notice ${item.ref}`] }
    }
    case 'amount':
      return {
        ...same,
        movements: movements.map((one) => ({ ...one, amountCentimes: centimes(one.amountCentimes + 100) })),
        // A debit and its refund that are both another amount come to nothing all the same.
        expected: item.end === 'delivered' ? [`amount-differs ${item.ref}`] : [],
      }
    case 'state':
      return {
        ...same,
        orders: orders.map((order) => ({ ...order, status: 'UNKNOWN' })),
        expected: isInternet ? [] : [`state-differs ${item.ref}`],
      }
  }
}

const words = { mobile: 'FLEXY', internet: 'ADSL', 'gift-card': 'ORDER', bill: 'SERVICE' } as const

/** The account's history of these movements, its balances in one chain. */
function chained(movements: readonly BookMovement[]): readonly MovementSide[] {
  let balance = 100_000_000
  return movements
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ orderId, kind, type, amountCentimes, atMs }, place): MovementSide => {
      const before = centimes(balance)
      balance += type === 'DEBIT' ? -amountCentimes : amountCentimes
      return {
        ...{ id: `m-${place}`, type: type === 'DEBIT' ? words[kind] : `REFUND-${words[kind]}` },
        ...{ direction: type === 'DEBIT' ? 'out' : 'in', amountCentimes, objectId: orderId, atMs },
        ...{ oldBalanceCentimes: before, newBalanceCentimes: centimes(balance) },
      }
    })
}

function findAll(drawn: readonly Drawn[]): { found: readonly string[]; expected: readonly string[] } {
  // Sales of one thing within minutes may be taken for each other's: each has a thing of its own.
  const items = drawn.map(({ kind, minute, end }, n) => soldItem(n, SINCE_MS + minute * MINUTE_MS, kind, end))
  const changed = items.map((item, n) => applyChange(item, drawn[n]?.change ?? 'none'))
  const folder = temporaryFolder()
  const options = journalOptions(folder, { nowMs: () => SINCE_MS })
  const created = openJournal(options)
  if (!created.ok) return expect.fail(created.error.detail)
  created.value.close()
  const mine = items.filter((_, n) => drawn[n]?.change !== 'foreign')
  writeSales(join(folder, `${shopName}.journal`), mine)
  const opened = openJournal(options)
  if (!opened.ok) return expect.fail(opened.error.detail)
  const journal = opened.value
  const workbook = openWorkbook(join(folder, 'workbook'), keepLog())
  onTestFinished(() => workbook.close())
  const mark = { mark: 'once', runId: 'once', offsetMs: 0, readAtMs: LONG_AFTER_MS, day: shopDayOf(SINCE_MS) }
  for (const order of changed.flatMap((one) => one.orders)) {
    if (order.kind === 'internet') continue
    const { kind, id: orderId, ref, status, faceCentimes, debitCentimes, atMs } = order
    const own = kind === 'mobile' ? ref : null
    const side = { kind, orderId, ref: own, status, subject: null, faceCentimes, debitCentimes, atMs }
    workbook.rows.keep(
      { name: orderId, atMs, content: { kind: 'order', side } },
      { ...mark, list: kind satisfies ServiceList },
    )
  }
  for (const side of chained(changed.flatMap((one) => one.movements)))
    workbook.rows.keep(
      { name: side.id ?? '', atMs: side.atMs, content: { kind: 'movement', side } },
      { ...mark, list: 'account' },
    )
  const readings = serviceLists.map((list) => ({
    ...({ day: mark.day, list, state: 'read', nextPage: 1, tries: 0, begunAtMs: LONG_AFTER_MS } as const),
  }))
  const parts = {
    ...{ journal, workbook, offsetMs: 0, attribution: noAttribution },
    ...{ sharedKey: () => false, nowMs: () => LONG_AFTER_MS },
  }
  const known = { ...knownFrom(readings, parts), debitedKinds: new Set<never>() }
  for (let n = 0; n <= DAYS + 1; n += 1) {
    const day = shopDayAfter(mark.day, n)
    const { asks } = atOnce(compareDay(day, known, parts))
    for (const ref of asks) workbook.keepLook(ref, day, { kind: 'absent' })
    if (asks.length > 0) expect(atOnce(compareDay(day, known, parts)).asks).toEqual([])
  }
  const found = workbook.listFindings(undefined, 1_000).map(nameOf).toSorted()
  journal.close()
  return { found, expected: changed.flatMap((one) => one.expected).toSorted() }
}

test('what differs is found, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(drawnSale, { minLength: 1, maxLength: 14 }), (drawn) => {
      const { found, expected } = findAll(drawn)
      expect(found).toEqual(expected)
    }),
    { numRuns: Math.ceil(RUNS / 4) },
  )
})
