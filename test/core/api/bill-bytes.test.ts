/** Whatever comes back from the bill host, every call ends in a typed outcome, and nothing wrong is accepted. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallOutcome } from '#core/api/outcome.ts'
import { clientFor } from '../../support/api-client.ts'
import { billMethods, billRequests } from '../../support/bill-requests.ts'
import { sampleIds, sampleRef } from '../../support/bill-samples.ts'
import { type Behaviour, httpAnswer, type RawService, startRawService } from '../../support/raw-service.ts'

let service: RawService
let behave: Behaviour
beforeAll(async () => {
  service = await startRawService((...seen) => behave(...seen))
})
afterAll(() => service.close())

const method = fc.constantFrom(...billMethods)
const status = fc.constantFrom(200, 200, 200, 400, 403, 404, 409, 500)
type Method = (typeof billMethods)[number]

/** Asks once, as the first call of a client that no earlier answer has braked. What starts work must arrive once. */
async function ask(name: Method): Promise<CallOutcome<unknown>> {
  service.requests.length = 0
  const client = clientFor(service.baseUrl)
  const outcome = await billRequests[name].ask(client)
  await client.close()
  if (billRequests[name].line.startsWith('POST')) expect(service.requests).toHaveLength(1)
  expect(service.requests.length).toBeGreaterThan(0)
  return outcome
}

test('any bytes instead of an answer are in doubt', async () => {
  await fc.assert(
    fc.asyncProperty(method, fc.uint8Array({ maxLength: 200 }), async (name, bytes) => {
      behave = (socket) => socket.end(bytes)
      expect((await ask(name)).kind).toBe('in-doubt')
    }),
    { numRuns: 150 },
  )
})

test('any text as a body is in doubt', async () => {
  await fc.assert(
    fc.asyncProperty(
      method,
      status,
      fc.string({ unit: 'binary', maxLength: 80 }),
      async (name, code, text) => {
        behave = (socket) => socket.write(httpAnswer(code, text))
        expect((await ask(name)).kind).toBe('in-doubt')
      },
    ),
    { numRuns: 150 },
  )
})

test('the beginning of a good answer, cut anywhere, is in doubt', async () => {
  await fc.assert(
    fc.asyncProperty(
      method,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (name, part) => {
        const { answer } = billRequests[name]
        behave = (socket) => socket.end(answer.slice(0, Math.floor(part * answer.length)))
        expect((await ask(name)).kind).toBe('in-doubt')
      },
    ),
    { numRuns: 150 },
  )
})

const loose = fc.oneof(
  fc.constantFrom('', '__proto__', 'SUCCESS', 'READY', sampleIds.other, 'NOT_FOUND', 0, -1, 0.001, 1e300),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Every place in a JSON value, the value itself left out. */
const placesIn = (value: unknown): readonly (readonly string[])[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [
        [key],
        ...placesIn(inner).map((place) => [key, ...place]),
      ])

function put(value: unknown, [key, ...rest]: readonly string[], instead: unknown): unknown {
  if (key === undefined) return instead
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === key ? put(item, rest, instead) : item))
  const entries = Object.entries(value ?? {})
  return Object.fromEntries(
    entries.map(([name, item]) => [name, name === key ? put(item, rest, instead) : item]),
  )
}

test('a good answer with one value changed is accepted only where it still speaks of what was asked', async () => {
  const changed = method
    .filter((name) => name !== 'downloadReceipt')
    .chain((name) => {
      const [, text = ''] = String(billRequests[name].answer).split('\r\n\r\n')
      const good: unknown = JSON.parse(text)
      return fc
        .tuple(fc.constantFrom(...placesIn(good)), loose)
        .map(([place, value]) => ({ name, body: put(good, place, value) }))
    })
  await fc.assert(
    fc.asyncProperty(changed, status, async ({ name, body }, code) => {
      behave = (socket) => socket.write(httpAnswer(code, JSON.stringify(body)))
      const outcome = await ask(name)
      expect(['accepted', 'in-doubt']).toContain(outcome.kind)
      if (outcome.kind !== 'accepted') return
      expect(code).toBe(200)
      expect(body).toMatchObject({ success: true })
      if (name === 'discoverBills' || name === 'findBillByRef')
        expect(outcome.value).toMatchObject({ ref: sampleRef })
      if (name === 'payBills' || name === 'findBill') {
        expect(outcome.value).toMatchObject({ transactionId: sampleIds.transaction })
      }
    }),
    { numRuns: 400 },
  )
})
