/**
 * Good answers of every endpoint, changed in a few places, and receipts that are spoiled: a call ends in one of its
 * outcomes, a request that moves money is made once, and what is accepted is of the shape that the core counts on.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRef } from '#shared/ref.ts'
import { clientFor } from '../support/api-client.ts'
import { billMethods, billRequests } from '../support/bill-requests.ts'
import { sampleFiles, sampleIds, sampleRef } from '../support/bill-samples.ts'
import { serviceOfFile } from '../support/client-on-wire.ts'
import { RUNS } from '../support/effort.ts'
import { platformMethods, platformRequests } from '../support/platform-requests/all.ts'
import { ref } from '../support/platform-requests/row.ts'
import { fileAnswer, httpAnswer } from '../support/raw-service.ts'
import { anyJsonTwist, twisted } from './twist.ts'

const service = await serviceOfFile()
const requests = { ...platformRequests, ...billRequests }
type Method = keyof typeof requests
const methods: readonly Method[] = [...platformMethods, ...billMethods]
const jsonMethods = methods.filter((method) => method !== 'downloadReceipt')

/** Each of these takes one answer in the whole: a client that no earlier one has locked out. */
async function outcomeOf(method: Method) {
  service.requests.length = 0
  const client = clientFor(service.baseUrl)
  const outcome = await requests[method].ask(client)
  await client.close()
  if (requests[method].line.startsWith('POST')) expect(service.requests).toHaveLength(1)
  return outcome
}

const twists = fc.array(anyJsonTwist, { minLength: 1, maxLength: 3 })
const spoiledBody = fc.constantFrom(...jsonMethods).chain((method) => {
  const good: unknown = JSON.parse(String(requests[method].answer).split('\r\n\r\n')[1] ?? '')
  return twists.map((some) => ({ method, body: JSON.stringify(some.reduce(twisted, good)) ?? '' }))
})

/** What every value of the core keeps, by the unit in its name. */
const rules: readonly { readonly name: RegExp; readonly fits: (value: unknown) => boolean }[] = [
  { name: /Centimes$/, fits: (value) => value === null || Number.isSafeInteger(value) },
  {
    name: /(Count|^quantity|^page|^pageSize)$/,
    fits: (value) => value === null || Number.isSafeInteger(value),
  },
  { name: /AtMs$/, fits: (value) => value === null || Number.isSafeInteger(value) },
  { name: /^status$/, fits: (value) => typeof value === 'string' && value !== '' },
  { name: /^(topupId|orderId|transactionId)$/, fits: (value) => value === null || isId(value) },
]
const isId = (value: unknown) => typeof value === 'string' && value !== ''
const idNames = ['topupId', 'orderId', 'transactionId']

/** A row of a list that could not be read, and is reported as such: it may lack its id. */
const isUnreadable = (value: unknown) => Object(value).kind === 'unreadable'

/** The names in an accepted value that break their rule. */
function brokenIn(accepted: unknown): readonly string[] {
  const broken: string[] = []
  JSON.stringify(accepted, (name, value: unknown) => {
    if (isUnreadable(value)) return undefined
    const rule = rules.find((one) => one.name.test(name))
    if (rule && !rule.fits(value)) broken.push(name)
    if (typeof value === 'number' && !Number.isFinite(value)) broken.push(name)
    return value
  })
  return broken
}

/**
 * An order that was taken has an id, and the ref that it was sent with where the service names one. That of a mobile top-up
 * may be a name of the service's own, and no other ref.
 */
function expectNamed(method: Method, taken: unknown): void {
  const order = Object(taken)
  if (!('paymentRef' in order)) expect(idNames.filter((name) => isId(order[name]))).toHaveLength(1)
  if (!('topupRef' in order) || (method === 'sendMobile' && !isRef(order.topupRef))) return
  expect(order.topupRef).toBe(ref)
}

/** What an accepted answer of these is about. */
const askedAbout: Readonly<Partial<Record<Method, object>>> = {
  discoverBills: { ref: sampleRef },
  findBillByRef: { ref: sampleRef },
  payBills: { transactionId: sampleIds.transaction },
  findBill: { transactionId: sampleIds.transaction },
}
const anyStatus = fc.constantFrom(200, 200, 200, 400, 403, 404, 409, 500)

