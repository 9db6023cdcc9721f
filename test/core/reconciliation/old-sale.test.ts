/** A refund of today for a sale of a time that no run has read: what was debited then is in no list, and nothing is missing. */
import { expect, test } from 'vitest'
import { shopDayOf } from '#shared/reconciliation.ts'
import { morningMs } from '../../support/clock.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, type ServiceBook, type SoldItem, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The service's book of these sales, which gave back at this time what it gave back of them. */
function refundedAt(items: readonly SoldItem[], atMs: number): ServiceBook {
  const book = bookOf(items)
  const movements = book.movements.map((one) => (one.type === 'REFUND' ? { ...one, atMs } : one))
  return { ...book, movements }
}

test('an old sale agrees, and one whose debit should have been read does not', async () => {
  const todayMs = morningMs() - HOUR_MS
  const old = soldItem(1, todayMs - 45 * DAY_MS, 'mobile', 'refunded')
  const sold = soldItem(2, todayMs - DAY_MS, 'mobile', 'delivered')
  const undebited = soldItem(3, todayMs - 3 * DAY_MS, 'mobile', 'refunded')
  const items = [old, undebited, sold]
  const book = refundedAt(items, todayMs)
  const isTheDebit = ({ orderId, type }: ServiceBook['movements'][number]) =>
    orderId === undebited.serviceId && type === 'DEBIT'
  const movements = book.movements.filter((one) => !isTheDebit(one))
  const history = { sinceMs: todayMs - 60 * DAY_MS, items, book: { ...book, movements } }
  const { counter } = await startReconciledShop(history)
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([`amount-differs ${undebited.ref}`])

  // A run that begins later has not read its day, and an earlier one has: looked at again, it is found all the same.
  await reconcile(counter, shopDayOf(morningMs()))
  const { findings } = await counter.command('reconcile.findings', { open: true })
  const looked = await counter.command('reconcile.look-again', { findingId: findings[0]?.id ?? 'none' })
  expect(looked).toEqual({ stillFound: true })
})
