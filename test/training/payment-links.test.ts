/** Payment links: creation and its rules, the status as the customer goes, the practice amounts, the credit. */
import { describe, expect, test } from 'vitest'
import { paymentLinkPractice, paymentRefPractice } from '#shared/practice.ts'
import { serviceForEachTest } from '../support/service-hooks.ts'

const { service, clock, sandbox, production } = serviceForEachTest()

const create = (amount: number, from = sandbox, over: Readonly<Record<string, unknown>> = {}) =>
  from.post('/v3/paylink/createLink', { productInfo: { title: 'Crédit', amount }, ...over })
const check = (ref: string, from = sandbox) => from.get(`/v3/paylink/checkPayment/${ref}`)
const refOf = async (amount: number, from = sandbox) => (await create(amount, from)).body.data.paymentRef
const balance = async () => (await production.get('/v3/account/balance')).body.data.balance

test('creation answers the reference, the address to pay at, and the link as it was asked for', async () => {
  const asked = { feeMode: 'SPLIT_FEE', successMessage: 'Merci', redirectUrl: 'https://shop.example/done' }
  const { status, body } = await create(1_500, sandbox, asked)
  expect(status).toBe(200)
  expect(body.data.paymentRef).toMatch(/^[^-]+-[^-]{6}-[^-]{4}$/)
  expect(body.data.paymentUrl).toContain(body.data.paymentRef)
  expect(body.data.paymentLink).toMatchObject({ ...asked, productInfo: { title: 'Crédit', amount: 1_500 } })
  expect(body.requestId).toEqual(expect.any(String))
  expect((await create(1_500)).body.data.paymentLink.feeMode).toBe('NO_FEE')
})

test.each([
  ['no product', { productInfo: undefined }, 'productInfo'],
  ['an empty title', { productInfo: { title: '', amount: 500 } }, 'productInfo.title'],
  ['a title of 201', { productInfo: { title: 'x'.repeat(201), amount: 500 } }, 'productInfo.title'],
  [
    'a description of 1,001',
    { productInfo: { title: 'x', description: 'x'.repeat(1_001), amount: 500 } },
    'productInfo.description',
  ],
  ['499', { productInfo: { title: 'x', amount: 499 } }, 'productInfo.amount'],
  ['500,001', { productInfo: { title: 'x', amount: 500_001 } }, 'productInfo.amount'],
  ['centimes', { productInfo: { title: 'x', amount: 500.5 } }, 'productInfo.amount'],
  ['another fee mode', { feeMode: 'HALF' }, 'feeMode'],
  ['a message of 501', { successMessage: 'x'.repeat(501) }, 'successMessage'],
  ['a script to go to', { redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
])('creation refuses %s', async (_, over, field) => {
  const { status, body } = await create(500, sandbox, over)
  expect([status, body.error.code, body.error.details.field]).toEqual([400, 'ERR_VALIDATION', field])
})

describe('the status', () => {
  test('goes from untouched over the bank to CONFIRMED, and carries its request id inside meta', async () => {
    const ref = await refOf(1_500)
    const begun = await check(ref)
    expect(begun.body).toEqual({
      success: true,
      data: {
        status: 'PENDING',
        message: expect.any(String),
        paymentRef: ref,
        transactionDetails: { amount: 1_500, currency: 'DZD', isSandbox: true },
      },
      meta: { timestamp: '2026-10-05T08:00:00.000Z', requestId: begun.headers.get('X-Request-ID') },
    })
    clock.pass(10_000)
    const bank = (await check(ref)).body.data
    expect(bank.status).toBe('PENDING')
    expect(bank.transactionDetails.createdDate).toBe('2026-10-05T08:00:10.000Z')
    clock.pass(10_000)
    const paid = (await check(ref)).body.data
    expect(paid.status).toBe('CONFIRMED')
    expect(paid.transactionDetails.createdDate).toBe('2026-10-05T08:00:10.000Z')
  })

  test.each(paymentRefPractice)('of the practice reference $paymentRef ends as $ending', async (practice) => {
    const { paymentRef, ending } = practice
    const ends = { paid: 'CONFIRMED', slow: 'CONFIRMED', declined: 'FAILED', expired: 'FAILED' } as const
    const first = (await check(paymentRef)).body
    expect(first.data?.status ?? first.error.code).toBe(ending === 'expired' ? 'FAILED' : 'PENDING')
    clock.pass(120_000)
    expect((await check(paymentRef)).body.data.status).toBe(ends[ending])
  })

  test('is read by a key of either environment, and says which one made the link', async () => {
    const [mine, real] = [await refOf(1_500), await refOf(1_500, production)]
    expect((await check(mine, production)).body.data.transactionDetails.isSandbox).toBe(true)
    expect((await check(real)).body.data.transactionDetails.isSandbox).toBe(false)
  })

  test.each([
    ['declined', 20_000, 'FAILED'],
    ['expired', 20 * 60_000, 'FAILED'],
    ['slow', 120_000, 'CONFIRMED'],
  ] as const)('of a link that is %s ends after %i ms as %s', async (ending, afterMs, status) => {
    const row = paymentLinkPractice.find((one) => one.ending === ending)
    const ref = await refOf(row?.amountDinars ?? 0)
    clock.pass(afterMs - 1)
    expect((await check(ref)).body.data.status).toBe('PENDING')
    clock.pass(1)
    expect((await check(ref)).body.data.status).toBe(status)
    const credits = (await service.ledger()).movements.map(({ type }) => type)
    expect(credits).toEqual(status === 'CONFIRMED' ? ['CREDIT'] : [])
  })
})

test('a confirmed payment is credited in production and simulated in the sandbox', async () => {
  const ref = await refOf(1_500, production)
  await create(2_500)
  expect(await balance()).toBe(50_000)
  clock.pass(20_000)
  expect(await balance()).toBe(51_500)
  const { movements, balances } = await service.ledger()
  expect(balances).toEqual({ sandbox: 50_000, production: 51_500 })
  expect(movements.map(({ type, amount, simulated }) => [type, amount, simulated])).toEqual([
    ['CREDIT', 1_500, false],
    ['CREDIT', 2_500, true],
  ])
  expect(movements[0]?.ref).toBe(ref)
})
