/**
 * The stand-alone service against the document: who may call, what is refused with which code and status, and the limits
 * of the platform. Every row of "Platform error codes" has its way to be met here, or a reason why it is never met.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cell } from '../specification/comparison.ts'
import { readSpecification, sectionAt, tableAt } from '../specification/read-specification.ts'
import { type ServiceCommand, startServiceCommand } from '../support/service-command.ts'
import { type Answered, type Caller, callerOf } from '../support/training-calls.ts'

const document = readSpecification()
const limits = tableAt(sectionAt(document, 'Limits'))
const limit = (name: string) => cell(limits, name, 'Value')

/** One with room for every call, one as it starts by itself but for a whitelist that leaves this machine out. */
let roomy: ServiceCommand
let strict: ServiceCommand
let sandbox: Caller

beforeAll(async () => {
  roomy = await startServiceCommand(['--rate-limit', '100000', '--speed', '100000', '--balance', '1000'])
  strict = await startServiceCommand(['--whitelist-production', '10.0.0.1'])
  sandbox = callerOf(roomy.baseUrl, roomy.keys.sandbox)
})
afterAll(() => Promise.all([roomy.close(), strict.close()]))

/** A new service, because a blocked address stays blocked. */
async function blocked(attempts: number): Promise<Answered> {
  const own = await startServiceCommand(['--no-control'])
  try {
    const wrong = callerOf(own.baseUrl, 'wrong')
    for (let attempt = 0; attempt < attempts; attempt += 1) await wrong.get('/v3/validate')
    return await callerOf(own.baseUrl, own.keys.sandbox).get('/v3/validate')
  } finally {
    await own.close()
  }
}

const ways: Readonly<Record<string, () => Promise<Answered>>> = {
  MISSING_ACCESS_TOKEN: () => callerOf(roomy.baseUrl, null).get('/v3/validate'),
  INVALID_ACCESS_TOKEN: () => callerOf(roomy.baseUrl, 'wrong').get('/v3/validate'),
  IP_NOT_ALLOWED: () => callerOf(strict.baseUrl, strict.keys.production).get('/v3/account/balance'),
  IP_BLOCKED: () => blocked(5),
  INTERNAL_SERVER_ERROR: async () => {
    const action = { do: 'fail', as: 'INTERNAL_SERVER_ERROR' } as const
    await roomy.addFaults({ method: 'GET', path: '/v3/mobile/plans', action })
    return sandbox.get('/v3/mobile/plans')
  },
  ERR_VALIDATION: () => sandbox.send({ value: 999 }),
  ERR_PHONE: () => sandbox.send({ number: '030000000' }),
  ERR_STOCK: () => sandbox.send({ value: 3_000 }),
  INSUFFICIENT_BALANCE: () =>
    callerOf(roomy.baseUrl, roomy.keys.production).send({ value: 2_000, ref: 'too-much' }),
  DUPLICATED_REF: async () => {
    await sandbox.send({ ref: 'twice' })
    return sandbox.send({ ref: 'twice' })
  },
  PAYMENT_NOT_FOUND: () => sandbox.get('/v3/paylink/checkPayment/TRAIN-000000-0000'),
}

/** By the document's own state table an expired link is FAILED, and so it is answered here (payment-links.test.ts). */
const neverMet = ['PAYMENT_EXPIRED']

describe('Platform error codes', () => {
  const rows = tableAt(sectionAt(document, 'Errors', 'Platform error codes'))

  test.each(rows.filter(({ Code = '' }) => !neverMet.includes(Code)))(
    '$Code ($HTTP): $Condition',
    async ({ Code = '', HTTP = '' }) => {
      const way = ways[Code]
      if (!way) throw new Error(`no way to meet ${Code}`)
      const { status, headers, body } = await way()
      expect(body).toEqual({
        success: false,
        error: {
          code: Code,
          message: expect.any(String),
          ...('details' in body.error ? { details: expect.anything() } : {}),
        },
        requestId: headers.get('X-Request-ID'),
      })
      const [documented] = /\d{3}/.exec(HTTP) ?? []
      if (documented === undefined) expect([400, 403, 404, 409, 410]).toContain(status)
      else expect(String(status)).toBe(documented)
    },
  )
})

describe('Authentication', () => {
  test('lets a READ-ONLY key read balance, transactions, status and lists, and create nothing', async () => {
    const reader = callerOf(roomy.baseUrl, roomy.keys.readOnly)
    await sandbox.send({ ref: 'to-be-read' })
    const paths = ['account/balance', 'account/transactions', 'mobile/list', 'gift-cards/list']
    for (const path of [...paths, 'internet/check-ref/to-be-read']) {
      expect((await reader.get(`/v3/${path}`)).status).toBe(200)
    }
    const { length } = (await roomy.ledger()).orders
    for (const path of ['internet/send', 'mobile/send', 'gift-cards/placeOrder', 'paylink/createLink']) {
      const { status, body } = await reader.post(`/v3/${path}`, {})
      expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    }
    expect((await roomy.ledger()).orders).toHaveLength(length)
  })
})

describe('Limits', () => {
  test('the rate limit is on every platform response, refusals included', async () => {
    const before = Date.now() / 1_000
    for (const path of ['/v3/validate', '/v3/nothing']) {
      const { headers } = await callerOf(strict.baseUrl, strict.keys.readOnly).get(path)
      expect(headers.get('X-RateLimit-Limit')).toBe(limit('Rate limit header X-RateLimit-Limit'))
      expect(headers.get('X-RateLimit-Remaining')).toMatch(/^\d+$/)
      expect(Number(headers.get('X-RateLimit-Reset'))).toBeGreaterThan(before)
    }
  })

  test('an address is blocked after as many failed attempts as the document says, and not before', async () => {
    const attempts = Number(limit('Failed authentication attempts before IP block'))
    expect((await blocked(attempts - 1)).status).toBe(200)
    expect((await blocked(attempts)).body.error.code).toBe('IP_BLOCKED')
  })

  test('a page holds as many items as the document says', async () => {
    const [, min = '', max = '', usual = ''] =
      /^(\d+) to (\d+), default (\d+)$/.exec(limit('page size, platform lists')) ?? []
    for (const path of ['/v3/mobile/list', '/v3/gift-cards/list']) {
      const status = async (pageSize: number) => (await sandbox.get(`${path}?pageSize=${pageSize}`)).status
      expect([await status(Number(min) - 1), await status(Number(min))]).toEqual([400, 200])
      expect([await status(Number(max)), await status(Number(max) + 1)]).toEqual([200, 400])
      expect((await sandbox.get(path)).body.data.pagination.pageSize).toBe(Number(usual))
      expect((await sandbox.get(`${path}?page=0`)).status).toBe(400)
    }
  })
})
