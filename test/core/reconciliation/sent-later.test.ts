/** A sale that was sent again on a later day than it was recorded on: its order and its debit are of that day. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { journalName } from '#core/journal/paths.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import { morningMs } from '../../support/clock.ts'
import { bareMovement, movements } from '../../support/list-rewrites.ts'
import { nameOf, openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { writeServiceBook } from '../../support/service-books.ts'
import {
  type BookMovement,
  bookOf,
  reconciledAccount,
  soldItem,
  writeSales,
} from '../../support/two-books.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const cases = (['mobile', 'internet', 'gift-card'] as const).flatMap((kind) =>
  (['delivered', 'refunded'] as const).flatMap((end) =>
    [14 * HOUR_MS, 3 * DAY_MS].flatMap((sentAfterMs) =>
      [HOUR_MS, 2 * DAY_MS].flatMap((agoMs) =>
        [true, false].map((isNamed) => ({ kind, end, sentAfterMs, agoMs, isNamed })),
      ),
    ),
  ),
)

test.each(cases)(
  'a $kind sale that was $end, sent $sentAfterMs ms after it was recorded and $agoMs ms ago, has no difference; movements name it: $isNamed',
  async ({ kind, end, sentAfterMs, agoMs, isNamed }) => {
    const item = { ...soldItem(1, morningMs() - agoMs, kind, end), sentAfterMs }
    const others = [2, 3].map((n) => soldItem(n, item.atMs - n * 20 * HOUR_MS, kind, 'delivered'))
    const items = [...others, item]
    const history = { sinceMs: item.atMs - 10 * DAY_MS, items, book: bookOf(items) }
    const { counter } = await startReconciledShop(
      history,
      isNamed ? {} : { rewrite: movements(bareMovement) },
    )
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([])
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([])
  },
)

test.each([true, false])(
  'a finding of a sale that was sent three days after it was recorded goes when it is looked at again; movements name it: %s',
  async (isNamed) => {
    const item = { ...soldItem(1, morningMs() - HOUR_MS, 'mobile', 'delivered'), sentAfterMs: 3 * DAY_MS }
    const others = [2, 3].map((n) => soldItem(n, item.atMs - n * 20 * HOUR_MS, 'mobile', 'delivered'))
    const items = [...others, item]
    const book = bookOf(items)
    const orders = book.orders.map((one) =>
      one.id === item.serviceId ? { ...one, status: 'REFUNDED' } : one,
    )
    let isMended = false
    const { counter } = await startReconciledShop(
      { sinceMs: item.atMs - 10 * DAY_MS, items, book: { ...book, orders } },
      {
        rewrite(path, text) {
          const one = isMended ? text.replaceAll('REFUNDED', 'FULFILLED') : text
          return isNamed ? one : movements(bareMovement)(path, one)
        },
      },
    )
    await reconcile(counter)
    const { findings } = await counter.command('reconcile.findings', { open: true })
    expect(findings.map(nameOf)).toEqual([`refunded-without-notice ${item.ref}`])
    isMended = true
    const looked = await counter.command('reconcile.look-again', { findingId: findings[0]?.id ?? 'none' })
    expect(looked).toEqual({ stillFound: false })
    expect(await openFindings(counter)).toEqual([])
  },
)

test('a debit of a day that was not read is not missing if the sale was recorded on a day that was', async () => {
  const recordedMs = morningMs() - HOUR_MS
  const sold = soldItem(1, recordedMs - HOUR_MS, 'mobile', 'delivered')
  const history = { sinceMs: recordedMs - 2 * HOUR_MS, items: [sold], book: bookOf([sold]) }
  const { clock, counter, dataDir, dataFile, open } = await startReconciledShop(history)
  await reconcile(counter)
  await counter.core.stop()
  const item = { ...soldItem(2, recordedMs + DAY_MS, 'mobile', 'refunded'), sentAfterMs: DAY_MS }
  writeSales(join(dataDir, 'journal', `${journalName(reconciledAccount)}.journal`), [item])
  const later = bookOf([item])
  const isBack = ({ type }: BookMovement) => type === 'REFUND'
  const moved = later.movements.map((one) => (isBack(one) ? { ...one, atMs: one.atMs + DAY_MS } : one))
  writeServiceBook(dataFile, { ...later, movements: moved })
  clock.setBy(2 * DAY_MS)
  const opened = await open()
  await reconcile(opened, shopDayOf(clock.nowMs()))
  expect(await openFindings(opened)).toEqual([])
})
