/** Whatever bytes come back, a call ends in one of its four outcomes, and only a true acknowledgement is accepted. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientFor } from '../../support/api-client.ts'
import { billMethods, billRequests } from '../../support/bill-requests.ts'
import { serviceOfFile } from '../../support/client-on-wire.ts'
import { platformMethods, platformRequests } from '../../support/platform-requests/all.ts'
import { httpAnswer } from '../../support/raw-service.ts'
import { refNumber } from '../../support/refs.ts'

const service = await serviceOfFile()
const requests = { ...platformRequests, ...billRequests }
type Method = keyof typeof requests
const anyMethod = fc.constantFrom(...([...platformMethods, ...billMethods] as const))

const isPost = (method: Method) => requests[method].line.startsWith('POST')

/** One call, the first of a client that no earlier answer has locked out. A POST arrives once whatever comes back. */
async function outcomeOf(method: Method) {
  service.requests.length = 0
  const client = clientFor(service.baseUrl)
  const outcome = await requests[method].ask(client)
  await client.close()
  expect(service.requests.length).toBeGreaterThanOrEqual(1)
  if (isPost(method)) expect(service.requests).toHaveLength(1)
  expect(['accepted', 'refused', 'in-doubt']).toContain(outcome.kind)
  return outcome
}

const status = fc.constantFrom(200, 200, 400, 401, 403, 404, 409, 429, 500, 503)

test('any bytes instead of an answer are in doubt', async () => {
  await fc.assert(
    fc.asyncProperty(anyMethod, fc.uint8Array({ maxLength: 200 }), async (method, bytes) => {
      service.behave = (socket) => socket.end(bytes)
      expect((await outcomeOf(method)).kind).toBe('in-doubt')
    }),
    { numRuns: 200 },
  )
})

test('any text as a body is in doubt', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyMethod,
      status,
      fc.string({ unit: 'binary', maxLength: 100 }),
      async (method, code, text) => {
        service.behave = (socket) => socket.write(httpAnswer(code, text))
        expect((await outcomeOf(method)).kind).toBe('in-doubt')
      },
    ),
    { numRuns: 300 },
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
    refNumber(1),
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
    fc.asyncProperty(anyMethod, status, nearly, async (method, code, body) => {
      const text = JSON.stringify(body) ?? ''
      service.behave = (socket) => socket.write(httpAnswer(code, text))
      const outcome = await outcomeOf(method)
      const answer = text === '' ? undefined : JSON.parse(text)
      if (outcome.kind === 'accepted') expect([code, answer.success]).toEqual([200, true])
      if (outcome.kind !== 'refused') return
      expect([code === 200, answer.success]).toEqual([false, false])
      if (isPost(method)) expect(answer.error.code).not.toBe('DUPLICATED_REF')
    }),
    { numRuns: 500 },
  )
})

test('the beginning of a good answer, cut anywhere, is in doubt', async () => {
  const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  await fc.assert(
    fc.asyncProperty(anyMethod, part, async (method, kept) => {
      const { answer } = requests[method]
      service.behave = (socket) => socket.end(answer.slice(0, Math.floor(kept * answer.length)))
      expect((await outcomeOf(method)).kind).toBe('in-doubt')
    }),
    { numRuns: 300 },
  )
})
