/** What was found of a day stays found, and signed for, while the service is being asked anew and where it does not answer. */
import { expect, test } from 'vitest'
import { shopDayOf } from '#shared/reconciliation.ts'
import { morningMs } from '../../support/clock.ts'
import type { Counter, Service } from '../../support/core.ts'
import {
  dayOf,
  openFindings,
  reconcile,
  startReconciledShop,
  stopAtHeld,
} from '../../support/reconciled-shop.ts'
import { changeServiceBook } from '../../support/service-books.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const who = 'Amina'
/** By this the service is asked about one mobile order. */
const look = { method: 'GET', path: '/v3/mobile/check' } as const
const list = { method: 'GET', path: '/v3/account/transactions' } as const
const MAX_CALLS = 20

/** Yesterday, two sales that agree and one that the service does not have; all were compared. */
async function startLost() {
  const soldMs = morningMs() - DAY_MS
  const items = [0, 1, 2].map((n) => soldItem(n, soldMs + n * MINUTE_MS, 'mobile', 'delivered'))
  const lost = items[2] ?? expect.fail('no sale')
  const history = { sinceMs: soldMs - DAY_MS, items, book: bookOf(items.slice(0, 2)) }
  const shop = await startReconciledShop(history)
  await reconcile(shop.counter)
  const found = [`unknown-at-service ${lost.ref}`]
  expect(await openFindings(shop.counter)).toEqual(found)
  const { findings } = await shop.counter.command('reconcile.findings', { open: true })
  return { ...shop, lost, found, findingId: findings[0]?.id ?? 'none', day: shopDayOf(soldMs) }
}

/** Stops a run at the first call of this kind: while the service is asked about the lost sale. */
const stopWhileAsking = (counter: Counter, service: Service, call: typeof look | typeof list = look) =>
  stopAtHeld({ counter, service }, { ...call, action: { do: 'hold', take: true } })

test('a run paused during a look leaves the finding open', async () => {
  const { counter, service, day, found } = await startLost()
  await stopWhileAsking(counter, service)
  expect(await openFindings(counter)).toEqual(found)
  expect(await dayOf(counter, day)).toMatchObject({ state: 'exceptions', obstacle: 'open-findings' })
})

test('a day that was signed with the finding accepted stays signed', async () => {
  const { counter, service, day, findingId } = await startLost()
  const settlement = { kind: 'accept' } as const
  await counter.command('reconcile.settle', { findingIds: [findingId], settlement, who, why: 'paid back' })
  const { digest } = await dayOf(counter, day)
  await counter.command('reconcile.sign-off', { day, digest, who })
  await stopWhileAsking(counter, service)
  expect(await dayOf(counter, day)).toMatchObject({ state: 'signed-off', settledFindings: 1 })
})

test('a service that does not answer takes back nothing of earlier answers', async () => {
  const { counter, service, day, found } = await startLost()
  await service.addFaults({ ...look, action: { do: 'fail', as: 'SERVICE_UNAVAILABLE' }, times: MAX_CALLS })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual(found)
  expect(await dayOf(counter, day)).toMatchObject({ state: 'exceptions', obstacle: 'open-findings' })
})

test('a look without a result leaves the finding, and one with the order removes it', async () => {
  const { counter, service, dataFile, lost, found, findingId } = await startLost()
  await stopWhileAsking(counter, service)
  expect(await counter.command('reconcile.look-again', { findingId })).toEqual({ stillFound: true })
  expect(await openFindings(counter)).toEqual(found)
  changeServiceBook(
    dataFile,
    `INSERT INTO orders SELECT ?, environment, ?, kind, product, variant, number, quantity, value_centimes, cost_centimes,
        created_at_ms, timeline FROM orders LIMIT 1`,
    lost.serviceId,
    lost.ref,
  )
  await counter.command('reconcile.look-again', { findingId })
  expect(await openFindings(counter)).not.toContain(found[0])
})

test('a debit that is missing is still missing while the lists are read anew', async () => {
  const soldMs = morningMs() - DAY_MS
  const items = [0, 1].map((n) => soldItem(n, soldMs + n * MINUTE_MS, 'mobile', 'delivered'))
  const [undebited] = items
  const book = { ...bookOf(items), movements: bookOf(items.slice(1)).movements }
  const { counter, service } = await startReconciledShop({ sinceMs: soldMs - DAY_MS, items, book })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([`amount-differs ${undebited?.ref}`])
  const { findings } = await counter.command('reconcile.findings', { open: true })
  await stopWhileAsking(counter, service, list)
  const looked = await counter.command('reconcile.look-again', { findingId: findings[0]?.id ?? 'none' })
  expect(looked).toEqual({ stillFound: true })
})
