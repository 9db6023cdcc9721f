/** Mobile top-ups: plans, send and its refusals, the practice numbers and their timings, menus, list. */
import { describe, expect, test } from 'vitest'
import { centimesFromDinars } from '#shared/money.ts'
import { mobilePractice } from '#shared/practice.ts'
import { serviceForEachTest } from '../support/service-hooks.ts'
import { startService } from '../support/training.ts'
import { callerOf } from '../support/training-calls.ts'

const { service, clock, sandbox, production } = serviceForEachTest()

const order = { plan_code: 'PREPAID_DJEZZY', MSSIDN: '0770123456', amount: 200, ref: 'sale-1' }
const send = (over: Readonly<Record<string, unknown>> = {}, from = sandbox) =>
  from.post('/v3/mobile/send', { ...order, ...over })
const read = async (ref = 'sale-1', from = sandbox) =>
  (await from.get(`/v3/mobile/check-ref/${ref}`)).body.data

/** The statuses that one sees who looks every half second until the latest settles, and once more much later. */
async function watch(ref = 'sale-1') {
  const seen: { status: string; atMs: number }[] = []
  const startMs = clock.nowMs()
  const looksAtMs = [...Array.from({ length: 180 }, (_, look) => look * 500), 300_000]
  for (const lookAtMs of looksAtMs) {
    clock.pass(startMs + lookAtMs - clock.nowMs())
    const { status } = await read(ref)
    if (seen.at(-1)?.status !== status) seen.push({ status, atMs: lookAtMs })
  }
  return seen
}

describe('plans', () => {
  test('of a range have one, the menus are those of the operators, and one fixed plan is off', async () => {
    const { dynamicPlans, fixedPlans } = (await sandbox.get('/v3/mobile/plans')).body.data
    for (const { operator, min_amount, max_amount } of dynamicPlans) {
      expect(operator).toMatch(/^G?(Mobilis|Djezzy|Ooredoo)$/)
      expect(min_amount).toBeLessThan(max_amount)
    }
    const menus = fixedPlans.filter(({ amount }: { amount: number }) => amount === 0)
    expect(menus.map(({ code }: { code: string }) => code).toSorted()).toEqual([
      ...['GETMENU_Djezzy', 'GETMENU_Mobilis', 'GETMENU_Ooredoo'],
    ])
    expect(fixedPlans.filter(({ isEnabled }: { isEnabled: boolean }) => !isEnabled)).toHaveLength(1)
  })
})

