/** The table of error codes, whose completeness specification.test.ts shows: never more certain than it may be. */
import { describe, expect, test } from 'vitest'
import {
  explainServiceError,
  findServiceError,
  serviceErrors,
  unexplainedError,
} from '#shared/service-errors.ts'

test.each(['RATE_LIMIT_EXCEEDED', 'API_DISABLED', 'PAYLOAD_TOO_LARGE', 'NOT_FOUND'])(
  '%s, seen in practice, is known on both hosts',
  (code) => {
    expect(findServiceError('platform', code)).toBeDefined()
    expect(findServiceError('bills', code)).toBeDefined()
  },
)

test.each(['', 'err_phone', 'toString', '__proto__', 'ERR_PHONE '])('%j is in no table', (code) => {
  expect(findServiceError('platform', code)).toBeUndefined()
  expect(findServiceError('bills', code)).toBeUndefined()
})

describe.each(serviceErrors)('$host $code', (row) => {
  test('has one row on its host', () => {
    expect(serviceErrors.filter(({ host, code }) => host === row.host && code === row.code)).toEqual([row])
  })

  test('is looked up before another request where it may hold our order', () => {
    if (row.money === 'unknown') expect(row.resend).toBe('after-look-up')
  })

  test('leaves open what a failure of the service did', () => {
    const saysNothingCharged = ['PARTNER_UNAVAILABLE', 'AUTH_UNAVAILABLE']
    const failed = row.statuses.some((status) => status >= 500)
    if (failed && !saysNothingCharged.includes(row.code)) expect(row.money).toBe('unknown')
  })
})

test('a known ref is never taken for a refusal, on either host', () => {
  expect(findServiceError('platform', 'DUPLICATED_REF')?.money).toBe('unknown')
  expect(findServiceError('bills', 'DUPLICATED_REF')?.money).toBe('unknown')
})

describe('an error answer is explained', () => {
  test('by the status alone only at 429, which the document gives no code', () => {
    expect(explainServiceError('platform', 429, 'SLOW_DOWN')?.code).toBe('RATE_LIMIT_EXCEEDED')
    expect(explainServiceError('bills', 429, '')?.code).toBe('RATE_LIMIT_EXCEEDED')
  })

  test('by the status that an endpoint names, for a code that no table knows', () => {
    const codeOfStatus = { 410: 'PAYMENT_EXPIRED' } as const
    expect(explainServiceError('platform', 410, 'GONE', codeOfStatus)?.code).toBe('PAYMENT_EXPIRED')
    expect(explainServiceError('platform', 404, 'GONE', codeOfStatus)).toBeUndefined()
    expect(explainServiceError('platform', 410, 'NOT_FOUND', codeOfStatus)).toBeUndefined()
    expect(explainServiceError('platform', 429, 'GONE', codeOfStatus)?.code).toBe('RATE_LIMIT_EXCEEDED')
  })

  test.each([
    ['platform', 403, 'SOMETHING_NEW'],
    ['platform', 410, 'GONE'],
    ['bills', 400, 'ERR_PHONE'],
    ['platform', 500, 'ERR_PHONE'],
    ['platform', 500, 'INSUFFICIENT_BALANCE'],
    ['bills', 502, 'PARTNER_UNAVAILABLE'],
    ['bills', 429, 'DUPLICATED_REF'],
  ] as const)('by no row: %s %i %s, which then proves nothing', (host, status, code) => {
    expect(explainServiceError(host, status, code)).toBeUndefined()
    expect(unexplainedError).toMatchObject({ money: 'unknown', resend: 'after-look-up' })
  })
})
