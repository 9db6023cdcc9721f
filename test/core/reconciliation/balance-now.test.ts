/** The balance at the end of a run that took long: what was sold meanwhile is in one list and not in another, and nothing of it is missing. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { morningMs } from '../../support/clock.ts'
import { inLists } from '../../support/list-rewrites.ts'
import { openFindings, reconcile, startReconciledShop, stopAtTheEnd } from '../../support/reconciled-shop.ts'
import { changeServiceBook } from '../../support/service-books.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const history = { method: 'GET', path: '/v3/account/transactions' } as const
/** One list read three times, each call of it as often. */
const MANY_CALLS = 30

/** A shop whose run was put down at its end, and which sold once more before the counter was closed for two hours. */
async function startLate() {
  const atMs = morningMs() - HOUR_MS
  const items = [0, 1].map((n) => soldItem(n, atMs + n * MINUTE_MS, 'mobile', 'delivered'))
  const shop = await startReconciledShop({ sinceMs: atMs - DAY_MS, items, book: bookOf(items) })
  const { clock, counter } = shop
  await stopAtTheEnd(shop)
  const { ref } = await counter.sellOrder({
    ...{ kind: 'mobile', planCode: 'PREPAID_DJEZZY', number: '0770123456' },
    amountCentimes: centimes(50_000),
  })
  await counter.reached(ref, 'fulfilled')
  await counter.core.stop()
  clock.setBy(2 * HOUR_MS)
  return { ...shop, next: await shop.open() }
}

test('a sale between the reading of the orders and that of the movements is no difference', async () => {
  const { next } = await startLate()
  await reconcile(next)
  expect(await openFindings(next)).toEqual([])
})

test('a balance that moved without a sale is reported', async () => {
  const { next, dataFile } = await startLate()
  changeServiceBook(dataFile, 'UPDATE accounts SET balance_centimes = balance_centimes - 12300')
  await reconcile(next)
  expect(await openFindings(next)).toEqual(['balance-differs undefined'])
})

test('a list of movements that lags behind the balance is no difference', async () => {
  const atMs = morningMs() - HOUR_MS
  const items = [soldItem(0, atMs, 'mobile', 'delivered')]
  let listedUntilMs = () => morningMs()
  const shop = await startReconciledShop(
    { sinceMs: atMs - DAY_MS, items, book: bookOf(items) },
    { rewrite: inLists((rows) => rows.filter(({ time }) => !(Date.parse(String(time)) > listedUntilMs()))) },
  )
  const { clock, counter } = shop
  listedUntilMs = () => clock.nowMs() - 7 * MINUTE_MS
  const { ref } = await counter.sellOrder({
    ...{ kind: 'mobile', planCode: 'PREPAID_DJEZZY', number: '0770123456' },
    amountCentimes: centimes(50_000),
  })
  await counter.reached(ref, 'fulfilled')
  for (const waitMs of [MINUTE_MS, 12 * MINUTE_MS]) {
    await clock.pass(waitMs)
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([])
  }
})

test('movements that cannot be read once more say nothing of the balance', async () => {
  const { next, service } = await startLate()
  await service.addFaults({
    ...history,
    action: { do: 'fail', as: 'SERVICE_UNAVAILABLE' },
    times: MANY_CALLS,
  })
  await reconcile(next)
  expect(await openFindings(next)).toEqual([])
})
