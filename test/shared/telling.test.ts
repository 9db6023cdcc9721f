import { describe, expect, test } from 'vitest'
import { salePhases } from '#shared/states/sale.ts'
import { tellingOf, tellings } from '#shared/telling.ts'

const plain = { givenUp: false, attempts: 1, reason: null }

describe('what is told of a sale', () => {
  test.each(salePhases.filter((phase) => phase !== 'unsent'))('%s is told as it is', (phase) => {
    expect(tellingOf({ ...plain, phase })).toBe(phase)
    expect(tellings).toContain(phase)
  })

  test.each([
    ['a request that never left', 1, 'dns', 'unsent'],
    ['a request that the service turned away', 1, 'RATE_LIMIT_EXCEEDED', 'unsent'],
    ['one that look-ups did not find', 1, 'not-found', 'not-found'],
    ['one of which an earlier attempt may have left', 2, 'dns', 'not-found'],
    ['one of which nothing is known', 1, null, 'not-found'],
  ] as const)('unsent, %s', (_what, attempts, reason, telling) => {
    expect(tellingOf({ ...plain, phase: 'unsent', attempts, reason })).toBe(telling)
  })

  test.each([
    ['cancelled', 'cancelled'],
    ['handling', 'surfaced'],
    ['queued', 'surfaced'],
    ['unknown', 'surfaced'],
    ['fulfilled', 'delivered-after-all'],
    ['refunded', 'refunded-after-all'],
  ] as const)('given up and %s is told as %s', (phase, telling) => {
    expect(tellingOf({ ...plain, phase, givenUp: true })).toBe(telling)
  })
})
