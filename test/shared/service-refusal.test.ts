import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serviceErrors, serviceHosts, unexplainedError } from '#shared/service-errors.ts'
import {
  addressIn,
  readServiceRefusal,
  retryAfterMs,
  type ServiceErrorAnswer,
} from '#shared/service-refusal.ts'

const nowMs = Date.UTC(2026, 10, 20, 12)

const answer = (
  code: string,
  status: number,
  more: Partial<ServiceErrorAnswer> = {},
): ServiceErrorAnswer => ({
  code,
  status,
  message: '',
  details: null,
  retryAfter: null,
  ...more,
})

const fieldsOf = (details: unknown) => {
  const refusal = readServiceRefusal('bills', answer('ERR_VALIDATION', 400, { details }), nowMs)
  return refusal.code === 'ERR_VALIDATION' ? refusal.fields : undefined
}

describe('a refusal carries', () => {
  test.each([
    [{ attemptsLeft: 3 }, 3],
    [{ attemptsLeft: 0 }, 0],
    [{ attemptsLeft: '3' }, null],
    [{ attemptsLeft: -1 }, null],
    [[{ attemptsLeft: 3 }], null],
    [null, null],
  ])('the attempts that are left: %j', (details, attemptsLeft) => {
    const refusal = readServiceRefusal('platform', answer('INVALID_ACCESS_TOKEN', 401, { details }), nowMs)
    expect(refusal).toMatchObject({ code: 'INVALID_ACCESS_TOKEN', attemptsLeft })
  })

  test.each([
    ['IP 41.96.12.7 is not allowed in the PRODUCTION environment', '41.96.12.7'],
    ['Address 2001:db8::7 is not on the whitelist.', '2001:db8::7'],
    ['Not allowed: ::ffff:41.96.12.7.', '::ffff:41.96.12.7'],
    ['Your address (10.0.0.255), environment SANDBOX', '10.0.0.255'],
    ['Version 1.2.3 refuses 41.96.12.7', '41.96.12.7'],
    ['At 12:30:45 the address 300.1.1.1 was refused', null],
    ['This connection is not allowed', null],
    ['', null],
  ])('the address that "%s" names', (message, address) => {
    expect(addressIn(message)).toBe(address)
    const refusal = readServiceRefusal('platform', answer('IP_NOT_ALLOWED', 403, { message }), nowMs)
    expect(refusal).toMatchObject({ code: 'IP_NOT_ALLOWED', address, message })
  })

  test('what the balance lacks, in centimes', () => {
    const details = { required: 992.5, available: 10.001 }
    expect(
      readServiceRefusal('platform', answer('INSUFFICIENT_BALANCE', 403, { details }), nowMs),
    ).toMatchObject({ requiredCentimes: 99_250, availableCentimes: null })
  })

  test('the invalid number', () => {
    const details = { number: '030000000', type: 'ADSL', reason: 'unknown line' }
    expect(readServiceRefusal('platform', answer('ERR_PHONE', 400, { details }), nowMs)).toMatchObject({
      number: '030000000',
      reason: 'unknown line',
    })
  })

  test.each([
    [
      ['account.ade.pay_key: must be exactly 7 characters', 'ref: is required'],
      [
        { field: 'account.ade.pay_key', reason: 'must be exactly 7 characters' },
        { field: 'ref', reason: 'is required' },
      ],
    ],
    [['"billIds[0]" must be a string'], [{ field: 'billIds[0]', reason: 'must be a string' }]],
    [
      ['Provide exactly one of billId or billIds'],
      [{ field: null, reason: 'Provide exactly one of billId or billIds' }],
    ],
    [[{ path: 'ref', message: 'too long' }], [{ field: 'ref', reason: 'too long' }]],
    [{ field: 'amount', value: 7 }, [{ field: 'amount', reason: null }]],
    [[1, null, {}, ''], []],
    [null, []],
  ])('every failed field of %j', (details, fields) => {
    expect(fieldsOf(details)).toEqual(fields)
  })

  test('no more failed fields than a form could have', () => {
    expect(fieldsOf(Array.from({ length: 10_000 }, (_, at) => `f${at}: is odd`))).toHaveLength(50)
  })

  test.each([
    ['5', 5_000],
    [' 120 ', 120_000],
    ['0', 0],
    ['9999999999', 86_400_000],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['-5', null],
    ['5.5', null],
    ['soon', null],
    ['2026-11-20', null],
    ['', null],
    [null, null],
  ])('the pause that Retry-After %j asks for', (header, waitMs) => {
    expect(retryAfterMs(header, nowMs)).toBe(waitMs)
    const refusal = readServiceRefusal(
      'bills',
      answer('AUTH_UNAVAILABLE', 503, { retryAfter: header }),
      nowMs,
    )
    expect(refusal).toMatchObject({ code: 'AUTH_UNAVAILABLE', retryAfterMs: waitMs })
  })
})

test.each(serviceErrors)('$host $code is a case of its own, with what its row proves', (row) => {
  for (const status of row.statuses) {
    const { code, meaning } = readServiceRefusal(row.host, answer(row.code, status), nowMs)
    const { on, money, resend, next } = row
    expect({ code, meaning }).toEqual({ code: row.code, meaning: { on, money, resend, next } })
  }
})

test('any other answer is unexplained and proves nothing, and none throws', () => {
  const code = fc.oneof(fc.string(), fc.constantFrom(...serviceErrors.map((row) => row.code)))
  const any = fc.record({
    status: fc.integer({ min: 100, max: 599 }),
    code,
    message: fc.string({ unit: 'binary' }),
    details: fc.anything(),
    retryAfter: fc.option(fc.string()),
  })
  fc.assert(
    fc.property(fc.constantFrom(...serviceHosts), any, (host, given) => {
      const refusal = readServiceRefusal(host, given, nowMs)
      const explained = serviceErrors.some(
        (row) => row.host === host && row.code === refusal.code && row.statuses.includes(given.status),
      )
      expect(explained).toBe(refusal.code !== 'unexplained')
      if (refusal.code === 'unexplained') {
        expect(refusal).toMatchObject({
          spelled: given.code,
          status: given.status,
          meaning: unexplainedError,
        })
      }
    }),
  )
})
