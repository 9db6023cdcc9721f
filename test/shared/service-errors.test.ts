/** The table of error codes: complete against the document, and never more certain than it may be. */
import { describe, expect, test } from 'vitest'
import { findServiceError, serviceErrors } from '#shared/service-errors.ts'

/** service-api.md, "Platform error codes" and "Bill payment error codes", with the statuses it states. */
const document = {
  platform: {
    MISSING_ACCESS_TOKEN: 400,
    INVALID_ACCESS_TOKEN: 401,
    IP_NOT_ALLOWED: 403,
    IP_BLOCKED: 403,
    INTERNAL_SERVER_ERROR: 500,
    ERR_VALIDATION: null,
    ERR_PHONE: 400,
    ERR_STOCK: null,
    INSUFFICIENT_BALANCE: null,
    DUPLICATED_REF: null,
    PAYMENT_NOT_FOUND: null,
    PAYMENT_EXPIRED: null,
  },
  bills: {
    ERR_VALIDATION: 400,
    INVALID_ACCOUNT: 400,
    MISSING_ACCESS_TOKEN: 401,
    INVALID_ACCESS_TOKEN: 401,
    DUPLICATED_REF: 403,
    NOT_FOUND: 404,
    BILL_ALREADY_PAID: 409,
    PAYMENT_IN_PROGRESS: 409,
    PARTNER_UNAVAILABLE: 503,
    AUTH_UNAVAILABLE: 503,
    SERVICE_UNAVAILABLE: 503,
    INTERNAL_ERROR: 500,
  },
} as const

const stated = (['platform', 'bills'] as const).flatMap((host) =>
  Object.entries(document[host]).map(([code, status]) => ({ host, code, status })),
)

test.each(stated)('$code on $host is known with the status $status', ({ host, code, status }) => {
  const row = findServiceError(host, code)
  expect(row).toMatchObject({ host, code })
  if (status !== null) expect(row?.statuses).toContain(status)
})

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
  test('says nothing beyond its statuses: none is a success, and a code is on a host once', () => {
    expect(row.statuses.length).toBeGreaterThan(0)
    expect(row.statuses.filter((status) => status < 400 || status > 599)).toEqual([])
    expect(serviceErrors.filter(({ host, code }) => host === row.host && code === row.code)).toEqual([row])
  })

  test('lets a ref be used again only where nothing was charged and the same request may go', () => {
    expect(row.refReusable).toBe(row.resend === 'same-ref')
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
