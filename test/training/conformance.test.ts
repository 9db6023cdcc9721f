/**
 * The stand-alone service against the document, section by section, over HTTP: what it answers on the platform is what
 * the tables of service-api.md say. The tables are read from the document itself, so a row without its test is a failure.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { misfits } from '../specification/fit-record.ts'
import { readSpecification, sectionAt, tableAt } from '../specification/read-specification.ts'
import { type ServiceCommand, startServiceCommand } from '../support/service-command.ts'
import { type Answered, type Caller, callerOf } from '../support/training-calls.ts'

const SPEED = 10
const LOOK_EVERY_MS = 15
const MAX_LOOKS = 1_000

const document = readSpecification()
const resource = (title: string, index = 0) =>
  tableAt(sectionAt(document, 'Resources and their fields', title), index)

let service: ServiceCommand
let sandbox: Caller

beforeAll(async () => {
  service = await startServiceCommand(['--speed', String(SPEED), '--rate-limit', '100000'])
  sandbox = callerOf(service.baseUrl, service.keys.sandbox)
})
afterAll(() => service.close())

/** Every status that is seen on the way to one of the last ones. */
async function statusesUntil(ends: readonly string[], path: string): Promise<readonly string[]> {
  const seen: string[] = []
  for (let look = 0; look < MAX_LOOKS && !ends.includes(seen.at(-1) ?? ''); look += 1) {
    const { status } = (await sandbox.get(path)).body.data
    if (seen.at(-1) !== status) seen.push(status)
    await sleep(LOOK_EVERY_MS)
  }
  return seen
}

/** A status that lasts for some tenths of a second is missed by a busy machine, which then watches another order. */
const MAX_ORDERS = 5

/** PollStates orders until one is seen to go through exactly these statuses; answers where that one is. No order may show others. */
async function orderThrough(
  statuses: readonly string[],
  begin: (place: number) => Promise<string>,
): Promise<string> {
  let seen: readonly string[] = []
  let path = ''
  for (let place = 0; place < MAX_ORDERS; place += 1) {
    path = await begin(place)
    seen = await statusesUntil(statuses.slice(-1), path)
    if (seen.length === statuses.length) break
    expect(statuses.filter((status) => seen.includes(status))).toEqual(seen)
  }
  expect(seen).toEqual(statuses)
  return path
}

const topup = { plan_code: 'PREPAID_MOBILIS', MSSIDN: '0661234567', amount: 100 }
const sendMobile = async (over: Readonly<Record<string, unknown>>) =>
  (await sandbox.post('/v3/mobile/send', { ...topup, ...over })).body.data
const makeLink = async (amount = 1_500) =>
  (await sandbox.post('/v3/paylink/createLink', { productInfo: { title: 'Crédit', amount } })).body.data

/** How each endpoint of the document's table is called well, by its method and path. */
const calls: Readonly<Record<string, () => Promise<Answered>>> = {
  'GET /v3/validate': () => sandbox.get('/v3/validate'),
  'GET /v3/account/balance': () => sandbox.get('/v3/account/balance'),
  'GET /v3/mobile/plans': () => sandbox.get('/v3/mobile/plans'),
  'GET /v3/mobile/list': () => sandbox.get('/v3/mobile/list?page=1&pageSize=5&from=2026-01-01&to=2099-01-01'),
  'GET /v3/internet/products': () => sandbox.get('/v3/internet/products?type=4G'),
  'GET /v3/internet/check-number': () => sandbox.get('/v3/internet/check-number?type=ADSL&number=023456789'),
  'POST /v3/internet/send': () => sandbox.send({ ref: undefined }),
  'GET /v3/gift-cards/catalog': () => sandbox.get('/v3/gift-cards/catalog'),
  'GET /v3/gift-cards/list': () => sandbox.get('/v3/gift-cards/list'),
  'GET /v3/paylink/checkPayment/{ref}': async () =>
    sandbox.get(`/v3/paylink/checkPayment/${(await makeLink()).paymentRef}`),
}

