/** Internet top-ups by the document: products, number check, send and its refusals, the sandbox numbers and timings. */
import { describe, expect, test } from 'vitest'
import { centimesFromDinars } from '#shared/money.ts'
import { trainingKeys } from '#training/keys.ts'
import { serviceForEachTest } from '../support/service-hooks.ts'
import { startService } from '../support/training.ts'
import { callerOf } from '../support/training-calls.ts'

const { service, clock, sandbox, production } = serviceForEachTest()

describe('products', () => {
  test.each(['ADSL', '4G'])(
    'of %s cost less than their value, in whole centimes, and one is out',
    async (type) => {
      const { body } = await sandbox.get(`/v3/internet/products?type=${type}`)
      expect(body.data.type).toBe(type)
      const products: { cost: number; value: number; available: boolean }[] = body.data.products
      expect(products.length).toBeGreaterThanOrEqual(4)
      for (const { cost, value } of products) {
        expect(centimesFromDinars(cost).ok && centimesFromDinars(value).ok).toBe(true)
        expect(cost).toBeLessThan(value)
        expect(cost).toBeGreaterThan(value * 0.9)
      }
      expect(products.filter((product) => !product.available)).toHaveLength(1)
    },
  )

  test.each(['', '?type=', '?type=adsl', '?type=5G'])('of "%s" are refused', async (query) => {
    const { status, body } = await sandbox.get(`/v3/internet/products${query}`)
    expect([status, body.error.code, body.error.details.field]).toEqual([400, 'ERR_VALIDATION', 'type'])
  })
})

describe('check-number', () => {
  const check = (type: string, number: string) =>
    sandbox.get(`/v3/internet/check-number?type=${type}&number=${number}`)

  test('returns a masked customer and an offer, always the same for one number', async () => {
    const first = await check('ADSL', '023456789')
    expect(first.body.data).toEqual({
      ncli: expect.stringMatching(/^\d+\*+\d+$/),
      offre: expect.stringContaining('ADSL'),
      type: 'ADSL',
    })
    expect((await check('ADSL', '023456789')).body.data).toEqual(first.body.data)
    expect((await check('ADSL', '023456780')).body.data.ncli).not.toBe(first.body.data.ncli)
  })

  test('returns a 4G line without an offer', async () => {
    expect((await check('4G', '213661234567')).body.data).toEqual({ ncli: expect.any(String), type: '4GLTE' })
  })

  test.each([
    ['ADSL', '030000000'],
    ['4G', '213300000000'],
    ['ADSL', '213661234567'],
    ['4G', '023456789'],
    ['ADSL', '02345678'],
    ['ADSL', ''],
  ])('refuses %s %s with ERR_PHONE', async (type, number) => {
    const { status, body } = await check(type, number)
    expect([status, body.error.code]).toEqual([400, 'ERR_PHONE'])
    expect(body.error.details).toEqual({ number, type, reason: expect.any(String) })
  })

  test('refuses a question without a number or a type', async () => {
    const noNumber = await sandbox.get('/v3/internet/check-number?type=ADSL')
    expect([noNumber.body.error.code, noNumber.body.error.details.field]).toEqual([
      'ERR_VALIDATION',
      'number',
    ])
    const noType = await sandbox.get('/v3/internet/check-number?number=023456789')
    expect([noType.body.error.code, noType.body.error.details.field]).toEqual(['ERR_VALIDATION', 'type'])
  })
})