test('a good answer that is changed is accepted in the core’s own shape, or in doubt', async () => {
  await fc.assert(
    fc.asyncProperty(spoiledBody, anyStatus, async ({ method, body }, status) => {
      service.behave = (socket) => socket.write(httpAnswer(status, body))
      const outcome = await outcomeOf(method)
      expect(['accepted', 'in-doubt']).toContain(outcome.kind)
      if (outcome.kind !== 'accepted') return
      expect([status, JSON.parse(body).success]).toEqual([200, true])
      expect(outcome.value).toMatchObject(askedAbout[method] ?? {})
      expect(brokenIn(outcome.value)).toEqual([])
      if (requests[method].line.startsWith('POST')) expectNamed(method, outcome.value)
    }),
    { numRuns: 12 * RUNS },
  )
})

const refusal = {
  success: false,
  error: { code: 'ERR_PHONE', message: 'no', details: { number: '0', type: 'ADSL', reason: 'no' } },
  requestId: 'req-1',
}
const codes = fc.constantFrom(
  ...[
    'ERR_PHONE',
    'INSUFFICIENT_BALANCE',
    'DUPLICATED_REF',
    'INVALID_ACCESS_TOKEN',
    'NOT_FOUND',
    'BILL_ALREADY_PAID',
  ],
)
const statuses = fc.constantFrom(400, 401, 403, 404, 409, 429, 500, 503)

test('a refusal that is changed is never an acceptance', async () => {
  const anyMethod = fc.constantFrom(...methods)
  await fc.assert(
    fc.asyncProperty(anyMethod, statuses, codes, twists, async (method, status, code, some) => {
      const changed = some.reduce<unknown>(twisted, { ...refusal, error: { ...refusal.error, code } })
      const body = JSON.stringify(changed) ?? ''
      service.behave = (socket) => socket.write(httpAnswer(status, body))
      expect(['refused', 'in-doubt']).toContain((await outcomeOf(method)).kind)
    }),
    { numRuns: 3 * RUNS },
  )
})

const whole = fc.constantFrom(sampleFiles.pdf, sampleFiles.png, sampleFiles.jpeg, sampleFiles.unknown)
const spoiledFile = fc
  .tuple(whole, fc.nat(), fc.nat({ max: 255 }), fc.constantFrom('as it is', 'cut', 'changed', 'led'))
  .map(([bytes, place, byte, how]) => {
    const copy = Buffer.from(bytes)
    if (how === 'cut') return copy.subarray(0, place % (copy.length + 1))
    if (how === 'led') return Buffer.concat([Buffer.from([byte]), copy])
    if (how === 'changed') copy.writeUInt8(byte, place % copy.length)
    return copy
  })
const fileTypes = fc.constantFrom(
  ...[
    'application/pdf',
    'image/png',
    'image/jpeg',
    'application/octet-stream',
    'text/html',
    'image/svg+xml',
    '',
  ],
)
/** What a header can carry. */
const headerText = fc.stringMatching(/^[\x20-\x7e]{0,60}$/)

test('a spoiled receipt is kept byte for byte under a safe name, or not accepted', async () => {
  await fc.assert(
    fc.asyncProperty(spoiledFile, fileTypes, headerText, async (bytes, type, name) => {
      const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }
      service.behave = (socket) => socket.write(fileAnswer(bytes, headers))
      const client = clientFor(service.baseUrl)
      const outcome = await client.downloadReceipt('0'.repeat(24))
      await client.close()
      expect(['accepted', 'in-doubt']).toContain(outcome.kind)
      if (outcome.kind !== 'accepted') return
      expect(Buffer.from(outcome.value.bytes)).toEqual(bytes)
      expect(outcome.value.name).toMatch(/^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}._ -]*\.(pdf|png|jpg|bin)$/u)
    }),
    { numRuns: 3 * RUNS },
  )
})