test('a record that does not fit its table is reported field by field', () => {
  const rows = resource('Platform pagination')
  const record = { page: 1.5, pageSize: '20', totalPages: 1 }
  expect(misfits(rows, record)).toEqual([
    'page is no integer: 1.5',
    'pageSize is no integer: "20"',
    'totalResults is no integer: undefined',
  ])
  expect(misfits(rows.slice(2, 3), record, ['totalPages'])).toEqual(['totalPages is there'])
})

describe('Response envelope', () => {
  const endpoints = tableAt(sectionAt(document, 'Platform endpoints on {base_url}'))
  const success = resource('Response envelope (all endpoints)')
  const error = resource('Response envelope (all endpoints)', 1)

  test.each(endpoints)('of a success: $Method $Path', async ({ Method, Path, Output = '' }) => {
    const call = calls[`${Method} ${Path}`]
    if (!call) throw new Error(`no call for ${Method} ${Path}`)
    const { status, headers, body } = await call()
    expect([status, body.success]).toEqual([200, true])
    expect(headers.get('Content-Type')).toMatch(/^application\/json/)
    const inMeta = Path?.startsWith('/v3/paylink/') === true
    const rows = success.map((row) => (row['Field'] === 'data' ? { ...row, Type: 'object or array' } : row))
    expect(misfits(rows, body, inMeta ? ['requestId'] : [])).toEqual([])
    expect(inMeta ? body.meta.requestId : body.requestId).toBe(headers.get('X-Request-ID'))
    expect(new Date(body.meta.timestamp).toISOString()).toBe(body.meta.timestamp)
    for (const [, name = ''] of Output.matchAll(/data\.(\w+)/g)) expect(body.data).toHaveProperty(name)
  })

  test('of an error', async () => {
    const { status, headers, body } = await sandbox.get('/v3/mobile/list?page=0')
    expect(status).toBe(400)
    const rows = error.map((row) => (row['Field'] === 'error.details' ? { ...row, Type: 'object' } : row))
    expect(misfits(rows, body)).toEqual([])
    expect([body.success, body.requestId]).toEqual([false, headers.get('X-Request-ID')])
  })
})

