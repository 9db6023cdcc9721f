/** The specification's tables of bill payment rules (fields, errors, fees, limits, receipt) against the running command. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureCode } from '#training/failures.ts'
import { type Row, readSpecification, sectionAt, tableAt } from '../specification/read-specification.ts'
import { type ServiceCommand, startServiceCommand } from '../support/service-command.ts'
import { refusalOf } from '../support/training-bills.ts'
import { type Answered, type Caller, callerOf } from '../support/training-calls.ts'

const document = readSpecification()
const table = (heading: string, index = 0): readonly Row[] => tableAt(sectionAt(document, heading), index)

const SPEED = 100
const POLL_MS = 10
const POLLS = 1_000

let service: ServiceCommand
let caller: Caller

beforeAll(async () => {
  service = await startServiceCommand(['--speed', String(SPEED)])
  caller = callerOf(service.billUrl, service.keys.sandbox)
})
afterAll(() => service.close())

let sales = 0
const newRef = () => `rules-${sales++}`
const discover = (over: object = {}, from = caller) =>
  from.post('/v3/bills/discover', {
    partner: 'ADE',
    account: { reference: newRef() },
    ref: newRef(),
    ...over,
  })
const pay = (over: object, from = caller) => from.post('/v3/bills/pay', { ref: newRef(), ...over })

async function until(id: string, status: string): Promise<Answered['body']> {
  for (let poll = 0; poll < POLLS; poll += 1) {
    const { data } = (await caller.get(`/v3/bills/transactions/${id}`)).body
    if (data.status === status) return data
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`${id} never reached ${status}`)
}

const ready = async (over: object = {}) => until((await discover(over)).body.data.transactionId, 'READY')

async function paid(over: object = {}) {
  const { transactionId, bills } = await ready(over)
  await pay({ transactionId, billId: bills[0].billId })
  return until(transactionId, 'SUCCESS')
}

const seaal = { seaal: { code_client: '100001', code_contrat: '1234' } }

describe('POST /v3/bills/discover, identifier per partner', () => {
  test.each(table('POST /v3/bills/discover', 1))('$Partner by $Field: $Rule', async (row) => {
    const { Partner: partner = '', Field: field = '', Rule: rule = '' } = row
    const isLine = field === 'phoneNumber'
    expect(rule).toMatch(isLine ? /^landline/ : /^up to 50 characters$/)
    const [longest, tooLong] = isLine ? ['+213' + '21223344', '0550123456'] : ['x'.repeat(50), 'x'.repeat(51)]
    expect((await discover({ partner, account: { [field]: longest } })).status).toBe(200)
    const refused = await discover({ partner, account: { [field]: tooLong } })
    expect([refusalOf(refused), refused.body.error.details[0]]).toEqual([
      '400 ERR_VALIDATION',
      expect.stringContaining(field),
    ])
  })
})

test.each([
  ['POST /v3/bills/discover', '/v3/bills/discover', ['partner', 'account', 'ref']],
  ['POST /v3/bills/pay', '/v3/bills/pay', ['transactionId', 'billId', 'ref']],
])(
  '%s: every field that its table requires is reported when all are missing',
  async (heading, path, expected) => {
    const required = table(heading)
      .filter(({ Required }) => Required !== 'no')
      .map(({ Field }) => Field)
    expect(required).toEqual(expect.arrayContaining(expected))
    const details: string[] = (await caller.post(path, {})).body.error.details
    for (const field of required) expect(details.join('\n')).toContain(field)
  },
)

describe('GET /v3/bills/transactions, query parameters', () => {
  const wrong: Readonly<Record<string, string>> = {
    status: 'ready',
    partner: 'ade',
    from: '01/02/2026',
    to: 'now',
    limit: '101',
    offset: '-1',
  }
  test.each(table('GET /v3/bills/transactions'))(
    '$Name: $Rules',
    async ({ Name: name = '', Default: fallback }) => {
      const refused = await caller.get(`/v3/bills/transactions?${name}=${wrong[name]}`)
      expect([refusalOf(refused), refused.body.error.details]).toEqual([
        '400 ERR_VALIDATION',
        [expect.stringMatching(new RegExp(`^${name}: `))],
      ])
      const { meta } = (await caller.get('/v3/bills/transactions')).body
      if (fallback !== 'none') expect(String(meta[name])).toBe(fallback)
    },
  )
})

describe('GET receipt, response headers', () => {
  test.each(table('GET /v3/bills/transactions/{transactionId}/receipt'))(
    '$Header',
    async ({ Header, Value }) => {
      const { transactionId } = await paid()
      const { headers, text } = await caller.get(`/v3/bills/transactions/${transactionId}/receipt`)
      const value = headers.get(Header ?? '')
      const exact = Header === 'Cache-Control' || Header === 'X-Content-Type-Options'
      if (exact) expect(value).toBe(Value)
      else expect(value).toMatch(/./)
      if (Header === 'Content-Type') expect(Value).toContain(value)
      if (Header === 'Content-Disposition') expect(value).toMatch(/^attachment; filename="[\w-]+\.pdf"$/)
      expect(text.startsWith('%PDF-')).toBe(true)
    },
  )
})

describe('Fees', () => {
  const identifiers: Readonly<Record<string, readonly object[]>> = {
    ADE: [{ reference: 'fee' }],
    SONELGAZ: [{ contractNumber: 'fee' }],
    SEAAL: [{ reference: 'fee' }, seaal],
    'Algérie Télécom': [{ phoneNumber: '021000009' }],
  }
  test.each(table('Fees'))('$Biller: $Percentage, clamped, on each bill and on the sum', async (row) => {
    const { Biller: partner = '', Percentage = '' } = row
    const [min, max] = [Number(row['Minimum (DZD)']), Number(row['Maximum (DZD)'])]
    const fee = (amount: number) =>
      Math.min(max, Math.max(min, Math.round(amount * Number.parseFloat(Percentage)) / 100))
    for (const account of identifiers[partner] ?? []) {
      const { transactionId, bills } = await ready({ partner, account })
      for (const bill of bills) expect(bill.fee).toBe(fee(bill.amount))
      const billIds = bills.map(({ billId }: { billId: string }) => billId)
      await pay({ transactionId, billIds })
      const { selectedBill, total } = await until(transactionId, 'SUCCESS')
      const sum = bills.reduce(
        (cents: number, bill: { amount: number }) => cents + Math.round(bill.amount * 100),
        0,
      )
      expect(selectedBill.amount).toBe(sum / 100)
      expect(selectedBill.fee).toBe(fee(sum / 100))
      expect(Math.round(total * 100)).toBe(sum + Math.round(selectedBill.fee * 100))
    }
    expect(identifiers).toHaveProperty(partner)
  })
})

describe('Bill payment error codes: each is answered, with its status', () => {
  const withKey = (key: string | null) => callerOf(service.billUrl, key)
  const failing = async (as: FailureCode) => {
    const action = { do: 'fail', as } as const
    await service.addFaults({ method: 'POST', path: '/v3/bills/discover', action })
    return discover()
  }
  const provoke: Readonly<Record<string, () => Promise<Answered>>> = {
    ERR_VALIDATION: () => discover({ partner: 'X' }),
    INVALID_ACCOUNT: () =>
      discover({ partner: 'SEAAL', account: { seaal: { ...seaal.seaal, code_client: '100005' } } }),
    MISSING_ACCESS_TOKEN: () => discover({}, withKey(null)),
    INVALID_ACCESS_TOKEN: () => discover({}, withKey('wrong')),
    DUPLICATED_REF: async () => {
      const { transactionId, ref, bills } = await ready()
      return pay({ transactionId, billId: bills[0].billId, ref })
    },
    NOT_FOUND: () => caller.get(`/v3/bills/transactions/${'0'.repeat(24)}`),
    BILL_ALREADY_PAID: async () => {
      const account = { reference: 'paid once' }
      await paid({ account })
      return discover({ account })
    },
    PAYMENT_IN_PROGRESS: () =>
      discover({ partner: 'Algérie Télécom', account: { phoneNumber: '030000004' } }),
    PARTNER_UNAVAILABLE: async () => {
      await service.switchPartner('ADE', 'UNAVAILABLE')
      return discover({}, withKey(service.keys.production))
    },
    AUTH_UNAVAILABLE: () => failing('AUTH_UNAVAILABLE'),
    SERVICE_UNAVAILABLE: () => failing('SERVICE_UNAVAILABLE'),
    INTERNAL_ERROR: () => failing('INTERNAL_ERROR'),
  }
  test.each(table('Bill payment error codes'))('$Code: $HTTP', async ({ Code: code = '', HTTP }) => {
    const answer = await provoke[code]?.()
    expect(answer && refusalOf(answer)).toBe(`${HTTP} ${code}`)
  })

  test.each(table('Bill payment error codes').filter(({ HTTP }) => HTTP === '503'))(
    '$Code: $Condition',
    async ({ Code: code = '', Condition: condition = '' }) => {
      const { headers, body } = (await provoke[code]?.()) ?? {}
      const seconds = /Retry-After (\d+) seconds/.exec(condition)?.[1] ?? expect.stringMatching(/^[1-9]\d*$/)
      const isWithout = condition.includes('no Retry-After')
      expect(headers?.get('Retry-After')).toEqual(isWithout ? null : seconds)
      expect(body).toEqual({
        success: false,
        error: { code, message: expect.any(String) },
        requestId: headers?.get('X-Request-Id'),
      })
    },
  )
})

describe('Limits', () => {
  const payment = { transactionId: '0'.repeat(24) }
  const ids = (count: number) => Array.from({ length: count }, (_, id) => `b-${id}`)
  /** The largest that fits and the smallest that does not, by the row's name. */
  const rows: Readonly<Record<string, readonly [() => Promise<Answered>, () => Promise<Answered>]>> = {
    'limit, bill list': [
      () => caller.get('/v3/bills/transactions?limit=100'),
      () => caller.get('/v3/bills/transactions?limit=101'),
    ],
    'offset, bill list': [
      () => caller.get('/v3/bills/transactions?offset=0'),
      () => caller.get('/v3/bills/transactions?offset=-1'),
    ],
    'ref length': [() => discover({ ref: 'r'.repeat(100) }), () => discover({ ref: 'r'.repeat(101) })],
    'billId length': [
      () => pay({ ...payment, billId: 'b'.repeat(100) }),
      () => pay({ ...payment, billId: 'b'.repeat(101) }),
    ],
    'billIds count': [
      () => pay({ ...payment, billIds: ids(50) }),
      () => pay({ ...payment, billIds: ids(51) }),
    ],
    electronic_payment_key: [
      () => discover({ account: { electronic_payment_key: '1'.repeat(25) } }),
      () => discover({ account: { electronic_payment_key: '1'.repeat(26) } }),
    ],
    'identifier length': [
      () => discover({ account: { reference: 'i'.repeat(50) } }),
      () => discover({ account: { reference: 'i'.repeat(51) } }),
    ],
  }
  const documented = new Map(table('Limits').map((row) => [row['Limit'], row['Value']]))

  test.each(Object.entries(rows))('%s', async (name, [fits, doesNot]) => {
    expect(documented.has(name)).toBe(true)
    expect(refusalOf(await fits())).not.toContain('ERR_VALIDATION')
    expect(refusalOf(await doesNot())).toBe('400 ERR_VALIDATION')
  })

  test('discovery floor: a bill below it is not listed', async () => {
    expect(documented.get('discovery floor')).toBe('bills below 200 DZD omitted')
    const floored = await ready({ partner: 'Algérie Télécom', account: { phoneNumber: '030000008' } })
    expect(floored.bills).toEqual([])
  })

  test('receipt caching is in its header', async () => {
    const { transactionId } = await paid()
    const { headers } = await caller.get(`/v3/bills/transactions/${transactionId}/receipt`)
    expect(headers.get('cache-control')).toBe(documented.get('receipt caching'))
  })
})
