/** What the shared rules accept, the service takes: a form that lets an entry pass is never contradicted over the wire. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentLinkRequestSchema } from '#shared/payment-link.ts'
import { parseInternetNumber, parseMobileNumber } from '#shared/phone.ts'
import { internetPractice } from '#shared/practice.ts'
import { giftCardOrderRequestSchema } from '#shared/products/gift-card.ts'
import { RUNS } from '../support/effort.ts'
import { serviceForTheFile } from '../support/service-hooks.ts'

const { sandbox } = serviceForTheFile()

const holds = <T>(inputs: fc.Arbitrary<T>, statusOf: (input: T) => Promise<unknown>) =>
  fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      expect(await statusOf(input)).toBe(200)
    }),
    { numRuns: RUNS },
  )

test('every mobile number that is read as one', () =>
  holds(fc.stringMatching(/^(\+213 ?|00213|0)[567]( ?[0-9]){8}$/), async (typed) => {
    const read = parseMobileNumber(typed)
    if (!read.ok) throw new Error(`${typed} is no mobile number: ${read.error}`)
    const body = { plan_code: 'PREPAID_MOBILIS', MSSIDN: read.value, amount: 100 }
    return (await sandbox.post('/v3/mobile/send', body)).status
  }))

test('every internet number that is read as one', () =>
  holds(fc.stringMatching(/^(0[0-9]{8}|213[0-9]{9})$/), async (typed) => {
    const read = parseInternetNumber(typed)
    if (!read.ok) throw new Error(`${typed} is no line: ${read.error}`)
    const isPractice = internetPractice.some(({ number }) => number === read.value.number)
    const { status } = await sandbox.send({ ...read.value, value: 500, ref: undefined })
    return isPractice ? 200 : status
  }))

test('every payment link that fits its rules', () => {
  const line = (minLength: number, maxLength: number) =>
    fc.string({ minLength, maxLength, unit: 'grapheme' }).filter((text) => text.length <= maxLength)
  const request = fc
    .record(
      {
        productInfo: fc.record(
          {
            title: line(1, 200),
            description: line(0, 1_000),
            amount: fc.integer({ min: 500, max: 500_000 }),
          },
          { requiredKeys: ['title', 'amount'] },
        ),
        feeMode: fc.constantFrom('NO_FEE', 'SPLIT_FEE', 'CUSTOMER_FEE'),
        successMessage: line(0, 500),
        redirectUrl: fc.webUrl(),
      },
      { requiredKeys: ['productInfo'] },
    )
    .filter((body) => paymentLinkRequestSchema.safeParse(body).success)
  return holds(request, async (body) => {
    const { status, body: answer } = await sandbox.post('/v3/paylink/createLink', body)
    if (status !== 200) return status
    return (await sandbox.get(`/v3/paylink/checkPayment/${answer.data.paymentRef}`)).status
  })
})

test('every gift card order that fits its rules and the stock', () => {
  const order = fc
    .record({
      productId: fc.constant('playstation-fr'),
      typeId: fc.constantFrom('psn-fr-10', 'psn-fr-20', 'TEST_REFUND', 'TEST_PARTIAL'),
      quantity: fc.integer({ min: 1, max: 25 }),
    })
    .filter((body) => giftCardOrderRequestSchema.safeParse(body).success)
  return holds(order, async (body) => (await sandbox.post('/v3/gift-cards/placeOrder', body)).status)
})