describe('send', () => {
  test('acknowledges with id, ref and balance; ref and id lead to one record', async () => {
    const { status, body } = await send()
    expect(status).toBe(200)
    expect(body.data).toEqual({
      topupId: expect.stringMatching(/^[0-9a-f]{24}$/),
      topupRef: 'sale-1',
      newBalance: 50_000,
    })
    const byId = await sandbox.get(`/v3/mobile/check-id/${body.data.topupId}`)
    expect(byId.body.data).toEqual(await read())
    expect(byId.body.data).toEqual({
      _id: body.data.topupId,
      ref: 'sale-1',
      status: 'PENDING',
      plan_code: 'PREPAID_DJEZZY',
      MSSIDN: '0770123456',
      topup_amount: 200,
      balance_amount: 192.5,
      created_at: '2026-10-05T08:00:00.000Z',
      follow_orderid: null,
      retry_orderid: null,
    })
  })

  test('makes a ref where none is given', async () => {
    const { body } = await send({ ref: undefined })
    expect((await read(body.data.topupRef)).status).toBe('PENDING')
  })

  test.each([
    ['a plan nobody sells', { plan_code: 'PREPAID_NOBODY' }, 'plan_code'],
    ['a plan that is off', { plan_code: 'DIMA_1500', amount: 1_500 }, 'plan_code'],
    ['no plan', { plan_code: undefined }, 'plan_code'],
    ['no number', { MSSIDN: undefined }, 'MSSIDN'],
    ['a number as a number', { MSSIDN: 770123456 }, 'MSSIDN'],
    ['a landline', { MSSIDN: '023456789' }, 'MSSIDN'],
    ['another prefix', { MSSIDN: '0870123456' }, 'MSSIDN'],
    ['eleven digits', { MSSIDN: '07701234567' }, 'MSSIDN'],
    ['a country code', { MSSIDN: '213770123456' }, 'MSSIDN'],
    ['no amount for a dynamic plan', { amount: undefined }, 'amount'],
    ['an amount as text', { amount: '200' }, 'amount'],
    ['an amount below the range', { amount: 39.99 }, 'amount'],
    ['an amount above the range', { amount: 5_000.01 }, 'amount'],
    ['half a centime', { amount: 200.005 }, 'amount'],
    ['another amount than the fixed one', { plan_code: 'PIXX_500', amount: 499 }, 'amount'],
    ['an amount for a menu', { plan_code: 'GETMENU_Djezzy', amount: 1 }, 'amount'],
    ['a wholesale amount too small', { plan_code: 'GROS_DJEZZY', amount: 4_999 }, 'amount'],
    ['an empty ref', { ref: '' }, 'ref'],
    ['a ref of 101 characters', { ref: 'x'.repeat(101) }, 'ref'],
  ])('refuses %s and names the field', async (_, over, field) => {
    const { status, body } = await send(over)
    expect([status, body.error.code]).toEqual([400, 'ERR_VALIDATION'])
    expect(body.error.details).toMatchObject({ field, reason: expect.any(String) })
    expect((await service.ledger()).orders).toEqual([])
  })

  test.each([
    ['at the least', 'PREPAID_DJEZZY', 40, 38.5],
    ['at the most', 'PREPAID_DJEZZY', 5_000, 4_812.5],
    ['with centimes', 'FACTURE_DJEZZY', 333.33, 330.83],
    ['by wholesale, at its face value', 'GROS_DJEZZY', 300_000, 300_000],
    ['fixed, with its amount', 'PIXX_500', 500, 480],
    ['fixed, without it', 'PIXX_500', undefined, 480],
  ])('%s costs what its plan says', async (_, plan_code, amount, cost) => {
    expect((await send({ plan_code, amount })).status).toBe(200)
    const { balance_amount } = await read()
    expect(balance_amount).toBe(cost)
    expect(centimesFromDinars(balance_amount).ok).toBe(true)
  })

  test('refuses a ref that was used, by a top-up of any kind', async () => {
    await send()
    await sandbox.send({ ref: 'internet' })
    for (const ref of ['sale-1', 'internet']) {
      const { status, body } = await send({ ref })
      expect([status, body.error.code]).toEqual([403, 'DUPLICATED_REF'])
    }
    expect((await sandbox.get('/v3/mobile/check-ref/internet')).body.error.code).toBe('NOT_FOUND')
    expect((await sandbox.readStatus('sale-1')).body.error.code).toBe('NOT_FOUND')
  })

  test('debits the production balance, refuses what it cannot pay, and gives back what failed', async () => {
    const first = await send({ MSSIDN: '0600000001', plan_code: 'GROS_DJEZZY', amount: 49_000 }, production)
    expect(first.body.data.newBalance).toBe(1_000)
    const second = await send({ ref: 'sale-2', amount: 2_000 }, production)
    expect([second.status, second.body.error.code]).toEqual([403, 'INSUFFICIENT_BALANCE'])
    expect(second.body.error.details).toEqual({ required: 1_925, available: 1_000 })
    clock.pass(25_000)
    const third = await send({ ref: 'sale-2', amount: 2_000 }, production)
    expect(third.body.data.newBalance).toBe(50_000 - 1_925)
    expect((await send({ ref: 'mine' })).status).toBe(200)
    expect((await sandbox.get('/v3/mobile/check-ref/sale-2')).status).toBe(404)
    expect((await production.get('/v3/mobile/check-ref/mine')).status).toBe(404)
  })
})

