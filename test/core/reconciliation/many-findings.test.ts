/** Findings of years: the open ones are counted and listed however many were settled, and what was settled goes with its day. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { journalName } from '#core/journal/paths.ts'
import { openWorkbook } from '#core/reconciliation/workbook.ts'
import { type Finding, shopDayAfter, shopDayOf } from '#shared/reconciliation.ts'
import { keepLog } from '../../support/api-client.ts'
import { morningMs } from '../../support/clock.ts'
import type { Counter } from '../../support/core.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { changeServiceBook } from '../../support/service-books.ts'
import { bookOf, reconciledAccount, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** At once, by one command. */
const SETTLED_AT_ONCE = 200

/** The n-th order of another counter's; ids of the settled come before those of the open. */
const foreign = (n: number, first: '0' | 'f', day: string): Finding => ({
  ...{ id: first + `${n}`.padStart(63, '0'), kind: 'unknown-to-journal', day },
  ...{ sale: null, movements: [], differences: [] },
  orders: [
    {
      ...{ kind: 'mobile', orderId: `${first}${n}`, ref: null, status: 'FULFILLED', subject: null },
      ...{ faceCentimes: null, debitCentimes: null, atMs: null },
    },
  ],
})

async function startShopWith(findings: readonly Finding[]) {
  const item = soldItem(1, morningMs() - DAY_MS, 'mobile', 'refunded')
  const history = { sinceMs: morningMs() - 2 * DAY_MS, items: [item], book: bookOf([item]) }
  const shop = await startReconciledShop(history)
  const path = join(shop.dataDir, 'reconciliation', `${journalName(reconciledAccount)}.workbook`)
  const inWorkbook = <T>(look: (workbook: ReturnType<typeof openWorkbook>) => T): T => {
    const workbook = openWorkbook(path, keepLog())
    try {
      return look(workbook)
    } finally {
      workbook.close()
    }
  }
  await shop.counter.core.stop()
  inWorkbook((workbook) => {
    for (const finding of findings) workbook.keepFindings([finding.id], [finding])
  })
  return { ...shop, item, inWorkbook, counter: await shop.open() }
}

async function settleAll(counter: Counter, findings: readonly Finding[]): Promise<void> {
  await counter.command('settings.update', { sharedKey: true })
  const act = { settlement: { kind: 'other-counter' }, who: 'Amina', why: 'the second till' } as const
  for (let from = 0; from < findings.length; from += SETTLED_AT_ONCE) {
    const findingIds = findings.slice(from, from + SETTLED_AT_ONCE).map(({ id }) => id)
    await counter.command('reconcile.settle', { findingIds, ...act })
  }
}

test('open ones are counted and listed behind thousands that were settled later', async () => {
  const today = shopDayOf(morningMs())
  const open = [0, 1, 2].map((n) => foreign(n, 'f', shopDayAfter(today, -30 - n)))
  const settled = Array.from({ length: 2_100 }, (_, n) => foreign(n, '0', shopDayAfter(today, -(n % 20))))
  const { counter } = await startShopWith([...open, ...settled])
  await settleAll(counter, settled)
  const answer = await counter.command('reconcile.findings', { open: true })
  expect(answer.findings.map(({ id }) => id)).toEqual(open.map(({ id }) => id))
  expect(answer.count).toBe(open.length)
  expect((await counter.command('reconcile.state', {})).run.openFindings).toBe(open.length)
})

test('settled findings are removed with their day’s rows, and open ones stay', async () => {
  const today = shopDayOf(morningMs())
  const [old, recent] = [shopDayAfter(today, -100), shopDayAfter(today, -10)]
  const settled = [foreign(1, '0', old), foreign(2, '0', recent)]
  const open = [foreign(1, 'f', old)]
  const { counter, inWorkbook } = await startShopWith([...settled, ...open])
  await settleAll(counter, settled)
  await reconcile(counter)
  await counter.core.stop()
  const kept = [...settled, ...open].map(({ id }) =>
    inWorkbook((workbook) => workbook.readFinding(id) !== undefined),
  )
  expect(kept).toEqual([false, true, true])
})

test('nothing is missing of a day whose movements are no longer kept', async () => {
  const { counter, clock, dataFile, open, item } = await startShopWith([])
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
  await counter.core.stop()
  clock.setBy(75 * DAY_MS)
  const later = await open()
  await reconcile(later)
  // The money comes back when its debit is kept no more, and another order shows that debits are listed.
  const sql = "UPDATE movements SET at_ms = ? WHERE type = 'REFUND' AND order_id = ?"
  changeServiceBook(dataFile, sql, clock.nowMs() - HOUR_MS, item.serviceId)
  changeServiceBook(
    dataFile,
    `INSERT INTO movements (environment, order_id, ref, kind, type, amount_centimes, at_ms, old_balance_centimes,
        new_balance_centimes) VALUES ('production', 'another', 'another', 'mobile', 'DEBIT', 100, ?, 200, 100)`,
    clock.nowMs() - 2 * HOUR_MS,
  )
  await reconcile(later)
  const found = await openFindings(later)
  expect(found).toContain('debited-without-sale another')
  expect(found).not.toContain(`amount-differs ${item.ref}`)
})
