/** A sale that the counter follows and the service has ended: it is looked at, and a finding only if that brings nothing. */
import { expect, test } from 'vitest'
import { shopDayOf } from '#shared/reconciliation.ts'
import { morningMs } from '../../support/clock.ts'
import { until } from '../../support/core.ts'
import { type Item, movements } from '../../support/list-rewrites.ts'
import { dayOf, openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { changeServiceBook } from '../../support/service-books.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const look = { method: 'GET', path: '/v3/mobile/check' } as const
const MANY_CALLS = 100

/** A shop that sold something yesterday, which the service has delivered since the counter looked at it. */
async function startEnded() {
  const soldMs = morningMs() - DAY_MS
  const item = soldItem(1, soldMs, 'mobile', 'open')
  const history = { sinceMs: soldMs - 1, items: [item], book: bookOf([item]) }
  const shop = await startReconciledShop(history)
  const { service, counter, dataFile } = shop
  await until('the counter has looked at it', async () =>
    (await service.requests()).some(({ path }) => path.startsWith(look.path)),
  )
  await until('and knows', async () => (await counter.readSale(item.ref)).phase === 'unknown')
  changeServiceBook(
    dataFile,
    `UPDATE orders SET timeline = json_array(json_object('status', 'FULFILLED', 'atMs', created_at_ms))`,
  )
  return { ...shop, ref: item.ref, day: shopDayOf(soldMs) }
}

test('the look ends the sale, and the next run compares it', async () => {
  const { counter, clock, open, ref, day } = await startEnded()
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'fulfilled' })
  expect(await dayOf(counter, day)).toMatchObject({ state: 'not-compared', openSales: 0 })
  await counter.core.stop()
  clock.setBy(DAY_MS)
  const next = await open()
  await reconcile(next)
  expect(await openFindings(next)).toEqual([])
  expect(await dayOf(next, day)).toMatchObject({ state: 'level', obstacle: null })
})

test('if the look brings no answer, the list’s finding is reported', async () => {
  const { counter, service, ref } = await startEnded()
  await service.addFaults({ ...look, action: { do: 'fail', as: 'SERVICE_UNAVAILABLE' }, times: MANY_CALLS })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([`state-differs ${ref}`])
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'unknown' })
})

test.each(['ref', 'id'])(
  'the debit of a sale that counts as never sent is reported if it names its %s',
  async (by) => {
    const atMs = morningMs() - 2 * DAY_MS
    const another = soldItem(90, atMs - DAY_MS / 4, 'internet', 'delivered')
    const items = [another, soldItem(1, atMs, 'internet', 'not-sent')]
    const refOf = new Map(items.map(({ serviceId, ref }) => [serviceId, String(ref)]))
    const byRef = movements((row: Item) => ({ ...row, objid: refOf.get(String(row.objid)) ?? row.objid }))
    // The counter's own looks bring no answer.
    const rewrite = (path: string, text: string) =>
      path.includes('check') ? '{}' : by === 'ref' ? byRef(path, text) : text
    const history = { sinceMs: atMs - DAY_MS, items, book: bookOf(items) }
    const { counter } = await startReconciledShop(history, { rewrite })
    await reconcile(counter)
    expect(await openFindings(counter)).toHaveLength(1)
  },
)

test('a sale that was sent again a day after it was recorded has a day to end from then on', async () => {
  const atMs = morningMs() - HOUR_MS
  const item = { ...soldItem(1, atMs, 'mobile', 'open'), sentAfterMs: 30 * HOUR_MS }
  const history = { sinceMs: atMs - item.sentAfterMs - 1, items: [item], book: bookOf([item]) }
  const { counter, clock } = await startReconciledShop(history)
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
  clock.setBy(DAY_MS)
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([`not-ended ${item.ref}`])
})
