/** A day with a sale of which the service could not be made to say anything: it does not pass for one that agrees. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shopDayOf } from '#shared/reconciliation.ts'
import { morningMs } from '../../support/clock.ts'
import { dayOf, openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { changeServiceBook } from '../../support/service-books.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const who = 'Amina'

/** Two days ago, a sale that agrees and one that the service knows under none of its names; both were compared. */
async function startUnproven() {
  const soldMs = morningMs() - 2 * DAY_MS
  const [kept, lost] = (['mobile', 'internet'] as const).map((kind, n) =>
    soldItem(n, soldMs + n * MINUTE_MS, kind, 'delivered'),
  )
  if (!kept || !lost) return expect.fail('no sales')
  // No other order of its kind could show that the path to it finds any.
  const { orders } = bookOf([kept, lost])
  const hidden = orders.map((order) =>
    order.id === lost.serviceId ? { ...order, id: 'x', ref: 'x' } : order,
  )
  const book = { ...bookOf([kept]), orders: hidden }
  const history = { sinceMs: soldMs - DAY_MS, items: [kept, lost], book }
  const shop = await startReconciledShop(history)
  await reconcile(shop.counter)
  expect(await openFindings(shop.counter)).toEqual([])
  return { ...shop, lost, day: shopDayOf(soldMs), dayAfter: shopDayOf(soldMs + DAY_MS) }
}

test('an unproven day is shown as such, and can be signed, with or without a workbook', async () => {
  const { counter, dataDir, open, day, dayAfter } = await startUnproven()
  const unproven = await dayOf(counter, day)
  expect(unproven).toMatchObject({ state: 'unproven', unprovenSales: 1, obstacle: null })
  expect(await dayOf(counter, dayAfter)).toMatchObject({ state: 'level' })
  const signed = await counter.command('reconcile.sign-off', { day, digest: unproven.digest, who })
  expect(signed).toMatchObject({ state: 'signed-off', unprovenSales: 1 })
  await counter.core.stop()
  rmSync(join(dataDir, 'reconciliation'), { recursive: true })
  const next = await open()
  expect(await dayOf(next, day)).toMatchObject({ state: 'signed-off', unprovenSales: 1, signed: { who } })
})

test('a signature for an unproven day is refused once it is proven', async () => {
  const { counter, dataFile, day, lost } = await startUnproven()
  const unproven = await dayOf(counter, day)
  // The sums are the same: it is the sale alone of which the service says more now.
  changeServiceBook(
    dataFile,
    'UPDATE orders SET id = ?, ref = ? WHERE kind = ?',
    lost.serviceId,
    lost.ref,
    'internet',
  )
  await reconcile(counter, day)
  expect(await dayOf(counter, day)).toMatchObject({
    state: 'level',
    unprovenSales: 0,
    totals: unproven.totals,
  })
  const signed = await counter.ask('reconcile.sign-off', { day, digest: unproven.digest, who })
  expect(signed).toMatchObject({ ok: false, error: { kind: 'choice-changed' } })
})

test('a sale without an id is not believed missing where only looks by ids find anything', async () => {
  const soldMs = morningMs() - 2 * DAY_MS
  const [kept, unanswered] = [1, 2].map((n) => soldItem(n, soldMs + n * MINUTE_MS, 'internet', 'delivered'))
  if (!kept || !unanswered) return expect.fail('no sales')
  const items = [kept, { ...unanswered, end: 'unanswered' as const }]
  const history = { sinceMs: soldMs - DAY_MS, items, book: { ...bookOf([kept, unanswered]), movements: [] } }
  // The path by ref finds nothing any more.
  const ask = (path: string) => path.replace(/(check-ref\/).*/, `$1${'0'.repeat(26)}`)
  const { counter } = await startReconciledShop(history, { ask })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
  expect(await dayOf(counter, shopDayOf(soldMs))).toMatchObject({ unprovenSales: 1 })
})
