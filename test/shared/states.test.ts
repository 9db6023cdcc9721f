import { describe, expect, test } from 'vitest'
import { internetFinalStates, internetServerStates, internetServerTable } from '#shared/states/internet.ts'
import {
  nextSaleState,
  openSaleStates,
  phaseOf,
  saleEvents,
  saleStates,
  saleTable,
} from '#shared/states/sale.ts'
import { reachable } from '#shared/transition.ts'

/** The specification's own table, word for word, so that a slip of the pen in the code's table cannot pass. */
const specification = `
(none) | POST /v3/internet/send accepted | valid request | HANDLING | processing with the operator, typically 3 to 45 seconds
HANDLING | operator result | card delivered | FULFILLED | final
HANDLING | operator result | failed | REFUNDED | final; balance refunded
HANDLING | operator result | scheduled for later | QUEUED | typically 12 to 48 hours
QUEUED | sandbox only, 15 s after entering QUEUED | number 030000002 | FULFILLED | final
`

describe("the service's internet table", () => {
  test('is the specification, row for row', () => {
    const rows = internetServerTable.map((row) =>
      [row.from, row.movedBy, row.condition, row.to, row.also].join(' | '),
    )
    expect(rows.join('\n')).toBe(specification.trim())
  })

  test('names every state, and final states lead nowhere', () => {
    for (const state of internetServerStates) {
      expect(reachable(internetServerTable, '(none)', state)).toBe(true)
      const onward = internetServerTable.some((row) => row.from === state)
      expect(onward).toBe(!internetFinalStates.includes(state))
    }
  })
})

describe('the table of our own sale', () => {
  test('has one row at the most for each state and event', () => {
    const keys = saleTable.map((row) => `${row.from} ${row.on}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('leads from every state that is not final to a final one, and from a final one nowhere', () => {
    const final = ['fulfilled', 'refunded', 'refused'] as const
    for (const state of saleStates) {
      const ends = final.some((end) => reachable(saleTable, state, end))
      expect(ends, state).toBe(true)
      if (final.some((end) => end === state)) {
        for (const event of saleEvents)
          expect(nextSaleState(state, event), `${state} ${event}`).toBeUndefined()
      }
    }
  })

  test('never begins an attempt while the last one may have reached the service', () => {
    const begins = saleTable.filter((row) => row.on === 'attempt-started').map((row) => row.from)
    expect(begins).toEqual(['unsent'])
  })

  test('gives up only what is not at the service', () => {
    expect(saleTable.filter((row) => row.on === 'cancelled').map((row) => row.from)).toEqual(['unsent'])
  })

  test('keeps every state in sight in which money may move', () => {
    for (const state of saleStates) {
      const moves = saleTable.some((row) => row.from === state) && state !== 'cancelled'
      expect(openSaleStates.includes(state), state).toBe(moves)
    }
  })
})

describe('what the cashier is told', () => {
  test.each([
    ['following', null, 'handling'],
    ['following', 'HANDLING', 'handling'],
    ['following', 'QUEUED', 'queued'],
    ['following', 'UNKNOWN_ERROR', 'unknown'],
    ['following', 'SOMETHING_NEW', 'unknown'],
    ['in-doubt', 'HANDLING', 'in-doubt'],
    ['refunded', 'REFUNDED', 'refunded'],
  ] as const)('%s with %s is %s', (state, serverStatus, phase) => {
    expect(phaseOf(state, serverStatus)).toBe(phase)
  })
})
