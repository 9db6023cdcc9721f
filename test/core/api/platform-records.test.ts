/** What is made of records that are odd in some part: the part is left out, the rest stands, and no figure is guessed. */
import { inspect } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ServiceClient } from '#core/api/client.ts'
import type { CallOutcome } from '#core/api/outcome.ts'
import { clientFor, keepLog } from '../../support/api-client.ts'
import { envelope } from '../../support/bill-samples.ts'
import { serviceOfFile } from '../../support/client-on-wire.ts'
import { always } from '../../support/raw-service.ts'
import { refNumber } from '../../support/refs.ts'

const service = await serviceOfFile()
let client: ServiceClient
const log = keepLog()
beforeEach(() => {
  client = clientFor(service.baseUrl, { log })
  return () => client.close()
})

/** What the call reads of this `data`. */
async function read<Value>(data: unknown, ask: () => Promise<CallOutcome<Value>>): Promise<Value> {
  service.behave = always(200, envelope(data))
  const outcome = await ask()
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

describe('mobile plans', () => {
  const plan = { code: 'P', name: 'Plan', operator: 'Mobilis', isEnabled: true, cost: 0.96 }
  const fixedOf = (over: object) =>
    read({ dynamicPlans: [], fixedPlans: [{ ...plan, amount: 500, ...over }] }, () =>
      client.listMobilePlans(),
    )

  test.each([
    [{}, { kind: 'fixed', amountCentimes: 50_000, costMillionths: 960_000, isWholesale: false }],
    [
      { operator: 'GMobilis', cost: undefined },
      { operator: 'Mobilis', isWholesale: true, costMillionths: null },
    ],
    [
      { operator: 'GLOBAL', cost: 0.9925 },
      { operator: null, costMillionths: 992_500 },
    ],
    [{ cost: 'cheap' }, { costMillionths: null }],
    [{ cost: 0.33333333 }, { costMillionths: null }],
    [{ code: 'GETMENU_Djezzy', amount: 0 }, { kind: 'menu' }],
  ])('%j', async (over, expected) => {
    expect(await fixedOf(over)).toMatchObject({ plans: [expected], unreadableCount: 0 })
  })

  test.each([
    ['an amount of 0 that is no menu', { amount: 0 }],
    ['a menu that has a price', { code: 'GETMENU_Djezzy' }],
    ['a broken centime', { amount: 500.005 }],
    ['an amount as text', { amount: '500' }],
    ['no word on whether it is enabled', { isEnabled: undefined }],
  ])('%s: it cannot be sold, and is counted', async (_name, over) => {
    expect(await fixedOf(over)).toEqual({ plans: [], unreadableCount: 1 })
  })

  test('a range with exchanged ends hides no other plan', async () => {
    const good = { ...plan, min_amount: 40, max_amount: 5000 }
    const dynamicPlans = [{ ...good, min_amount: 6000 }, good]
    const plans = await read({ dynamicPlans, fixedPlans: [] }, () => client.listMobilePlans())
    expect(plans).toMatchObject({ plans: [{ minCentimes: 4_000 }], unreadableCount: 1 })
  })
})

describe('mobile top-ups', () => {
  const ref = refNumber(1)
  const find = (over: object) => read({ status: 'HANDLING', ...over }, () => client.findMobileByRef(ref))

  test.each(['PENDING', 'HANDLING', 'FULFILLED', 'REFUNDED', 'UNKNOWN_ERROR', 'A_LATER_WORD'])(
    'the status %s is kept',
    async (status) => {
      expect(await find({ status })).toMatchObject({ status, topupId: null, ref: null, offers: [] })
    },
  )

  test('odd fields hide nothing, and an invalid amount is not guessed', async () => {
    const odd = { topup_amount: 10.005, balance_amount: '96', created_at: 'yesterday', suggested_offers: 7 }
    expect(await find(odd)).toMatchObject({
      status: 'HANDLING',
      amountCentimes: null,
      debitCentimes: null,
      createdAtMs: null,
      offers: [],
    })
  })

  test.each([
    ['2026-01-05T09:00:00Z', Date.UTC(2026, 0, 5, 9)],
    ['2026-01-05T09:00:00.25+01:00', Date.UTC(2026, 0, 5, 8, 0, 0, 250)],
    ['2026-01-05T09:00:00+0100', Date.UTC(2026, 0, 5, 8)],
    ['2026-01-05T09:00:00-01', Date.UTC(2026, 0, 5, 10)],
    ['20260105T090000Z', Date.UTC(2026, 0, 5, 9)],
    ['20260105T090000.250Z', Date.UTC(2026, 0, 5, 9, 0, 0, 250)],
    ['20260105T090000+0100', Date.UTC(2026, 0, 5, 8)],
    ['20260105T090000+01', Date.UTC(2026, 0, 5, 8)],
    ['20260105T090000', null],
    ['20261305T090000Z', null],
    ['20260105T096000Z', null],
    ['20260105T090000+2500', null],
    ['20260105', null],
    ['2026-01-05', null],
  ])('the time %s is read', async (text, createdAtMs) => {
    expect(await find({ created_at: text })).toMatchObject({ createdAtMs })
  })

  test('readable offers are kept', async () => {
    const good = { typename: 'Facture', plan_code: 'FACTURE_DJEZZY', amount: 100 }
    const found = await find({ suggested_offers: [{ ...good, amount: 'x' }, good] })
    expect(found.offers).toEqual([{ name: 'Facture', planCode: 'FACTURE_DJEZZY', amountCentimes: 10_000 }])
  })

  test('a row of the list that cannot be read is reported with its id', async () => {
    const pagination = { page: 1, pageSize: 20, totalPages: 1, totalResults: 2 }
    const items = [{ _id: 't9', status: 7 }, 'x', { _id: 't1', status: 'FULFILLED' }]
    const { rows } = await read({ items, pagination }, () => client.listMobileTopups())
    expect(rows).toMatchObject([
      { kind: 'unreadable', id: 't9' },
      { kind: 'unreadable', id: null },
      { kind: 'item', item: { topupId: 't1' } },
    ])
  })
})

test('the pagination is read from meta, where the envelope’s table has it', async () => {
  const pagination = { page: 1, pageSize: 20, totalPages: 3, totalResults: 41 }
  service.behave = always(200, JSON.stringify({ success: true, data: { items: [] }, meta: { pagination } }))
  const outcome = await client.listMobileTopups()
  expect(outcome).toMatchObject({ kind: 'accepted', value: { totalCount: 41, pageCount: 3 } })
})

describe('gift cards', () => {
  const codes = ['SECRET-CODE-1', 90_071_992_547_409, 'SECRET-SERIAL']
  const order = {
    _id: 'o1',
    status: 'FULFILLED',
    cards: [
      { value: codes[0], serial: codes[2] },
      { value: codes[1], serial: null },
      { value: 2 ** 60, serial: 'S' },
    ],
  }
  const find = () => read(order, () => client.findGiftCardOrder('o1'))

  test('a code is read by its name', async () => {
    const { cards } = await find()
    expect(cards.map(({ code }) => code.reveal())).toEqual(['SECRET-CODE-1', '90071992547409'])
    expect(cards.map(({ serial }) => serial?.reveal())).toEqual(['SECRET-SERIAL', undefined])
  })

  test('a code cannot be read in another way', async () => {
    const { cards } = await find()
    const card = cards[0]
    const shown = [
      JSON.stringify(cards),
      inspect(cards, { depth: null, showHidden: true, getters: true }),
      `${card?.code}`,
      String(card?.serial),
      JSON.stringify(Object.entries(card?.code ?? {})),
      JSON.stringify(log.lines),
    ].join('\n')
    expect(shown).toContain('•••')
    for (const code of codes) expect(shown).not.toContain(String(code))
    expect(() => structuredClone(card?.code)).toThrow()
  })

  test('a card whose code cannot be read exactly is still owed', async () => {
    expect(await find()).toMatchObject({ unreadableCardCount: 1 })
  })
})

describe('payment links', () => {
  const ref = 'PAY-A1B2C3-D4E5'
  const check = (over: object) =>
    read({ status: 'PENDING', message: 'm', paymentRef: ref, ...over }, () => client.checkPaymentLink(ref))

  test.each([
    ['no details yet', {}, null],
    ['another currency', { transactionDetails: { amount: 10, currency: 'EUR' } }, null],
    ['an amount that is none', { transactionDetails: { amount: '10', currency: 'DZD' } }, null],
    ['no date yet', { transactionDetails: { amount: 10, currency: 'DZD', isSandbox: true } }, 1_000],
  ])('%s', async (_name, over, amountCentimes) => {
    expect(await check(over)).toMatchObject({ status: 'PENDING', amountCentimes, createdAtMs: null })
  })
})

describe('a request that breaks a rule of its form is not sent', () => {
  const ref = refNumber(1)
  const good = { plan_code: 'P', MSSIDN: '0661234567', amount: 100, ref }
  type Ask = (one: ServiceClient) => Promise<unknown>
  const cases: readonly (readonly [string, Ask])[] = [
    ['a landline', (c) => c.sendMobile({ ...good, MSSIDN: '023456789' })],
    ['a number with its country code', (c) => c.sendMobile({ ...good, MSSIDN: '213661234567' })],
    ['a broken centime', (c) => c.sendMobile({ ...good, amount: 100.005 })],
    ['an amount below 0', (c) => c.sendMobile({ ...good, amount: -1 })],
    ['no plan', (c) => c.sendMobile({ ...good, plan_code: '' })],
    ['from without to', (c) => c.listMobileTopups({ from: '2026-10-01' })],
    ['page 0', (c) => c.listMobileTopups({ page: 0 })],
    ['101 rows', (c) => c.listGiftCardOrders({ pageSize: 101 })],
    ['a date that is none', (c) => c.listGiftCardOrders({ to: '2026-02-30' })],
    ['no card', (c) => c.placeGiftCardOrder({ productId: 'p', typeId: 't', quantity: 0 })],
    ['half a card', (c) => c.placeGiftCardOrder({ productId: 'p', typeId: 't', quantity: 1.5 })],
    ['a product that climbs', (c) => c.checkGiftCardProduct('..')],
    ['a payment reference of another shape', (c) => c.checkPaymentLink('PAY-1')],
    ['a link of 499', (c) => c.createPaymentLink({ productInfo: { title: 't', amount: 499 } })],
    ['a link of a broken dinar', (c) => c.createPaymentLink({ productInfo: { title: 't', amount: 500.5 } })],
  ]
  test.each(cases)('%s', async (_name, ask) => {
    service.behave = () => {}
    expect(await ask(client)).toMatchObject({ kind: 'not-sent', reason: 'invalid-request' })
    expect(service.requests).toHaveLength(0)
  })
})
