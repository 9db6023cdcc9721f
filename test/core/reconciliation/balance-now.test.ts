/** The balance at the end of a run that took long: what was sold meanwhile is in one list and not in another, and nothing of it is missing. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { morningMs } from '../../support/clock.ts'
import { type Counter, type Service, until } from '../../support/core.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { changeServiceBook } from '../../support/service-books.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const history = { method: 'GET', path: '/v3/account/transactions' } as const
/** One list read three times, each call of it as often. */
const MANY_CALLS = 30

/** Begins a run and puts it down when all its lists are read, while it reads the account's movements once more. */
async function stopAtTheEnd(counter: Counter, service: Service): Promise<void> {
  const { days } = await counter.tell('reconcile.state', {})
  await service.addFaults(
    { ...history, action: { do: 'delay', take: true, ms: 0 }, times: days.length },
    { ...history, action: { do: 'hold', take: true } },
  )
  await counter.tell('reconcile.start', {})
  await until('it reads the movements once more', async () => (await service.heldCount()) > 0)
  await counter.tell('reconcile.stop', {})
  await service.release()
  await until('nothing goes on', async () => {
    const { run } = await counter.tell('reconcile.state', {})
    return run.state === 'stopped'
  })
}

/** A shop whose run was put down at its end, and which sold once more before the counter was closed for two hours. */
async function startLate() {
  const atMs = morningMs() - HOUR_MS
  const items = [0, 1].map((n) => soldItem(n, atMs + n * MINUTE_MS, 'mobile', 'delivered'))
  const shop = await startReconciledShop({ sinceMs: atMs - DAY_MS, items, book: bookOf(items) })
  const { clock, counter, service } = shop
  await stopAtTheEnd(counter, service)
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

test('a balance that moved without a sale is told all the same', async () => {
  const { next, dataFile } = await startLate()
  changeServiceBook(dataFile, 'UPDATE accounts SET balance_centimes = balance_centimes - 12300')
  await reconcile(next)
  expect(await openFindings(next)).toEqual(['balance-differs undefined'])
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
