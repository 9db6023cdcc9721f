/** The bill payment sections of the specification, table by table, against the service as its command starts it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Row, readSpecification, sectionAt, tableAt } from '../specification/read-specification.ts'
import * as accounts from '../support/bill-accounts.ts'
import { type ServiceCommand, startServiceCommand } from '../support/service-command.ts'
import { refusalOf } from '../support/training-bills.ts'
import { type Answered, type Caller, callerOf } from '../support/training-calls.ts'

const document = readSpecification()
const table = (heading: string, index = 0): readonly Row[] => tableAt(sectionAt(document, heading), index)
const resource = sectionAt(document, 'Resources and their fields', 'Bill payment transaction')
const transitions = sectionAt(document, 'States and transitions', 'Bill payment transaction')
const code = (text: string | undefined) => text ?? ''

/** Fast enough to wait for, slow enough to see each state. */
const SPEED = 10
const POLL_MS = 20
const POLLS = 600
const MAX_TURNS = 20

let service: ServiceCommand
let caller: Caller
let production: Caller
let transactions: Readonly<Record<string, Answered['body']>>

const line = (phoneNumber: string) => ({ partner: 'Algérie Télécom', account: accounts.line(phoneNumber) })
const client = (code: string) => ({ partner: 'SEAAL', account: accounts.client(code) })
const invoice = (number: string) => ({ partner: 'SONELGAZ', account: accounts.invoice(number) })

let sales = 0
const newRef = () => `conformance-${sales++}`

const discover = (asked: object, ref = newRef()) => caller.post('/v3/bills/discover', { ref, ...asked })
const read = async (id: string) => (await caller.get(`/v3/bills/transactions/${id}`)).body.data

/** The transaction when it is first seen in one of these states. */
async function until(id: string, ...statuses: readonly string[]): Promise<Answered['body']> {
  for (let poll = 0; poll < POLLS; poll += 1) {
    const transaction = await read(id)
    if (statuses.includes(transaction.status)) return transaction
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`${id} never reached ${statuses.join(' or ')}`)
}

async function ready(asked: object) {
  const { body } = await discover(asked)
  return until(body.data.transactionId, 'READY')
}

/** A discovery is over in a moment: another one is begun where the machine was too slow to see it. */
async function meetPending() {
  for (let turn = 1; ; turn += 1) {
    const { body } = await discover(line('021000001'))
    const transaction = await read(body.data.transactionId)
    if (transaction.status === 'PENDING' || turn === MAX_TURNS) return transaction
  }
}

/** Pays the first `count` bills and answers the transaction as it is just after that. */
async function pay(asked: object, count = 1) {
  const { transactionId, bills } = await ready(asked)
  const billIds = bills.slice(0, count).map(({ billId }: { billId: string }) => billId)
  await caller.post('/v3/bills/pay', { transactionId, billIds, ref: newRef() })
  return read(transactionId)
}

/** So is a payment. */
async function meetProcessing() {
  for (let turn = 1; ; turn += 1) {
    const transaction = await pay({ partner: 'ADE', account: { reference: `usual-${turn}` } })
    if (transaction.status === 'PROCESSING' || turn === MAX_TURNS) return transaction
  }
}

/** One transaction in every state, those that take long side by side. */
async function meetEveryState(): Promise<typeof transactions> {
  const pending = await meetPending()
  const failing = await discover(line('030000002'))
  const [processing, order, declined, unconfirmed] = await Promise.all([
    meetProcessing(),
    pay(client('100001'), 5),
    pay(invoice('4004004004')),
    pay(invoice('6006006006')),
  ])
  return {
    PENDING: pending,
    READY: await until(pending.transactionId, 'READY'),
    'FAILED discovery': await until(failing.body.data.transactionId, 'FAILED'),
    PROCESSING: processing,
    UNKNOWN: await until(unconfirmed.transactionId, 'UNKNOWN'),
    SUCCESS: await until(processing.transactionId, 'SUCCESS'),
    'SUCCESS of several': await until(order.transactionId, 'SUCCESS'),
    'FAILED payment': await until(declined.transactionId, 'FAILED'),
    REFUNDED: await until(unconfirmed.transactionId, 'REFUNDED'),
  }
}

beforeAll(async () => {
  service = await startServiceCommand(['--speed', String(SPEED), '--balance', '600'])
  caller = callerOf(service.billUrl, service.keys.sandbox)
  production = callerOf(service.billUrl, service.keys.production)
  transactions = await meetEveryState()
})
afterAll(() => service.close())

describe('Endpoints: every row of the bill payment table answers, and asks for a key first', () => {
  test.each(table('Bill payment endpoints on {bill_url}'))('$Method $Path', async ({ Method, Path }) => {
    const path = code(Path).replace('{transactionId}', '0'.repeat(24))
    const nobody = callerOf(service.billUrl, null)
    const answer = Method === 'GET' ? await nobody.get(path) : await nobody.post(path, {})
    expect(refusalOf(answer)).toBe('401 MISSING_ACCESS_TOKEN')
  })
})