describe('Resources and their fields', () => {
  test('Platform pagination', async () => {
    for (const path of ['/v3/mobile/list', '/v3/gift-cards/list']) {
      const { data, meta } = (await sandbox.get(path)).body
      const { items, pagination } = data
      expect(misfits(resource('Platform pagination'), pagination)).toEqual([])
      expect(meta.pagination).toEqual(pagination)
      expect(items).toBeInstanceOf(Array)
      expect(pagination).toMatchObject({ page: 1, pageSize: 20 })
    }
  })

  test.each([
    ['sandbox', 'SANDBOX', 'READ-WRITE'],
    ['production', 'PRODUCTION', 'READ-WRITE'],
    ['readOnly', 'SANDBOX', 'READ-ONLY'],
  ] as const)('Platform key record of the %s key', async (name, type, scope) => {
    const { body } = await callerOf(service.baseUrl, service.keys[name]).get('/v3/validate')
    expect(misfits(resource('Platform key record (GET /v3/validate on {base_url})'), body)).toEqual([])
    expect(body.data.apiKey).toMatchObject({ key: service.keys[name], type, scope })
  })

  test('Mobile plan', async () => {
    const { dynamicPlans, fixedPlans } = (await sandbox.get('/v3/mobile/plans')).body.data
    const rows = resource('Mobile plan')
    for (const plan of dynamicPlans) {
      expect(misfits(rows, plan, plan.operator.startsWith('G') ? ['cost'] : [])).toEqual([])
    }
    const ofFixed = [...rows, { Field: 'amount', Type: 'number' }]
    for (const plan of fixedPlans) {
      expect(misfits(ofFixed, plan, ['min_amount', 'max_amount'])).toEqual([])
    }
    const menus = /menu plans \(codes ([\w, ]+), listed/.exec(
      sectionAt(document, 'Resources and their fields', 'Mobile plan').text,
    )
    const menuCodes = menus?.[1]?.split(', ') ?? []
    expect(menuCodes).toHaveLength(3)
    for (const code of menuCodes)
      expect(fixedPlans).toContainEqual(expect.objectContaining({ code, amount: 0 }))
  })

  test('Mobile top-up record, in each status that the document names', async () => {
    const rows = resource('Mobile top-up record (items of the mobile list)')
    const endings = [
      ['0661234567', 'FULFILLED', ['refund_message', 'suggested_offers']],
      ['0600000001', 'REFUNDED', ['suggested_offers']],
      ['0600000002', 'REFUNDED', []],
    ] as const
    for (const [MSSIDN, status, absent] of endings) {
      const ref = `record-${MSSIDN}`
      const { topupId, topupRef, newBalance } = await sendMobile({ MSSIDN, ref })
      expect([typeof topupId, topupRef, typeof newBalance]).toEqual(['string', ref, 'number'])
      await statusesUntil(['FULFILLED', 'REFUNDED'], `/v3/mobile/check-ref/${ref}`)
      const { items } = (await sandbox.get('/v3/mobile/list?pageSize=100')).body.data
      const item = items.find((one: { ref: string }) => one.ref === ref)
      expect(item.status).toBe(status)
      expect(misfits(rows, item, absent)).toEqual([])
    }
  })

  test('Internet product', async () => {
    for (const type of ['ADSL', '4G']) {
      const { data } = (await sandbox.get(`/v3/internet/products?type=${type}`)).body
      expect(data.type).toBe(type)
      for (const product of data.products) {
        expect(Object.keys(product).toSorted()).toEqual(['available', 'cost', 'value'])
      }
    }
  })

  test('Gift card order, in each status that the document names', async () => {
    const rows = resource('Gift card order (items of the gift card list)')
    const place = { productId: 'playstation-fr', quantity: 2 }
    for (const [typeId, status, cards] of [
      ['psn-fr-10', 'FULFILLED', 2],
      ['TEST_REFUND', 'REFUNDED', 0],
    ] as const) {
      const { orderId } = (await sandbox.post('/v3/gift-cards/placeOrder', { ...place, typeId })).body.data
      await statusesUntil(['FULFILLED', 'REFUNDED'], `/v3/gift-cards/checkOrder/${orderId}`)
      const [item] = (await sandbox.get('/v3/gift-cards/list')).body.data.items
      expect(misfits(rows, item)).toEqual([])
      expect([item._id, item.status, item.cards.length]).toEqual([orderId, status, cards])
      for (const card of item.cards)
        expect(card).toEqual({ value: expect.any(String), serial: expect.any(String) })
    }
  })
})

describe('States and transitions', () => {
  const numbers = tableAt(sectionAt(document, 'States and transitions', 'Internet top-up'), 1)

  test.each(numbers)(
    'Internet top-up, sandbox: $Number: $Outcome',
    async ({ Number: number = '', Outcome = '' }) => {
      const line = /^\d+$/.test(number) ? number : '023456789'
      const send = (place: number) => sandbox.send({ number: line, ref: `state-${line}-${place}` })
      const rejected = /^rejected with (\d+) (\w+)$/.exec(Outcome)
      if (rejected) {
        const { status, body } = await send(0)
        expect([String(status), body.error.code]).toEqual(rejected.slice(1))
        return
      }
      const path = await orderThrough(Outcome.match(/[A-Z]{4,}/g) ?? [], async (place) => {
        await send(place)
        return `/v3/internet/check-ref/state-${line}-${place}`
      })
      const { card_code, num_trans, status: last } = (await sandbox.get(path)).body.data
      const delivered = last === 'FULFILLED' ? ['TESTCARD', 'TESTTRANS'] : [undefined, undefined]
      expect([card_code, num_trans]).toEqual(delivered)
    },
  )

  const links = tableAt(sectionAt(document, 'States and transitions', 'Payment link'))
  test.each(links.map((row) => [row['State'] ?? '', row['Next state'] ?? '']))(
    'Payment link: %s to %s',
    async (state, next) => {
      const amount = next === 'CONFIRMED' ? 1_500 : 1_001
      await orderThrough([state, next], async () => {
        const { paymentRef } = await makeLink(amount)
        return `/v3/paylink/checkPayment/${paymentRef}`
      })
    },
  )
})
