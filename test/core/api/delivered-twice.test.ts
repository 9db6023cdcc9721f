/**
 * An order without a ref that arrives twice, as after a proxy's own retry: its sender gets the second answer, which may refuse
 * what the first delivery took. What becomes of the sale: sale/refusals.test.ts.
 */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ServiceClient } from '#core/api/client.ts'
import { ok } from '#shared/result.ts'
import type { FaultAction } from '#training/faults.ts'
import { trainingKeys } from '#training/keys.ts'
import type { TrainingOptions } from '#training/options.ts'
import { connect } from '../../support/client-on-wire.ts'
import { startService } from '../../support/training.ts'
import { handClock } from '../../support/training-calls.ts'

/** Longer than a window of the rate limit. */
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

/** What ends no sale: looks have to end the doubt, see sale/refusals.test.ts. */
const doubtful = (code: string) => ({
  kind: 'refused',
  refusal: { code, meaning: { resend: 'after-look-up' } },
})

describe('a gift card order that is delivered twice is refused of the moment, and the list shows it,', () => {
  test.each([
    ['where the first took the whole stock', { balanceDinars: 100_000 }, 25, 'ERR_STOCK'],
    ['where the first took the whole balance', { balanceDinars: 3_000 }, 1, 'INSUFFICIENT_BALANCE'],
  ])('%s', async (_name, options, quantity, code) => {
    const { clock, client, strike } = await start(options)
    await strike(placeOrder)
    expect(await client.placeGiftCardOrder({ ...psn, quantity })).toMatchObject(doubtful(code))
    clock.pass(LONG_MS)
    expect(await listedOrders(client)).toEqual([quantity])
  })

  test('and a truly refused order is not in the list', async () => {
    const { client } = await start({ balanceDinars: 0 })
    expect(await client.placeGiftCardOrder({ ...psn, quantity: 1 })).toMatchObject(
      doubtful('INSUFFICIENT_BALANCE'),
    )
    expect(await listedOrders(client)).toEqual([])
  })

  test('a refusal that no first delivery can cause is final at once', async () => {
    const { client } = await start()
    const order = { productId: 'xbox-us', typeId: 'xbox-us-10', quantity: 1 }
    expect(await client.placeGiftCardOrder(order)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'ERR_VALIDATION' },
    })
  })
})
