/** What lies around midnight is of one day, and is there once: by clocks that differ, and in the lists of both days. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openJournal } from '#core/journal/open.ts'
import { journalName } from '#core/journal/paths.ts'
import { createRequestGate } from '#core/reconciliation/request-gate.ts'
import { createRun } from '#core/reconciliation/run.ts'
import { openWorkbook } from '#core/reconciliation/workbook.ts'
import { sumCentimes, zeroCentimes } from '#shared/money.ts'
import { shopDayAfter, shopDayOf, shopDaySpan } from '#shared/reconciliation.ts'
import { clientFor, keepLog } from '../../support/api-client.ts'
import { morningMs } from '../../support/clock.ts'
import type { Counter } from '../../support/core.ts'
import { journalOptions } from '../../support/journal-entries.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, reconciledAccount, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const SECOND_MS = 1_000

/** Yesterday, and the last moment of the day before. */
function lastMidnights() {
  const yesterday = shopDayAfter(shopDayOf(morningMs()), -1)
  const { fromMs: midnightMs } = shopDaySpan(yesterday)
  return { yesterday, dayBefore: shopDayAfter(yesterday, -1), midnightMs }
}

const totalsOf = async (counter: Counter, day: string) => {
  const { days } = await counter.command('reconcile.state', {})
  return days.find((one) => one.day === day)?.totals ?? expect.fail(`${day} was not compared`)
}

test('a sale before midnight that is after it by the service’s clock is of the day on which it was sold', async () => {
  const { yesterday, dayBefore, midnightMs } = lastMidnights()
  const aheadMs = 20 * SECOND_MS
  const item = soldItem(1, midnightMs - 15 * SECOND_MS, 'mobile', 'delivered')
  const book = bookOf([{ ...item, atMs: item.atMs + aheadMs }])
  const history = { sinceMs: midnightMs - 2 * DAY_MS, items: [item], book }
  const { counter } = await startReconciledShop(history, { aheadMs })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
  const { costCentimes: debitedCentimes } = item
  const sold = { salesCount: 1, ordersCount: 1, costCentimes: debitedCentimes, debitedCentimes }
  expect(await totalsOf(counter, dayBefore)).toMatchObject(sold)
  const none = { salesCount: 0, ordersCount: 0, debitedCentimes: zeroCentimes }
  expect(await totalsOf(counter, yesterday)).toMatchObject(none)
})

test('movements without an id that are in the lists of both days count once', async () => {
  const { yesterday, midnightMs } = lastMidnights()
  const items = [0, 1].map((n) => soldItem(n, midnightMs + (n + 1) * 60 * SECOND_MS, 'mobile', 'delivered'))
  // Another movement stands before them in one of the two lists, so that their places differ.
  const later = soldItem(2, midnightMs + 3_600 * SECOND_MS, 'mobile', 'delivered')
  const all = [...items, later]
  const history = { sinceMs: midnightMs - 2 * DAY_MS, items: all, book: bookOf(all) }
  const { counter } = await startReconciledShop(history, {
    rewrite: (path, text) =>
      path.startsWith('/v3/account/transactions') ? text.replace(/"_id":"[^"]*",/g, '') : text,
  })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
  const debitedCentimes = sumCentimes(all.map(({ costCentimes }) => costCentimes))
  expect(await totalsOf(counter, yesterday)).toMatchObject({ debitedCentimes })
})

test('a run that begins before the service answers uses the last known offset of its clock', async () => {
  const { midnightMs } = lastMidnights()
  const history = { sinceMs: midnightMs, items: [], book: bookOf([]) }
  const aheadMs = 90 * SECOND_MS
  const { clock, counter, service, dataDir } = await startReconciledShop(history, { aheadMs })
  await reconcile(counter)
  await counter.core.stop()
  const name = journalName(reconciledAccount)
  const opened = openJournal(journalOptions(join(dataDir, 'journal'), { ...reconciledAccount, name }))
  if (!opened.ok) return expect.fail(opened.error.detail)
  const journal = opened.value
  onTestFinished(() => journal.close())
  const log = keepLog()
  const workbook = openWorkbook(join(dataDir, 'reconciliation', `${name}.workbook`), log)
  onTestFinished(() => workbook.close())
  const known = workbook.readRun()?.offsetMs ?? 0
  expect(Math.abs(known - aheadMs)).toBeLessThan(5 * SECOND_MS)
  const client = clientFor(service.baseUrl, { clock })
  onTestFinished(() => client.close())
  // The line is closed: it waits before its first call.
  const requestGate = createRequestGate(client, clock, () => true)
  const own = { sharedKey: () => false, nowMs: clock.nowMs, newId: () => 'run', onChange: () => undefined }
  const asked = { client, requestGate, onFailure: () => undefined, lookUp: async () => undefined }
  const run = createRun({ ...own, ...asked, journal, workbook, clock, log })
  run.start(undefined)
  expect(workbook.readRun()?.offsetMs).toBe(known)
  run.stop()
  await run.untilIdle()
})

test.each([-2, 2])('nothing is compared if the clock is days off (%i)', async (days) => {
  const atMs = morningMs() - HOUR_MS
  const item = soldItem(1, atMs, 'mobile', 'delivered')
  const history = { sinceMs: atMs - DAY_MS, items: [item], book: bookOf([item]) }
  const { clock, counter, service } = await startReconciledShop(history, { aheadMs: days * DAY_MS })
  expect(await counter.ask('reconcile.start', {})).toMatchObject({ error: { kind: 'clock-wrong' } })
  await clock.pass(2 * HOUR_MS)
  expect((await counter.command('reconcile.state', {})).run).toMatchObject({
    state: 'idle',
    completedAtMs: null,
  })
  expect((await service.requests()).filter(({ path }) => path.endsWith('/list'))).toEqual([])
})
