import { describe, expect, test } from 'vitest'
import {
  billFinalStates,
  billMoneyMovedStates,
  billObservedTable,
  billServerStates,
  billServerTable,
  billStatesOfType,
} from '#shared/states/bill.ts'
import { giftCardFinalStates, giftCardServerStates, giftCardServerTable } from '#shared/states/gift-card.ts'
import { internetFinalStates, internetServerStates, internetServerTable } from '#shared/states/internet.ts'
import { mobileFinalStates, mobileServerStates, mobileServerTable } from '#shared/states/mobile.ts'
import {
  paymentLinkFinalStates,
  paymentLinkServerStates,
  paymentLinkServerTable,
} from '#shared/states/payment-link.ts'
import {
  nextSaleState,
  openSaleStates,
  phaseOf,
  saleEvents,
  saleStates,
  saleTable,
} from '#shared/states/sale.ts'
import type { ServerRow } from '#shared/states/server-row.ts'
import { reachable } from '#shared/transition.ts'

const tables = [
  { name: 'internet', states: internetServerStates, rows: internetServerTable, final: internetFinalStates },
  { name: 'mobile', states: mobileServerStates, rows: mobileServerTable, final: mobileFinalStates },
  { name: 'gift card', states: giftCardServerStates, rows: giftCardServerTable, final: giftCardFinalStates },
  {
    name: 'payment link',
    states: paymentLinkServerStates,
    rows: paymentLinkServerTable,
    final: paymentLinkFinalStates,
  },
] as const satisfies readonly {
  readonly name: string
  readonly states: readonly string[]
  readonly rows: readonly ServerRow<string>[]
  readonly final: readonly string[]
}[]

/** That a table is the document's, word for word, is shown in specification.test.ts. */
describe.each(tables)("the service's $name table", ({ states, rows, final }) => {
  const edges: readonly { readonly from: string; readonly to: string }[] = rows

  test('leads to every state but the one that a record is born in', () => {
    const entered = states.filter((state) => edges.some(({ to }) => to === state))
    const born = edges.some(({ from }) => from === '(none)') ? [] : ['PENDING']
    expect([...born, ...entered].sort()).toEqual([...states].sort())
  })

  test('leads nowhere from a final state, and from every other to a final one', () => {
    for (const state of states) {
      const isFinal = final.some((end) => end === state)
      expect(edges.some(({ from }) => from === state)).toBe(!isFinal)
      expect(final.some((end) => reachable(edges, state, end))).toBe(true)
    }
  })
})

describe('a bill payment transaction', () => {
  test.each([
    ['(none)', 'READY', true],
    ['PENDING', 'SUCCESS', true],
    ['READY', 'UNKNOWN', true],
    ['UNKNOWN', 'SUCCESS', true],
    ['UNKNOWN', 'REFUNDED', true],
    ['UNKNOWN', 'FAILED', false],
    ['SUCCESS', 'REFUNDED', true],
    ['SUCCESS', 'FAILED', false],
    ['FAILED', 'SUCCESS', false],
    ['FAILED', 'REFUNDED', false],
    ['PROCESSING', 'READY', false],
    ['READY', 'PENDING', false],
  ] as const)('seen %s, can be seen %s later: %s', (from, to, can) => {
    expect(reachable(billObservedTable, from, to)).toBe(can)
  })

  test('can be observed in every step of its table', () => {
    for (const { from, to } of billServerTable) {
      if (from !== 'a payment state') expect(reachable(billObservedTable, from, to)).toBe(true)
    }
    for (const state of billServerStates) expect(reachable(billObservedTable, '(none)', state)).toBe(true)
  })

  test('is a discovery, a payment, or either', () => {
    const all = [...billStatesOfType.discovery, ...billStatesOfType.payment]
    expect([...new Set(all)].sort()).toEqual([...billServerStates].sort())
    expect(billFinalStates.filter((state) => !billStatesOfType.payment.includes(state))).toEqual([])
    expect(billMoneyMovedStates.filter((state) => !billFinalStates.includes(state))).toEqual([])
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
