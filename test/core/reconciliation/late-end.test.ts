/** A sale that ends long after its day was last read: the day is read once more, and it and the day of the end can be signed. */
import { expect, test } from 'vitest'
import { type Centimes, centimes } from '#shared/money.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import { morningMs } from '../../support/clock.ts'
import { bareMovement, movements } from '../../support/list-rewrites.ts'
import { dayOf, openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { changeServiceBook, openingCentimes } from '../../support/service-books.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

function refundAt(dataFile: string, orderId: string, amountCentimes: Centimes, atMs: number): void {
  const before = centimes(openingCentimes - amountCentimes)
  changeServiceBook(
    dataFile,
    `UPDATE orders SET timeline = json_array(json_object('status', 'REFUNDED', 'atMs', ?)) WHERE id = ?`,
    atMs,
    orderId,
  )
  changeServiceBook(
    dataFile,
    `INSERT INTO movements (environment, order_id, ref, kind, type, amount_centimes, at_ms, old_balance_centimes,
      new_balance_centimes) VALUES ('production', ?, ?, 'mobile', 'REFUND', ?, ?, ?, ?)`,
    ...[orderId, orderId, amountCentimes, atMs, before, openingCentimes],
  )
  const sql = "UPDATE accounts SET balance_centimes = ? WHERE environment = 'production'"
  changeServiceBook(dataFile, sql, openingCentimes)
}

test('a refund three weeks later is matched with its sale', async () => {
  const soldMs = morningMs() - HOUR_MS
  const item = soldItem(1, soldMs, 'mobile', 'open')
  const history = { sinceMs: soldMs - HOUR_MS, items: [item], book: bookOf([item]) }
  const { clock, counter, dataFile, open } = await startReconciledShop(history)
  await counter.core.stop()
  clock.setBy(19 * DAY_MS)
  const later = await open()
  await reconcile(later)
  await later.core.stop()
  clock.setBy(DAY_MS)
  const refundedMs = clock.nowMs()
  refundAt(dataFile, item.serviceId, item.costCentimes, refundedMs)
  const atTheEnd = await open()
  await atTheEnd.ask('sale.look-up', { ref: item.ref })
  expect(await atTheEnd.readSale(item.ref)).toMatchObject({ phase: 'refunded' })
  await atTheEnd.core.stop()
  clock.setBy(DAY_MS)
  const next = await open()
  await reconcile(next)
  expect(await openFindings(next)).toEqual([])
  for (const atMs of [soldMs, refundedMs])
    expect(await dayOf(next, shopDayOf(atMs))).toMatchObject({ state: 'level', obstacle: null })
})

test.each([4, 10])(
  'a refund of today, debited %s days ago, is matched with its sale if movements have no names',
  async (days) => {
    const soldMs = morningMs() - HOUR_MS
    const item = soldItem(1, soldMs, 'mobile', 'open')
    const history = { sinceMs: soldMs - HOUR_MS, items: [item], book: bookOf([item]) }
    const { clock, counter, dataFile, open } = await startReconciledShop(history, {
      rewrite: movements(bareMovement),
    })
    await counter.core.stop()
    clock.setBy(days * DAY_MS)
    refundAt(dataFile, item.serviceId, item.costCentimes, clock.nowMs())
    const later = await open()
    await later.ask('sale.look-up', { ref: item.ref })
    expect(await later.readSale(item.ref)).toMatchObject({ phase: 'refunded' })
    await later.core.stop()
    clock.setBy(HOUR_MS)
    const next = await open()
    await reconcile(next)
    expect(await openFindings(next)).toEqual([])
    // The day of the debit is not among those that a later run reads.
    await reconcile(next, shopDayOf(clock.nowMs()))
    expect(await openFindings(next)).toEqual([])
  },
)

test('a bill refunded while the counter was closed is looked at, however long ago', async () => {
  const paidMs = morningMs() - 20 * DAY_MS
  const paid = soldItem(1, paidMs, 'bill', 'delivered')
  const lastSold = soldItem(2, paidMs + 4 * DAY_MS, 'mobile', 'delivered')
  const refunded = { ...soldItem(1, paidMs, 'bill', 'refunded'), ref: paid.ref }
  const history = {
    sinceMs: paidMs - HOUR_MS,
    items: [paid, lastSold],
    book: bookOf([refunded, lastSold]),
  }
  const { clock, counter } = await startReconciledShop(history)
  await clock.pass(5 * MINUTE_MS)
  expect(await counter.readSale(paid.ref)).toMatchObject({ phase: 'refunded' })
})
