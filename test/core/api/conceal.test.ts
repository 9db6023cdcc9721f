/** Whatever an answer repeats of the key, and however much it says: nothing of the key goes further, and only so much else. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { ServiceClient } from '#core/api/client.ts'
import { clientFor, keepLog, testKey } from '../../support/api-client.ts'
import { billMethods, billRequests } from '../../support/bill-requests.ts'
import { serviceOfFile } from '../../support/client-on-wire.ts'
import { platformMethods, platformRequests } from '../../support/platform-requests/all.ts'
import { always, fileAnswer } from '../../support/raw-service.ts'

const service = await serviceOfFile()
let client: ServiceClient
let log: ReturnType<typeof keepLog>
beforeEach(() => {
  log = keepLog()
  client = clientFor(service.baseUrl, { log })
  return () => client.close()
})

/** Everything that a value holds as text: maps and wrapped texts opened, bytes left out. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name, jsonValue: unknown) {
    const held = this[name]
    if (held instanceof Uint8Array) return null
    if (held instanceof Map) return [...held]
    const isWrapped = typeof held === 'object' && held !== null && 'reveal' in held
    return isWrapped && typeof held.reveal === 'function' ? held.reveal() : jsonValue
  })

/** Half of the key is too much as well. */
const halves = [testKey.slice(0, 9), testKey.slice(-9)]
function expectNothingOf(value: unknown) {
  const text = textOf([value, log.lines])
  for (const half of halves) expect(text).not.toContain(half)
}

const requests = { ...platformRequests, ...billRequests }
/** A receipt is no JSON. */
const methods = [...platformMethods, ...billMethods].filter((method) => method !== 'downloadReceipt')

const bodyOf = (method: keyof typeof requests) => String(requests[method].answer).split('\r\n\r\n')[1] ?? ''

/** The bodies in which one text, at any depth, has the key in its middle. */
function withKeyInEach(body: string): readonly string[] {
  let count = 0
  JSON.parse(body, (_name, value: unknown) => {
    if (typeof value === 'string') count += 1
    return value
  })
  return Array.from({ length: count }, (_, place) => {
    let at = -1
    const spoiled: unknown = JSON.parse(body, (_name, value: unknown) => {
      if (typeof value !== 'string') return value
      at += 1
      return at === place ? `${value}${testKey}.` : value
    })
    return JSON.stringify(spoiled)
  })
}

describe('the key is in no outcome and in no line of the log', () => {
  test.each(methods)('where the success of %s repeats it in any text', async (method) => {
    const bodies = withKeyInEach(bodyOf(method))
    expect(bodies.length).toBeGreaterThan(0)
    for (const body of bodies) {
      expect(body).toContain(testKey)
      service.behave = always(200, body)
      expectNothingOf(await requests[method].ask(client))
    }
  })

  test('where a text that is accepted holds it, and the text around it stays', async () => {
    const data = {
      username: `of ${testKey}`,
      apiKey: { isEnabled: true, type: 'SANDBOX', scope: 'READ-WRITE' },
    }
    service.behave = always(200, JSON.stringify({ success: true, data }))
    expect(await client.validateKey()).toMatchObject({ kind: 'accepted', value: { username: 'of ***' } })
  })

  /** A refusal's words are cut after 500 characters: the key is put across every cut that may be made. */
  test.each([200, 500])('where a text is cut after %i characters, in its middle', async (length) => {
    const before = 'x'.repeat(length - 9)
    const words = `${before}${testKey}`
    const details = { reason: words, number: words, field: words, [words]: words }
    for (const code of ['ERR_PHONE', 'ERR_VALIDATION', 'NOT_FOUND']) {
      service.behave = always(
        400,
        JSON.stringify({ success: false, error: { code, message: words, details } }),
      )
      expectNothingOf(await client.checkInternetNumber({ type: 'ADSL', number: '023456789' }))
    }
    const data = { status: 'REFUNDED', refund_message: words }
    service.behave = always(200, JSON.stringify({ success: true, data }))
    const record = await client.findMobileById('t1')
    expect(record.kind).toBe('accepted')
    expectNothingOf(record)
  })

  test('where it comes escaped', async () => {
    const escaped = [...testKey]
      .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('')
    const error = `{"code":"ERR_PHONE","message":"${escaped}","details":{"reason":"${escaped}"}}`
    service.behave = always(400, `{"success":false,"error":${error},"requestId":"${escaped}"}`)
    const outcome = await client.checkInternetNumber({ type: 'ADSL', number: '023456789' })
    expect(outcome).toMatchObject({ kind: 'refused', evidence: { requestId: '***' } })
    expectNothingOf(outcome)
  })

  test('where a receipt is named after it; the bytes stay unchanged', async () => {
    const bytes = Buffer.from(`%PDF-1.4\n${testKey}\n%%EOF\n`)
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${testKey}.pdf"`,
    }
    service.behave = (socket) => socket.write(fileAnswer(bytes, headers))
    const outcome = await client.downloadReceipt('0'.repeat(24))
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
    expect(Buffer.from(outcome.value.bytes)).toEqual(bytes)
    expectNothingOf(outcome)
  })
})

test('the log names a code in the table’s spelling, never in the service’s', async () => {
  service.behave = always(
    429,
    JSON.stringify({ success: false, error: { code: 'card 98765432101234', message: 'no' } }),
  )
  await client.readBalance()
  expect(log.lines).toMatchObject([{ facts: { outcome: 'refused', reason: 'RATE_LIMIT_EXCEEDED' } }])
})

describe('an answer of any size and depth', () => {
  const MAX_CHARACTERS = 25_000

  test('becomes a refusal of a bounded one', async () => {
    const long = 'field: is odd '.repeat(100)
    const object = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`${at}`, long.slice(0, 60)]))
    for (const details of [
      Array.from({ length: 1_000 }, () => long),
      { ...object, field: long, reason: long },
    ]) {
      const error = { code: 'ERR_VALIDATION', message: long, details }
      service.behave = always(400, JSON.stringify({ success: false, error }))
      const outcome = await client.readBalance()
      expect(outcome.kind).toBe('refused')
      expect(textOf(outcome).length).toBeLessThan(MAX_CHARACTERS)
    }
  })

  test('is read up to the document’s limits', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    service.behave = always(200, `{"success":true,"data":{"balance":12,"later":${deep}}}`)
    expect(await client.readBalance()).toMatchObject({ kind: 'accepted', value: { amountCentimes: 1_200 } })
    service.behave = always(
      400,
      `{"success":false,"error":{"code":"ERR_PHONE","message":"no","details":${deep}}}`,
    )
    expect(await client.readBalance()).toMatchObject({ kind: 'refused', refusal: { number: null } })
  })
})
