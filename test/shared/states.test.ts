import { describe, expect, test } from 'vitest'
import { type OrderKind, orderKinds } from '#shared/orders.ts'
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
import { eventOfStatus, isExpectedStatus, phaseOf } from '#shared/states/observed.ts'
import {
  paymentLinkFinalStates,
  paymentLinkServerStates,
  paymentLinkServerTable,
} from '#shared/states/payment-link.ts'
import {
  finalSaleStates,
  nextSaleState,
  openSaleStates,
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
    for (const state of saleStates) {
      const ends = finalSaleStates.some((end) => reachable(saleTable, state, end))
      expect(ends, state).toBe(true)
      if (finalSaleStates.includes(state)) {
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

test('a person decides only of a sale in doubt', () => {
  for (const event of ['linked', 'released'] as const) {
    expect(saleTable.filter((row) => row.on === event).map((row) => row.from)).toEqual(['in-doubt'])
  }
})

describe("the service's words", () => {
  const known = {
    internet: internetServerStates,
    mobile: mobileServerStates,
    'gift-card': giftCardServerStates,
    bill: billStatesOfType.payment,
  } as const satisfies Readonly<Record<OrderKind, readonly string[]>>
  const finals = {
    internet: internetFinalStates,
    mobile: mobileFinalStates,
    'gift-card': giftCardFinalStates,
    bill: billFinalStates,
  } as const satisfies Readonly<Record<OrderKind, readonly string[]>>

  test.each(orderKinds)(
    'end a sale of kind %s where the service is done with it, and nowhere else',
    (kind) => {
      for (const status of [...known[kind], 'SOMETHING_NEW', 'constructor', '']) {
        const after = nextSaleState('following', eventOfStatus(kind, status))
        const isFinal = finals[kind].some((end) => end === status)
        expect(
          finalSaleStates.some((state) => state === after),
          status,
        ).toBe(isFinal)
      }
    },
  )

  test.each(orderKinds)('that no table of kind %s knows are told as unknown', (kind) => {
    expect(phaseOf('following', kind, 'SOMETHING_NEW')).toBe('unknown')
    expect(isExpectedStatus(kind, null, 'SOMETHING_NEW')).toBe(false)
    expect(known[kind].every((status) => isExpectedStatus(kind, null, status))).toBe(true)
  })

  test.each([
    ['internet', 'PENDING', 'unknown'],
    ['mobile', 'PENDING', 'handling'],
    ['mobile', 'UNKNOWN_ERROR', 'unknown'],
    ['mobile', 'QUEUED', 'unknown'],
    ['gift-card', 'HANDLING', 'handling'],
    ['bill', 'PROCESSING', 'handling'],
    ['bill', 'UNKNOWN', 'unknown'],
    ['bill', 'READY', 'unknown'],
  ] as const)('%s %s is told as %s', (kind, status, phase) => {
    expect(phaseOf('following', kind, status)).toBe(phase)
  })

  test.each([
    ['mobile', 'UNKNOWN_ERROR', 'FULFILLED', true],
    ['mobile', 'FULFILLED', 'REFUNDED', false],
    ['gift-card', 'PARTIALLY_FILLED', 'FULFILLED', false],
    ['bill', 'PROCESSING', 'REFUNDED', true],
    ['bill', 'FAILED', 'SUCCESS', false],
  ] as const)('%s: %s, then %s: %s', (kind, from, to, can) => {
    expect(isExpectedStatus(kind, from, to)).toBe(can)
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
    expect(phaseOf(state, 'internet', serverStatus)).toBe(phase)
  })
})