describe('send', () => {
  test('acknowledges with an id and the ref; both lead to one record', async () => {
    const { body } = await sandbox.send({ ref: 'shop/7 é' })
    expect(body.data).toEqual({ topupId: expect.stringMatching(/^[0-9a-f]{24}$/), topupRef: 'shop/7 é' })
    const byRef = await sandbox.readStatus('shop/7 é')
    const byId = await sandbox.get(`/v3/internet/check-id/${body.data.topupId}`)
    expect(byRef.body.data).toEqual(byId.body.data)
    expect(byRef.body.data).toEqual({
      _id: body.data.topupId,
      topupId: body.data.topupId,
      ref: 'shop/7 é',
      topupRef: 'shop/7 é',
      status: 'HANDLING',
      type: 'ADSL',
      number: '023456789',
      value: 1000,
      created_at: '2026-10-05T08:00:00.000Z',
    })
  })

  test('makes a ref where none is given, a new one each time', async () => {
    const [first, second] = [await sandbox.send({ ref: undefined }), await sandbox.send({ ref: undefined })]
    expect(first.body.data.topupRef).toEqual(expect.any(String))
    expect(second.body.data.topupRef).not.toBe(first.body.data.topupRef)
  })

  test.each([
    ['no type', { type: undefined }, 'type'],
    ['an unknown type', { type: '4g' }, 'type'],
    ['a number that is not text', { number: 23456789 }, 'number'],
    ['no value', { value: undefined }, 'value'],
    ['a value that is text', { value: '1000' }, 'value'],
    ['a value that is not in the catalog', { value: 999 }, 'value'],
    ['a value of the other type', { value: 6500 }, 'value'],
    ['a negative value', { value: -1000 }, 'value'],
    ['a value in fractions of a centime', { value: 1000.001 }, 'value'],
    ['a ref that is not text', { ref: 12 }, 'ref'],
    ['an empty ref', { ref: '' }, 'ref'],
    ['a ref of 101 characters', { ref: 'r'.repeat(101) }, 'ref'],
  ])('refuses %s and names the field', async (_, over, field) => {
    const { status, body } = await sandbox.send(over)
    expect([status, body.error.code, body.error.details.field]).toEqual([400, 'ERR_VALIDATION', field])
    expect((await service.ledger()).orders).toEqual([])
  })

  test.each([[null], [[]], ['"text"'], [12]])('refuses a body that is %j', async (sent) => {
    const { status, body } = await sandbox.post('/v3/internet/send', sent)
    expect([status, body.error.code]).toEqual([400, 'ERR_VALIDATION'])
  })

  test.each([
    ['ADSL', '030000000'],
    ['4G', '213300000000'],
    ['ADSL', '213661234567'],
    ['4G', '+213661234567'],
  ])('refuses %s %s with ERR_PHONE and leaves the ref free', async (type, number) => {
    const { status, body } = await sandbox.send({ type, number })
    expect([status, body.error.code, body.error.details.number]).toEqual([400, 'ERR_PHONE', number])
    expect((await sandbox.readStatus('sale-1')).body.error.code).toBe('NOT_FOUND')
    expect((await sandbox.send()).status).toBe(200)
  })

  test.each([
    ['ADSL', 3000, '023456789'],
    ['4G', 1500, '213661234567'],
  ])('refuses the %s card that is out of stock, to both keys', async (type, value, number) => {
    for (const key of [trainingKeys.sandbox, trainingKeys.production]) {
      const { status, body } = await callerOf(service.baseUrl, key).send({ type, value, number })
      expect([status, body.error.code]).toEqual([400, 'ERR_STOCK'])
    }
    expect((await service.ledger()).orders).toEqual([])
  })

  test('refuses a ref that was used, whatever else is asked under it, and keeps the first order', async () => {
    await sandbox.send()
    for (const over of [{}, { value: 500 }, { number: '023456780' }]) {
      const { status, body } = await sandbox.send(over)
      expect([status, body.error.code]).toEqual([403, 'DUPLICATED_REF'])
    }
    expect((await service.ledger()).orders).toHaveLength(1)
    expect((await sandbox.readStatus('sale-1')).body.data.value).toBe(1000)
  })

  test('takes one of many that arrive at once under one ref', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.send()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { orders, movements } = await service.ledger()
    expect([orders.length, movements.length]).toEqual([1, 1])
  })
})

