/**
 * A request that arrives twice, as after a proxy's own retry: its sender gets the second answer, which may refuse what the
 * first delivery took. Such a refusal is a doubt, and one look at the service settles it.
 */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ServiceClient } from '#core/api/client.ts'
import { ok } from '#shared/result.ts'
import type { FaultAction } from '#training/faults.ts'
import { trainingKeys } from '#training/keys.ts'
import type { TrainingOptions } from '#training/options.ts'
import { connect } from '../../support/client-on-wire.ts'
import { refNumber } from '../../support/refs.ts'
import { startService } from '../../support/training.ts'
import { handClock } from '../../support/training-calls.ts'

/** Longer than a discovery takes, and than a window of the rate limit. */
const LONG_MS = 60_000

/** A client with the key whose orders move the balance and consume cards. */
async function start(options: TrainingOptions = {}) {
  const clock = handClock()
  const service = await startService({ nowMs: clock.nowMs, ...options })
  const { baseUrl, billUrl } = service
  onTestFinished(service.close)
  const client = connect(baseUrl, { billUrl, readKey: async () => ok(trainingKeys.production) })
  const strike = (path: string, action: FaultAction = { do: 'duplicate-delivery' }) =>
    service.addFaults({ method: 'POST', path, action })
  return { clock, service, client, strike }
}

const placeOrder = '/v3/gift-cards/placeOrder'
const psn = { productId: 'playstation-fr', typeId: 'psn-fr-10' }

async function listedOrders(client: ServiceClient) {
  const outcome = await client.listGiftCardOrders()
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
  return outcome.value.rows.map((row) => (row.kind === 'item' ? row.item.quantity : row.kind))
}

describe('a gift card order that is delivered twice is in doubt, and the list shows it,', () => {
  test.each([
    ['where the first took the whole shelf', { balanceDinars: 100_000 }, 25, 'err-stock'],
    ['where the first took the whole balance', { balanceDinars: 3_000 }, 1, 'insufficient-balance'],
    ['where the first was the last of the rate limit', { rateLimit: 1 }, 1, 'rate-limit-exceeded'],
  ])('%s', async (_name, options, quantity, reason) => {
    const { clock, client, strike } = await start(options)
    await strike(placeOrder)
    expect(await client.placeGiftCardOrder({ ...psn, quantity })).toMatchObject({ kind: 'in-doubt', reason })
    clock.pass(LONG_MS)
    expect(await listedOrders(client)).toEqual([quantity])
  })

  test('and one that is truly refused is not in it', async () => {
    const { client } = await start({ balanceDinars: 0 })
    expect(await client.placeGiftCardOrder({ ...psn, quantity: 1 })).toMatchObject({ kind: 'in-doubt' })
    expect(await listedOrders(client)).toEqual([])
  })

  test('while what no first delivery can bring about is refused at once', async () => {
    const { client } = await start()
    const order = { productId: 'xbox-us', typeId: 'xbox-us-10', quantity: 1 }
    expect(await client.placeGiftCardOrder(order)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'ERR_VALIDATION' },
    })
  })
})

describe('a bill payment', () => {
  async function startReady(options: TrainingOptions = {}) {
    const shop = await start(options)
    const { clock, client } = shop
    const account = { contractNumber: '1' }
    const discovery = await client.discoverBills({ partner: 'SONELGAZ', account, ref: refNumber(1) })
    if (discovery.kind !== 'accepted') throw new Error(JSON.stringify(discovery))
    const { transactionId } = discovery.value
    clock.pass(LONG_MS)
    const ready = await client.findBill(transactionId)
    const bills = ready.kind === 'accepted' ? ready.value.bills : null
    const billId = bills?.[0]?.billId ?? ''
    return {
      ...shop,
      pay: () => client.payBills({ transactionId, billId, ref: refNumber(2) }),
      transactionId,
    }
  }

  const takenAnd = (status: number, code: string): FaultAction => ({ do: 'answer', take: true, status, code })

  /** The document does not say which of its rules a second delivery meets first. */
  test.each<[string, FaultAction]>([
    ['duplicated-ref', { do: 'duplicate-delivery' }],
    ['not-found', takenAnd(404, 'NOT_FOUND')],
    ['payment-in-progress', takenAnd(409, 'PAYMENT_IN_PROGRESS')],
    ['bill-already-paid', takenAnd(409, 'BILL_ALREADY_PAID')],
    ['insufficient-balance', takenAnd(403, 'INSUFFICIENT_BALANCE')],
    ['rate-limit-exceeded', takenAnd(429, 'RATE_LIMIT_EXCEEDED')],
  ])('that was taken and then answered %s is in doubt, and is found under way', async (reason, action) => {
    const { client, strike, pay, transactionId } = await startReady()
    await strike('/v3/bills/pay', action)
    expect(await pay()).toMatchObject({ kind: 'in-doubt', reason })
    expect(await client.findBill(transactionId)).toMatchObject({
      kind: 'accepted',
      value: { status: 'PROCESSING', type: 'payment' },
    })
  })

  test('that the balance cannot pay is in doubt, and is found as it was', async () => {
    const { client, pay, transactionId } = await startReady({ balanceDinars: 100 })
    expect(await pay()).toMatchObject({ kind: 'in-doubt', reason: 'insufficient-balance' })
    expect(await client.findBill(transactionId)).toMatchObject({ value: { status: 'READY' } })
  })

  test('that the biller cannot take now is refused at once', async () => {
    const { service, pay } = await startReady()
    await service.switchPartner('SONELGAZ', 'UNAVAILABLE')
    expect(await pay()).toMatchObject({ kind: 'refused', refusal: { code: 'PARTNER_UNAVAILABLE' } })
  })
})

describe('a send that carries a ref', () => {
  const card = { type: 'ADSL', number: '023456789', value: 500, ref: refNumber(3) } as const
  const topup = { plan_code: 'PREPAID_DJEZZY', MSSIDN: '0661234567', amount: 100, ref: refNumber(4) }

  test('and took the last of the balance is told by its ref when it comes again', async () => {
    const internet = await start({ balanceDinars: 500 })
    await internet.strike('/v3/internet/send')
    expect(await internet.client.sendInternet(card)).toMatchObject({ reason: 'duplicated-ref' })
    expect(await internet.client.findInternetByRef(card.ref)).toMatchObject({ kind: 'accepted' })
    const mobile = await start({ balanceDinars: 100 })
    await mobile.strike('/v3/mobile/send')
    expect(await mobile.client.sendMobile(topup)).toMatchObject({ reason: 'duplicated-ref' })
    expect(await mobile.client.findMobileByRef(topup.ref)).toMatchObject({ kind: 'accepted' })
  })

  test('is refused at once for an empty shelf or an empty balance', async () => {
    const { client, service } = await start({ balanceDinars: 0 })
    expect(await client.sendInternet({ ...card, value: 3_000 })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'ERR_STOCK' },
    })
    const short = { kind: 'refused', refusal: { code: 'INSUFFICIENT_BALANCE', availableCentimes: 0 } }
    expect(await client.sendInternet(card)).toMatchObject(short)
    expect(await client.sendMobile(topup)).toMatchObject(short)
    expect(await service.requests()).toHaveLength(3)
  })
})
