/** What people do about findings and days: settled once, signed once, re-opened by whatever comes after. */
import { expect, test } from 'vitest'
import { shopDayOf } from '#shared/reconciliation.ts'
import { morningMs } from '../../support/clock.ts'
import { cutPower, until } from '../../support/core.ts'
import { dayOf, nameOf, openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { changeServiceBook } from '../../support/service-books.ts'
import { readActs } from '../../support/till-entries.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Three days ago at noon, and the sales of that day. */
function oneDay() {
  const sinceMs = morningMs() - 4 * DAY_MS
  const noonMs = Math.floor(sinceMs / DAY_MS) * DAY_MS + DAY_MS + 11 * HOUR_MS
  const items = (['mobile', 'gift-card', 'bill', 'internet', 'mobile', 'mobile'] as const).map((kind, n) =>
    soldItem(n, noonMs + n * 60_000, kind, 'delivered'),
  )
  return { sinceMs, items, day: shopDayOf(noonMs), noonMs }
}

const who = 'Amina'

test('a cashier signs a day off with the owner alone, and both names are kept', async () => {
  const { sinceMs, items, day } = oneDay()
  const { counter } = await startReconciledShop({ sinceMs, items, book: bookOf(items) })
  await reconcile(counter)
  const { digest } = await dayOf(counter, day)
  const act = (name: string) => ({ actId: `of-settling-${name}` })
  const started = await counter.command('people.start', { ...act('owner'), name: 'Karim', pin: '271828' })
  const added = await counter.command('people.add', {
    ...act('cashier'),
    name: who,
    role: 'cashier',
    pin: '3141',
  })
  await counter.command('people.sign-in', { personId: added.people.at(-1)?.personId ?? '', pin: '3141' })
  const asked = { day, digest: digest ?? '', who: 'somebody' }
  expect(await counter.ask('reconcile.sign-off', asked)).toMatchObject({ error: { problem: 'needs-owner' } })
  const approval = { personId: started.signedIn ?? '', pin: '271828', command: 'reconcile.sign-off' }
  await counter.command('people.approve', { ...approval, input: asked })
  await counter.command('reconcile.sign-off', asked)
  expect(readActs(counter.dataDir, 'day-signed-off')).toMatchObject([{ who, approvedBy: 'Karim' }])
})

test('a day that agrees is signed off once, and a late refund re-opens it', async () => {
  const { sinceMs, items, day } = oneDay()
  const shop = await startReconciledShop({ sinceMs, items, book: bookOf(items) })
  const { counter } = shop
  expect(await dayOf(counter, day)).toMatchObject({ state: 'not-compared', obstacle: 'not-compared' })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
  const level = await dayOf(counter, day)
  expect(level).toMatchObject({ state: 'level', obstacle: null, openSales: 0 })
  expect(level.totals).toMatchObject({ salesCount: items.length, ordersCount: 5 })
  expect(level.totals?.costCentimes).toBe(level.totals?.debitedCentimes)

  const stale = await counter.ask('reconcile.sign-off', { day, digest: '0'.repeat(64), who })
  expect(stale).toMatchObject({ ok: false, error: { kind: 'choice-changed' } })
  const { digest } = level
  expect(await counter.command('reconcile.sign-off', { day, digest, who })).toMatchObject({
    state: 'signed-off',
  })
  const again = await counter.ask('reconcile.sign-off', { day, digest, who })
  expect(again).toMatchObject({ ok: false, error: { kind: 'not-allowed-now' } })

  const [refunded] = items
  if (!refunded) return expect.fail()
  changeServiceBook(
    shop.dataFile,
    `UPDATE orders SET timeline = '[{"status":"REFUNDED","atMs":0}]' WHERE id = ?`,
    refunded.serviceId,
  )
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([`refunded-without-notice ${refunded.ref}`])
  expect(await dayOf(counter, day)).toMatchObject({ state: 'reopened', openFindings: 1 })

  const { findings } = await counter.command('reconcile.findings', { day })
  const findingIds = findings.map(({ id }) => id)
  const settled = {
    findingIds,
    settlement: { kind: 'accept' },
    who,
    why: 'paid back to the customer',
  } as const
  await counter.command('reconcile.settle', settled)
  expect(await counter.ask('reconcile.settle', settled)).toMatchObject({ ok: false })
  expect(await openFindings(counter)).toEqual([])
  const reopened = await dayOf(counter, day)
  expect(reopened).toMatchObject({ state: 'reopened', obstacle: null, settledFindings: 1 })
  await counter.command('reconcile.sign-off', { day, digest: reopened.digest, who: 'Karim' })

  // What is written outlives the process, and the workbook too.
  await counter.core.stop()
  const next = await shop.open()
  expect(await dayOf(next, day)).toMatchObject({ state: 'signed-off', signed: { who: 'Karim' } })
  await reconcile(next)
  expect(await openFindings(next)).toEqual([])
  const { findings: kept } = await next.command('reconcile.findings', { day })
  expect(kept[0]?.sale?.state).toBe('fulfilled')
})

test('other counters’ orders are settled together once the shop has said that there are others, and an impossible explanation is refused', async () => {
  const { sinceMs, items, noonMs } = oneDay()
  const theirs = [20, 21, 22].map((n) => soldItem(n, noonMs + n * 60_000, 'mobile', 'delivered'))
  const { counter } = await startReconciledShop({ sinceMs, items, book: bookOf([...items, ...theirs]) })
  await reconcile(counter)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  expect(findings.map(nameOf).toSorted()).toEqual(
    theirs.map(({ serviceId }) => `unknown-to-journal ${serviceId}`).toSorted(),
  )
  expect(findings.every(({ movements }) => movements.length === 1)).toBe(true)
  const findingIds = findings.map(({ id }) => id)
  const settle = { who, why: 'the second till' }
  const unknown = {
    ...settle,
    findingIds: [...findingIds, 'f'.repeat(64)],
    settlement: { kind: 'accept' as const },
  }
  expect(await counter.ask('reconcile.settle', unknown)).toMatchObject({
    ok: false,
    error: { kind: 'choice-changed' },
  })
  expect(await openFindings(counter)).toHaveLength(3)
  const [first] = items
  const linked = { kind: 'link', ref: first?.ref ?? expect.fail() } as const
  await counter.command('reconcile.settle', {
    ...settle,
    findingIds: findingIds.slice(0, 1),
    settlement: linked,
  })
  const others = {
    ...settle,
    findingIds: findingIds.slice(1),
    settlement: { kind: 'other-counter' as const },
  }
  expect(await counter.ask('reconcile.settle', others)).toMatchObject({
    error: { kind: 'not-allowed-now', state: 'key-not-shared' },
  })
  await counter.command('settings.update', { sharedKey: true })
  expect((await counter.command('reconcile.settle', others)).run.openFindings).toBe(0)
  // The next run finds the same facts, and they are settled.
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
})

test('a look at one sale settles what the service has put right', async () => {
  const { sinceMs, items } = oneDay()
  const [wrong] = items
  if (!wrong) return expect.fail()
  const book = bookOf(items)
  const orders = book.orders.map((order) =>
    order.id === wrong.serviceId ? { ...order, status: 'UNKNOWN_ERROR' } : order,
  )
  const { counter, dataFile } = await startReconciledShop({ sinceMs, items, book: { ...book, orders } })
  await reconcile(counter)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  expect(findings.map(nameOf)).toEqual([`state-differs ${wrong.ref}`])
  const findingId = findings[0]?.id ?? ''
  expect(await counter.command('reconcile.look-again', { findingId })).toEqual({ stillFound: true })
  changeServiceBook(
    dataFile,
    `UPDATE orders SET timeline = '[{"status":"FULFILLED","atMs":0}]' WHERE id = ?`,
    wrong.serviceId,
  )
  expect(await counter.command('reconcile.look-again', { findingId })).toEqual({ stillFound: false })
  expect(await openFindings(counter)).toEqual([])
})

test('a run continues where it was paused, and where its process died', async () => {
  const { sinceMs, items } = oneDay()
  const lost = items[4] ?? expect.fail()
  const book = bookOf(items.filter((item) => item !== lost))
  const shop = await startReconciledShop({ sinceMs, items, book })
  const { counter, service } = shop
  const listed = async () =>
    (await service.requests()).filter(({ path }) => /\/(list|transactions)$/.test(path)).length
  const readOf = async () => (await counter.command('reconcile.state', {})).run
  await counter.command('reconcile.start', {})
  await until('some is read', async () => (await listed()) >= 4)
  const stopped = await counter.command('reconcile.stop', {})
  expect(stopped.done).toBeLessThan(stopped.total)
  await until('nothing goes on', async () => (await readOf()).state === 'stopped')
  const taken = await counter.command('reconcile.start', {})
  expect(taken.done).toBeGreaterThanOrEqual(stopped.done)
  await until('more is read', async () => (await readOf()).done > taken.done + 2)
  const image = cutPower(counter)
  await counter.core.stop()

  const next = await shop.open(image)
  const left = (await next.command('reconcile.state', {})).run
  expect(left).toMatchObject({ state: 'stopped' })
  expect(left.done).toBeGreaterThan(taken.done)
  await reconcile(next)
  expect(await openFindings(next)).toEqual([`unknown-at-service ${lost.ref}`])
  // Four lists of five days, the end of the account's once more, and one page at each of the two cuts.
  expect(await listed()).toBeLessThanOrEqual(4 * 5 + 1 + 2)
})

test('a run from an earlier day on reads that day again, and only reports its progress', async () => {
  const { sinceMs, items, day } = oneDay()
  const shop = await startReconciledShop({ sinceMs, items, book: bookOf(items) })
  const { counter } = shop
  await reconcile(counter)
  const before = counter.events.length
  await reconcile(counter, day)
  expect((await counter.command('reconcile.state', {})).run).toMatchObject({ state: 'idle', fromDay: day })
  const published = counter.events
    .slice(before)
    .flatMap(({ event }) => (event.kind === 'reconciliation-changed' ? event.run.state : []))
  expect([published.at(-1), new Set(published.slice(0, -1))]).toEqual(['idle', new Set(['running'])])
})