describe('status', () => {
  const endings = [
    [
      'refunded',
      '030000001',
      '213300000001',
      [
        [2_999, 'HANDLING'],
        [1, 'REFUNDED'],
        [86_400_000, 'REFUNDED'],
      ],
    ],
    [
      'queued',
      '030000002',
      '213300000002',
      [
        [2_999, 'HANDLING'],
        [1, 'QUEUED'],
        [14_999, 'QUEUED'],
        [1, 'FULFILLED'],
      ],
    ],
    [
      'delivered',
      '023456789',
      '213661234567',
      [
        [2_999, 'HANDLING'],
        [1, 'FULFILLED'],
        [86_400_000, 'FULFILLED'],
      ],
    ],
  ] as const

  test.each(endings)(
    'of a %s order follows the document, for ADSL and 4G, for both keys',
    async (_, adsl, lte, steps) => {
      const keys = [trainingKeys.sandbox, trainingKeys.production]
      const lines = [
        { type: 'ADSL', number: adsl },
        { type: '4G', number: lte },
      ]
      const sales = keys.flatMap((key) =>
        lines.map((line) => ({ line, from: callerOf(service.baseUrl, key) })),
      )
      for (const { line, from } of sales)
        expect((await from.send({ ...line, ref: line.type })).status).toBe(200)
      for (const [ms, status] of steps) {
        clock.pass(ms)
        for (const { line, from } of sales) {
          expect((await from.readStatus(line.type)).body.data.status, `${line.type} after ${ms}`).toBe(status)
        }
      }
    },
  )

  test('runs at the service’s speed', async () => {
    const fast = await startService({ nowMs: clock.nowMs, speed: 10 })
    const from = callerOf(fast.baseUrl)
    await from.send({ number: '030000002' })
    for (const [ms, status] of [
      [299, 'HANDLING'],
      [1, 'QUEUED'],
      [1_499, 'QUEUED'],
      [1, 'FULFILLED'],
    ] as const) {
      clock.pass(ms)
      expect((await from.readStatus('sale-1')).body.data.status).toBe(status)
    }
    await fast.close()
  })

  test('shows the test card in the sandbox once delivered, and its day', async () => {
    await sandbox.send()
    expect((await sandbox.readStatus('sale-1')).body.data).not.toHaveProperty('card_code')
    clock.pass(60_000)
    expect((await sandbox.readStatus('sale-1')).body.data).toMatchObject({
      status: 'FULFILLED',
      card_code: 'TESTCARD',
      num_trans: 'TESTTRANS',
      date_traitement: '2026-10-05T08:00:03.000Z',
    })
  })

  test('shows a code of its own in production, always the same for one order', async () => {
    await production.send()
    await production.send({ ref: 'sale-2' })
    clock.pass(3_000)
    const first = (await production.readStatus('sale-1')).body.data
    expect(first.card_code).toMatch(/^\d{12,14}$/)
    expect(first.num_trans).toMatch(/^\d{12,14}$/)
    expect((await production.readStatus('sale-1')).body.data).toEqual(first)
    expect((await production.readStatus('sale-2')).body.data.card_code).not.toBe(first.card_code)
  })

  test('shows no card on a refunded order', async () => {
    await sandbox.send({ number: '030000001' })
    clock.pass(3_000)
    const { data } = (await sandbox.readStatus('sale-1')).body
    expect(data).not.toHaveProperty('card_code')
    expect(data.date_traitement).toBe('2026-10-05T08:00:03.000Z')
  })

  test.each(['check-ref/sale-2', 'check-id/0123456789abcdef01234567'])('of %s is NOT_FOUND', async (path) => {
    await sandbox.send()
    const { status, body } = await sandbox.get(`/v3/internet/${path}`)
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
  })

  test('of an order of the other environment is NOT_FOUND, and its ref is free there', async () => {
    const { body } = await sandbox.send()
    expect((await production.readStatus('sale-1')).status).toBe(404)
    expect((await production.get(`/v3/internet/check-id/${body.data.topupId}`)).status).toBe(404)
    expect((await production.send()).status).toBe(200)
    expect((await callerOf(service.baseUrl, trainingKeys.readOnly).readStatus('sale-1')).status).toBe(200)
  })
})
