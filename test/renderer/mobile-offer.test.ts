/** An offer’s review: whatever is typed while it is priced, it comes; and what is down is asked for anew. */
import { describe, expect, test } from 'vitest'
import { ok, refundedWithOffer, refuse, reviewOf } from '../support/bridge.ts'
import { settled, startScreen } from '../support/selling-screen.ts'

const { offer, sale: refunded } = refundedWithOffer

/** The offer is chosen, and its price is not there yet. */
function startAtOffer() {
  const screen = startScreen()
  const answer = screen.hold('sale.review')
  const { mobile } = screen.selling.entries
  return {
    ...{ ...screen, mobile },
    choose: () => void mobile.sellOffer(refunded, offer),
    down: () => mobile.outages.getState().down,
    async price(value: unknown) {
      answer(value)
      await settled()
    },
  }
}

const digitsOf = {
  'a key that bounces': ({ mobile }: ReturnType<typeof startAtOffer>) => mobile.remember(1),
  'the pad': ({ mobile }: ReturnType<typeof startAtOffer>) => mobile.pressDigit('1'),
  'a field': ({ mobile }: ReturnType<typeof startAtOffer>) => mobile.typeAmount('1'),
}

test.each(Object.entries(digitsOf))(
  'a digit of %s while an offer is priced loses no review',
  async (_, type) => {
    const counter = startAtOffer()
    counter.choose()
    type(counter)
    await counter.price(ok(reviewOf()))
    expect(counter.at()).toBe('review')
  },
)

test('a digit while an offer is priced loses no error: the number keeps it', async () => {
  const counter = startAtOffer()
  counter.choose()
  counter.mobile.remember(1)
  await counter.price(refuse({ kind: 'internal' }))
  expect(counter.step()).toMatchObject({
    at: 'mobile-number',
    digits: '0661234567',
    error: { kind: 'internal' },
  })
})

test('Esc leaves an offer that is priced for its number, and its review comes too late', async () => {
  const counter = startAtOffer()
  counter.choose()
  counter.selling.back()
  await counter.price(ok(reviewOf()))
  expect(counter.step()).toMatchObject({ at: 'mobile-number', digits: '0661234567' })
})

describe('an operator that was down for the earlier customer', () => {
  test('is not shown at an offer: it is asked for again', async () => {
    const { testBridge, mobile, choose, down } = startAtOffer()
    mobile.outages.setState({ down: ['mobilis'] })
    choose()
    expect(down()).toEqual([])
    testBridge.answer('mobile.down', () => ok({ down: ['djezzy'] }))
    choose()
    await settled()
    expect(down()).toEqual(['djezzy'])
  })

  test('stays with a sale whose answer was lost: no offer takes its place', async () => {
    const { testBridge, selling, mobile, choose, down, price } = startAtOffer()
    choose()
    await price(ok(reviewOf()))
    testBridge.answer('sale.confirm', () => new Promise(() => undefined))
    void selling.confirm()
    mobile.outages.setState({ down: ['mobilis'] })
    choose()
    await settled()
    expect(down()).toEqual(['mobilis'])
  })
})