describe('a top-up', () => {
  const timed = (from: number, to: number, atMs: number | undefined) => {
    expect(atMs).toBeGreaterThanOrEqual(from)
    expect(atMs).toBeLessThanOrEqual(to + 500)
  }

  test.each([
    ['0661234567', ['PENDING', 'HANDLING', 'FULFILLED']],
    ['0600000001', ['PENDING', 'HANDLING', 'REFUNDED']],
    ['0600000002', ['PENDING', 'HANDLING', 'REFUNDED']],
    ['0600000003', ['PENDING', 'HANDLING', 'UNKNOWN_ERROR', 'FULFILLED']],
    ['0600000004', ['PENDING', 'HANDLING', 'UNKNOWN_ERROR', 'REFUNDED']],
  ])('for %s goes %j, each in its time', async (MSSIDN, statuses) => {
    await send({ MSSIDN })
    const seen = await watch()
    expect(seen.map(({ status }) => status)).toEqual(statuses)
    const [, handling, answered, settled] = seen
    timed(2_000, 15_000, handling?.atMs)
    timed((handling?.atMs ?? 0) + 3_000 - 500, (handling?.atMs ?? 0) + 8_000, answered?.atMs)
    if (settled) timed((answered?.atMs ?? 0) + 59_500, (answered?.atMs ?? 0) + 60_000, settled.atMs)
    const { movements } = await service.ledger()
    const isRefunded = statuses.at(-1) === 'REFUNDED'
    expect(movements.map(({ type, amount }) => [type, amount])).toEqual(
      isRefunded
        ? [
            ['DEBIT', 192.5],
            ['REFUND', 192.5],
          ]
        : [['DEBIT', 192.5]],
    )
  })

  test('takes the same time for the same number and seed, and another for another', async () => {
    const times = async (seed: number, MSSIDN: string) => {
      const other = await startService({ nowMs: clock.nowMs, seed })
      const from = callerOf(other.baseUrl)
      await send({ MSSIDN }, from)
      let waitedMs = 0
      while ((await read('sale-1', from)).status === 'PENDING') {
        clock.pass(100)
        waitedMs += 100
      }
      await other.close()
      return waitedMs
    }
    const first = await times(1, '0550000001')
    expect(await times(1, '0550000001')).toBe(first)
    expect(await times(2, '0550000001')).not.toBe(first)
    expect(await times(1, '0550000002')).not.toBe(first)
  })

  test('that was refunded says why in Arabic, and offers other plans where another would have fitted', async () => {
    await send({ MSSIDN: '0600000001', ref: 'failed' })
    await send({ MSSIDN: '0600000002', ref: 'wrong-plan' })
    expect(await read('wrong-plan')).not.toHaveProperty('refund_message')
    clock.pass(25_000)
    const failed = await read('failed')
    expect(failed.refund_message).toMatch(/\p{Script=Arabic}/u)
    expect(failed).not.toHaveProperty('suggested_offers')
    const wrongPlan = await read('wrong-plan')
    expect(wrongPlan.refund_message).toMatch(/\p{Script=Arabic}/u)
    expect(wrongPlan.suggested_offers).toContainEqual({
      typename: 'Facture Djezzy',
      plan_code: 'FACTURE_DJEZZY',
      amount: 200,
    })
    const [offer] = wrongPlan.suggested_offers
    const { plan_code, amount } = offer
    const again = await send({ MSSIDN: '0600000002', plan_code, amount, ref: 'better' })
    expect(again.status).toBe(200)
    clock.pass(25_000)
    expect(await read('better')).toMatchObject({ status: 'FULFILLED' })
    expect(await read('better')).not.toHaveProperty('refund_message')
  })

  test.each(mobilePractice)('ends for $number as in the practice table: $ending', async (row) => {
    const isLost = row.ending === 'lost-then-delivered'
    if (isLost) {
      await expect(send({ MSSIDN: row.number })).rejects.toThrow()
      expect(await read()).toBeUndefined()
    }
    await send({ MSSIDN: row.number })
    clock.pass(25_000)
    const early = await read()
    clock.pass(60_000)
    const late = await read()
    const refunded = row.ending.includes('refunded')
    expect(early.status === 'UNKNOWN_ERROR').toBe(row.ending.startsWith('unknown'))
    expect(late.status).toBe(refunded ? 'REFUNDED' : 'FULFILLED')
    expect('suggested_offers' in late).toBe(row.ending === 'refunded-with-offers')
  })
})

describe('a menu', () => {
  test('costs nothing and brings the offers of its operator, each of which can be sent', async () => {
    await send({ plan_code: 'GETMENU_Mobilis', amount: 0, MSSIDN: '0661234567', ref: 'menu' })
    await send({ plan_code: 'GETMENU_Ooredoo', amount: undefined, MSSIDN: '0550000000', ref: 'menu-2' })
    expect(await read('menu')).not.toHaveProperty('suggested_offers')
    clock.pass(25_000)
    const { status, suggested_offers, balance_amount } = await read('menu')
    expect([status, balance_amount]).toEqual(['FULFILLED', 0])
    expect(suggested_offers.map(({ plan_code }: { plan_code: string }) => plan_code)).toEqual([
      'PIXX_500',
      'MIX500_MOBILIS',
    ])
    expect((await read('menu-2')).suggested_offers).toEqual([
      { typename: 'Maxy 1000', plan_code: 'MAXY_1000', amount: 1_000 },
    ])
    for (const { plan_code, amount } of suggested_offers) {
      expect((await send({ plan_code, amount, ref: plan_code, MSSIDN: '0661234567' })).status).toBe(200)
    }
    const { movements } = await service.ledger()
    expect(movements.map(({ ref }) => ref)).toEqual(['PIXX_500', 'MIX500_MOBILIS'])
  })
})

test('an unknown ref or id is NOT_FOUND', async () => {
  for (const path of ['check-ref/nothing', 'check-id/0123456789abcdef01234567']) {
    const { status, body } = await sandbox.get(`/v3/mobile/${path}`)
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
  }
})
