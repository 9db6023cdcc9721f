/** What came on another day than a run's, or before a restore: nothing false is found of it, and nothing is passed over. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { journalName } from '#core/journal/paths.ts'
import { sumCentimes } from '#shared/money.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import { trainingKeys } from '#training/keys.ts'
import { morningMs } from '../../support/clock.ts'
import { startCore, until } from '../../support/core.ts'
import {
  dayOf,
  openFindings,
  reconcile,
  startReconciledShop,
  stopAtTheEnd,
} from '../../support/reconciled-shop.ts'
import { changeServiceBook, openingCentimes } from '../../support/service-books.ts'
import { bookOf, entriesOf, reconciledAccount, soldItem, writeSales } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/**
 * A shop of two days that sold some things this morning, on a clock that a test may set on while its counter is closed. Of
 * the service's orders one is not in the journal before the test writes it there.
 */
async function startMorning(lateSales: 0 | 1 = 0, rewrite?: (path: string, text: string) => string) {
  const nowMs = morningMs()
  const sold = (n: number) => soldItem(n, nowMs - HOUR_MS + n * MINUTE_MS, 'mobile', 'delivered')
  const items = [0, 1, 2].map(sold)
  const lateSale = sold(3)
  const book = bookOf([...items, lateSale].slice(0, items.length + lateSales))
  const shop = await startReconciledShop(
    { sinceMs: nowMs - 2 * DAY_MS, items, book },
    rewrite ? { rewrite } : {},
  )
  let balance: number = openingCentimes - sumCentimes(items.map(({ costCentimes }) => costCentimes))
  /** Money that comes to the account without any sale, as the account's history lists it. */
  function deposit(atMs: number, amount: number): void {
    changeServiceBook(
      shop.dataFile,
      `INSERT INTO movements (environment, order_id, ref, kind, type, amount_centimes, at_ms, old_balance_centimes,
        new_balance_centimes) VALUES ('production', ?, 'deposit', '', 'CREDIT', ?, ?, ?, ?)`,
      ...[`deposit-${atMs}`, amount, atMs, balance, balance + amount],
    )
    balance += amount
    const sql = "UPDATE accounts SET balance_centimes = ? WHERE environment = 'production'"
    changeServiceBook(shop.dataFile, sql, balance)
  }
  return { ...shop, nowMs, lateSale, deposit }
}

test('a run resumed the next day reads that day too, and compares its balance', async () => {
  const { counter, service, clock, open, nowMs, deposit } = await startMorning()
  const listed = async () =>
    (await service.requests()).filter(({ path }) => /\/(list|transactions)$/.test(path)).length
  await counter.command('reconcile.start', {})
  await until('some is read', async () => (await listed()) >= 2)
  await counter.command('reconcile.stop', {})
  await counter.core.stop()
  clock.setBy(DAY_MS)
  deposit(nowMs + DAY_MS - HOUR_MS, 5_000_000)
  const next = await open()
  await reconcile(next)
  expect(await openFindings(next)).toEqual([])
  const { run } = await next.command('reconcile.state', {})
  expect(run).toMatchObject({ fromDay: shopDayOf(nowMs - 2 * DAY_MS), toDay: shopDayOf(nowMs + DAY_MS) })
})

test('a day begins with the end balance of the day before, not with its last read', async () => {
  const { counter, clock, open, nowMs, deposit } = await startMorning()
  await reconcile(counter)
  await counter.core.stop()
  clock.setBy(DAY_MS)
  deposit(nowMs + 2 * HOUR_MS, 5_000_000)
  deposit(nowMs + DAY_MS - HOUR_MS, 7_000_000)
  const next = await open()
  await reconcile(next, shopDayOf(nowMs + DAY_MS))
  expect(await openFindings(next)).toEqual([])
})

test('after a restore that lost sales, the days are compared anew and the lost ones are found', async () => {
  const { counter, service, clock, dataDir, open, nowMs, lateSale } = await startMorning(1)
  const backup = await counter.command('journal.back-up', {})
  await counter.core.stop()
  const path = join(dataDir, 'journal', `${journalName(reconciledAccount)}.journal`)
  writeSales(path, [lateSale])
  clock.setBy(12 * DAY_MS)
  const whole = await open()
  await reconcile(whole)
  expect(await openFindings(whole)).toEqual([])
  const day = shopDayOf(nowMs)
  expect(await dayOf(whole, day)).toMatchObject({ state: 'level' })
  await whole.core.stop()
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
  // A slow machine may have come to the day's own backup as well, which would bring all of it back.
  const backups = join(dataDir, 'journal', 'backups')
  const others = readdirSync(backups).filter((name) => !name.startsWith(backup.name))
  for (const name of others) rmSync(join(backups, name), { recursive: true })
  const key = trainingKeys.production
  const restored = await startCore({
    ...{ service, clock, dataDir, key, config: reconciledAccount, started: false },
  })
  const answer = await restored.command('journal.restore', { backup: backup.name })
  expect(answer).toMatchObject({ savedEntries: 0, lostEntries: entriesOf(lateSale).length })
  expect(await dayOf(restored, day)).toMatchObject({ state: 'not-compared', obstacle: 'not-compared' })
  restored.core.start()
  await restored.opened()
  await reconcile(restored)
  expect(await openFindings(restored)).toEqual([`unknown-to-journal ${lateSale.serviceId}`])
})

test('an unreadable row without a name is a different one on each day', async () => {
  const { counter } = await startMorning(0, (path, text) =>
    path.startsWith('/v3/gift-cards/list') ? text.replace('"items":[]', '"items":[{}]') : text,
  )
  await reconcile(counter)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  const unreadable = findings.filter(({ kind }) => kind === 'unreadable')
  const { days } = await counter.command('reconcile.state', {})
  expect(unreadable.map(({ day }) => day)).toEqual(days.map(({ day }) => day))
  expect(days.length).toBeGreaterThan(1)
  // One of them is settled, and the others are not.
  const findingIds = unreadable.slice(0, 1).map(({ id }) => id)
  const settlement = { kind: 'accept' } as const
  await counter.command('reconcile.settle', {
    findingIds,
    settlement,
    who: 'Amina',
    why: 'asked the service',
  })
  await reconcile(counter)
  expect(await openFindings(counter)).toHaveLength(unreadable.length - 1)
})

test('a run cut while it compares the balance compares it when it resumes', async () => {
  const { counter, service, dataFile } = await startMorning()
  changeServiceBook(dataFile, 'UPDATE accounts SET balance_centimes = balance_centimes - 12300')
  await stopAtTheEnd({ counter, service })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual(['balance-differs undefined'])
})