describe('Response envelope', () => {
  test('of a success, with the request id in the header as this host spells it', async () => {
    const { body, headers } = await caller.get('/v3/partners')
    expect(Object.keys(body).sort()).toEqual(
      table('Response envelope (all endpoints)')
        .map(({ Field }) => Field)
        .sort(),
    )
    expect(body.meta.timestamp).toBe(new Date(body.meta.timestamp).toISOString())
    expect(headers.get('x-request-id')).toBe(body.requestId)
  })

  test('of an error', async () => {
    const { body } = await discover({ partner: 'X' })
    const fields = table('Response envelope (all endpoints)', 1).map(({ Field }) => code(Field))
    for (const field of fields) expect(body).toHaveProperty(field)
    expect(body.success).toBe(false)
    expect(body.error.details.length).toBeGreaterThan(1)
  })

  test('of a list carries total, limit and offset in meta', async () => {
    const { meta } = (await caller.get('/v3/bills/transactions')).body
    expect(Object.keys(meta).sort()).toEqual(['limit', 'offset', 'timestamp', 'total'])
  })
})

test('Bill payment key record: its fields and no others', async () => {
  const names = table('Bill payment key record (GET /v3/validate on {bill_url})').map(({ Field }) => Field)
  for (const [one, type] of [
    [caller, 'SANDBOX'],
    [production, 'PRODUCTION'],
  ] as const) {
    const { data } = (await one.get('/v3/validate')).body
    const fields = Object.entries<object>(data).flatMap(([part, inner]) =>
      Object.keys(inner).map((name) => `data.${part}.${name}`),
    )
    expect(fields.sort()).toEqual(names.sort())
    expect([data.account.status, data.account.currency, data.key.type]).toEqual(['ACTIVE', 'DZD', type])
  }
})

describe('Bill payment transaction: each field in each state exactly when the table says', () => {
  const isPresent: Readonly<Record<string, (transaction: Answered['body']) => boolean>> = {
    always: () => true,
    'status READY': ({ status }) => status === 'READY',
    'once a payment was accepted': ({ type }) => type === 'payment',
    'multi-bill orders only': ({ transactionId }) =>
      transactionId === transactions['SUCCESS of several'].transactionId,
    'status SUCCESS': ({ status }) => status === 'SUCCESS',
    'status FAILED or REFUNDED': ({ status }) => status === 'FAILED' || status === 'REFUNDED',
  }
  const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
    string: (value) => typeof value === 'string',
    'string or null': (value) => value === null || typeof value === 'string',
    object: (value) => typeof value === 'object' && value !== null,
    'bill object': (value) => typeof value === 'object' && value !== null && 'billId' in value,
    'array of bill': Array.isArray,
    number: (value) => typeof value === 'number',
  }
  test.each(tableAt(resource))('$Field: $Present', ({ Field, Type, Present }) => {
    for (const [state, transaction] of Object.entries(transactions)) {
      const has = Object.hasOwn(transaction, code(Field))
      expect([state, has]).toEqual([state, isPresent[code(Present)]?.(transaction)])
      if (has) expect([state, isOfType[code(Type)]?.(transaction[code(Field)])]).toEqual([state, true])
    }
  })

  test('and no field that the table does not know', () => {
    const known = tableAt(resource).map(({ Field }) => Field)
    for (const transaction of Object.values(transactions))
      expect(known).toEqual(expect.arrayContaining(Object.keys(transaction)))
  })

  test.each(tableAt(resource, 1).filter(({ Partner }) => !Partner?.includes('facture')))(
    'the account of $Partner is under its own key',
    async (row) => {
      const [partner, key] = Object.values(row)
      const field =
        partner === 'Algérie Télécom' ? line('021000002').account : { [identifierOf(partner)]: '42' }
      const { body } = await discover({ partner, account: field })
      expect(Object.keys((await read(body.data.transactionId)).account)).toEqual([key])
    },
  )
})

const identifierOf = (partner: string | undefined) =>
  code(table('POST /v3/bills/discover', 1).find(({ Partner }) => Partner === partner)?.['Field'])

const statesMet = [...new Set(tableAt(transitions).map((row) => code(row['Next state'])))]

describe('States and transitions: each state of the table was met, with the right type', () => {
  test.each(statesMet)('%s', (state) => {
    const met = Object.values(transactions).filter(({ status }) => status === state)
    const types = [...new Set(met.map(({ type }) => type))].sort()
    if (state === 'FAILED') expect(types).toEqual(['discovery', 'payment'])
    else expect(types).toEqual([state === 'PENDING' || state === 'READY' ? 'discovery' : 'payment'])
  })

  test('times of an end are given once there is one', () => {
    for (const { status, completedAt, createdAt, updatedAt } of Object.values(transactions)) {
      expect(completedAt === null).toBe(status === 'PENDING' || status === 'PROCESSING')
      expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt))
    }
  })
})
