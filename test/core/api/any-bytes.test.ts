/** Whatever bytes come back, a call ends in one of its four outcomes, and only a true acknowledgement is accepted. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientFor, refNumber } from '../../support/api-client.ts'
import { type Behaviour, httpAnswer, type RawService, startRawService } from '../../support/raw-service.ts'

let service: RawService
let behave: Behaviour
beforeAll(async () => {
  service = await startRawService((...seen) => behave(...seen))
})
afterAll(() => service.close())

const order = { type: 'ADSL', number: '023456789', value: 500, ref: refNumber(1) } as const

/** Sends once and asks once, each as the first call of a client that no earlier answer has braked; both must arrive once. */
async function outcomes() {
  service.requests.length = 0
  const [sender, asker] = [clientFor(service.baseUrl), clientFor(service.baseUrl)]
  const sent = await sender.sendInternet(order)
  const found = await asker.findInternetByRef(order.ref)
  await Promise.all([sender.close(), asker.close()])
  expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
  return { sent, found }
}

const status = fc.constantFrom(200, 200, 400, 401, 403, 404, 409, 429, 500, 503)

test('any bytes instead of an answer are in doubt', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      behave = (socket) => socket.end(bytes)
      const { sent, found } = await outcomes()
      expect([sent.kind, found.kind]).toEqual(['in-doubt', 'in-doubt'])
    }),
    { numRuns: 150 },
  )
})

test('any text as a body is in doubt', async () => {
  await fc.assert(
    fc.asyncProperty(status, fc.string({ unit: 'binary', maxLength: 100 }), async (code, text) => {
      behave = (socket) => socket.write(httpAnswer(code, text))
      const { sent, found } = await outcomes()
      expect([sent.kind, found.kind]).toEqual(['in-doubt', 'in-doubt'])
    }),
    { numRuns: 150 },
  )
})

const word = fc.oneof(
  fc.constantFrom(
    'ERR_PHONE',
    'NOT_FOUND',
    'DUPLICATED_REF',
    'FULFILLED',
    '__proto__',
    'toString',
    order.ref,
  ),
  fc.string({ maxLength: 8 }),
)
const loose = fc.oneof(
  word,
  fc.boolean(),
  fc.double(),
  fc.constant(null),
  fc.array(word),
  fc.dictionary(word, word),
)
/** Bodies that are nearly right: the right names, each with a value that may be right or anything. */
const nearly = fc.record(
  {
    success: fc.oneof(fc.boolean(), loose),
    data: fc.oneof(fc.record({ topupId: loose, topupRef: loose, status: loose, card_code: loose }), loose),
    error: fc.oneof(fc.record({ code: word, message: loose, details: fc.anything() }), loose),
    meta: loose,
    requestId: loose,
  },
  { requiredKeys: [] },
)

test('any nearly right body is accepted only where it is right, and refused only where it is a refusal', async () => {
  await fc.assert(
    fc.asyncProperty(status, nearly, async (code, body) => {
      const text = JSON.stringify(body) ?? ''
      behave = (socket) => socket.write(httpAnswer(code, text))
      const { sent, found } = await outcomes()
      const told = text === '' ? undefined : JSON.parse(text)
      for (const { kind } of [sent, found]) {
        if (kind === 'accepted') expect([code, told.success]).toEqual([200, true])
        if (kind === 'refused') expect([code === 200, told.success]).toEqual([false, false])
        expect(kind).not.toBe('not-sent')
      }
      if (sent.kind === 'accepted') expect(sent.value.topupRef).toBe(order.ref)
      if (sent.kind === 'refused') expect(['DUPLICATED_REF', 'NOT_FOUND']).not.toContain(told.error.code)
    }),
    { numRuns: 300 },
  )
})
