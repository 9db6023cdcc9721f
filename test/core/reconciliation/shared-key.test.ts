/** An order like one of ours, minutes after it: ours ordered twice, and another counter's where several use the key. */
import { expect, test } from 'vitest'
import { morningMs } from '../../support/clock.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

test.each([
  { sharedKey: false, found: 'duplicate' },
  { sharedKey: true, found: undefined },
])(
  'a card ordered again within minutes is $found if sharedKey is $sharedKey',
  async ({ sharedKey, found }) => {
    const atMs = morningMs() - HOUR_MS
    const ours = soldItem(1, atMs, 'gift-card', 'delivered')
    const { order, costCentimes } = ours
    const other = {
      ...soldItem(2, atMs + 5 * MINUTE_MS, 'gift-card', 'delivered'),
      ...{ order, costCentimes },
    }
    const history = { sinceMs: atMs - HOUR_MS, items: [ours], book: bookOf([ours, other]) }
    const { counter } = await startReconciledShop(history)
    await counter.command('settings.update', { sharedKey })
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual(found ? [`${found} ${other.serviceId}`] : [])
  },
)

test.each([
  { clockAheadMs: 0, found: 'duplicate' },
  { clockAheadMs: 0, sentAfterMs: 3 * HOUR_MS, found: 'duplicate' },
  { clockAheadMs: 0, sentAfterMs: 72 * HOUR_MS, found: 'duplicate' },
  // By a clock that was set since, nothing shows that it is of the time of ours.
  { clockAheadMs: 100 * MINUTE_MS, found: 'unknown-to-journal' },
  { clockAheadMs: -100 * MINUTE_MS, found: 'unknown-to-journal' },
])(
  'a card of ours that was ordered twice, by a clock $clockAheadMs ms ahead, sent $sentAfterMs ms after it was recorded, does not prove that others use the key, and is a finding',
  async ({ clockAheadMs, sentAfterMs = 0, found }) => {
    const atMs = morningMs() - HOUR_MS
    const ours = soldItem(1, atMs, 'gift-card', 'delivered')
    const { order, costCentimes } = ours
    const twin = { ...soldItem(2, atMs + 2_000, 'gift-card', 'delivered'), order, costCentimes }
    // Of this one the engine asks the list for the whole day.
    const doubted = soldItem(3, atMs + 20 * MINUTE_MS, 'gift-card', 'doubted')
    const ofOtherThing = {
      ...doubted,
      order: { ...doubted.order, productId: 'other-product' } as typeof order,
    }
    const history = {
      sinceMs: atMs - HOUR_MS - sentAfterMs,
      items: [{ ...ours, clockAheadMs, sentAfterMs }, ofOtherThing],
      book: bookOf([ours, twin]),
    }
    let readings = 0
    const { counter, clock } = await startReconciledShop(history, {
      ask(path) {
        if (path.startsWith('/v3/gift-cards/list')) readings += 1
        return path
      },
    })
    await clock.pass(20 * MINUTE_MS)
    expect(readings).toBeGreaterThan(1)
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([`${found} ${twin.serviceId}`])
    expect((await counter.command('app.snapshot', {})).settings.sharedKey).toBe(false)
  },
)

test.each(['delivered', 'unanswered', 'found'] as const)(
  'the debit of an internet sale of ours that is %s, under an id that was in no answer, does not prove that others use the key',
  async (end) => {
    const atMs = morningMs() - HOUR_MS
    const sold = [1, 2, 3].map((n) => soldItem(n, atMs + n * MINUTE_MS, 'internet', 'delivered'))
    const [, other] = sold
    if (!other) return expect.fail()
    const recordId = end === 'found' ? `own-${other.serviceId}` : other.serviceId
    const ours = sold.map((item) => (item === other ? { ...item, serviceId: recordId, end } : item))
    const card = soldItem(4, atMs - 10 * MINUTE_MS, 'gift-card', 'delivered')
    const doubted = soldItem(5, atMs + 5 * MINUTE_MS, 'gift-card', 'doubted')
    // Of this one the engine asks the list for the whole day, and the account.
    const lost = { ...doubted, order: { ...doubted.order, productId: 'other-product' } as typeof card.order }
    const foreign = soldItem(6, atMs - 2 * HOUR_MS, 'mobile', 'delivered')
    const rewrite = (path: string, text: string) => {
      if (!path.startsWith('/v3/internet/check-')) return text
      if (end === 'found') return text.replaceAll(other.serviceId, recordId)
      return end === 'delivered' ? text : text.replaceAll(/"(_id|topupId)":"[^"]*",?/g, '')
    }
    const { counter, clock } = await startReconciledShop(
      {
        ...{ sinceMs: atMs - 72 * HOUR_MS, items: [card, ...ours, lost] },
        book: bookOf([card, ...sold, foreign]),
      },
      { rewrite },
    )
    await clock.pass(20 * MINUTE_MS)
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([`unknown-to-journal ${foreign.serviceId}`])
    expect((await counter.command('app.snapshot', {})).settings.sharedKey).toBe(false)
  },
)
