/** An order like one of ours, minutes after it: ours ordered twice, or another counter's where several use the key. */
import { expect, test } from 'vitest'
import { morningMs } from '../../support/clock.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

test.each([
  { sharedKey: false, kind: 'duplicate' },
  { sharedKey: true, kind: 'unknown-to-journal' },
])(
  'a card that was ordered again within minutes is $kind where sharedKey is $sharedKey',
  async ({ sharedKey, kind }) => {
    const atMs = morningMs() - HOUR_MS
    const ours = soldItem(1, atMs, 'gift-card', 'delivered')
    const { order, costCentimes } = ours
    const other = {
      ...soldItem(2, atMs + 5 * MINUTE_MS, 'gift-card', 'delivered'),
      ...{ order, costCentimes },
    }
    const history = { sinceMs: atMs - HOUR_MS, items: [ours], book: bookOf([ours, other]) }
    const { counter } = await startReconciledShop(history)
    await counter.tell('settings.update', { sharedKey })
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([`${kind} ${other.serviceId}`])
  },
)
