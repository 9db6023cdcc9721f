/** Gift card orders whose end is reported anew after it was believed: no look sees it any more, the comparison does. */
import { expect, test } from 'vitest'
import type { SalePhase } from '#shared/states/sale.ts'
import type { Deviations } from '../../support/drawn-behaviour.ts'
import { openShop, sell, withOrders } from '../../support/gift-card-shop.ts'
import { openFindings, reconcile } from '../../support/reconciled-shop.ts'

const twoOfWhichOne = {
  kind: 'gift-card',
  productId: 'training-cards',
  typeId: 'TEST_PARTIAL',
  quantity: 2,
} as const

const uncounted = { fulfilled_quantity: 0, fulfilled_amount: 0, cards: [] }

/** Every record and row of an order, with other fields. */
function changed(path: string, text: string, fields: object): string {
  if (path.startsWith('/v3/gift-cards/list'))
    return withOrders(text, (items) => items.map((item) => ({ ...item, ...fields })))
  if (!path.startsWith('/v3/gift-cards/checkOrder/')) return text
  const answer = JSON.parse(text)
  return JSON.stringify(answer.success ? { ...answer, data: { ...answer.data, ...fields } } : answer)
}

test.each<readonly [Deviations, SalePhase]>([
  [{ giftPartWord: 'REFUNDED' }, 'refunded'],
  [{ giftPartWord: 'FULFILLED' }, 'fulfilled'],
])(
  'a count that comes an hour after the word is a finding, where the word was %j',
  async (behaviour, phase) => {
    const { clock, counter, odd } = await openShop({
      isFresh: true,
      behaviour,
      rewrite: (path, text) => changed(path, text, uncounted),
    })
    const { ref } = await counter.sellOrder(twoOfWhichOne)
    await counter.reached(ref, phase)
    await clock.pass(60 * 60_000)
    odd.on = false
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([`state-differs ${ref}`])
  },
)

test('an order that is refunded after it was delivered is a finding', async () => {
  const late = { on: false }
  const { clock, counter } = await openShop({
    isFresh: true,
    rewrite: (path, text) => (late.on ? changed(path, text, { ...uncounted, status: 'REFUNDED' }) : text),
  })
  const { ref } = await sell(counter)
  await counter.reached(ref, 'fulfilled')
  await clock.pass(60 * 60_000)
  late.on = true
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([`refunded-without-notice ${ref}`])
})
