import { describe, expect, test } from 'vitest'
import {
  paymentLinkFinalStates,
  paymentLinkServerStates,
  paymentLinkServerTable,
} from '#shared/payment-link.ts'
import {
  billFinalStates,
  billObservedTable,
  billServerStates,
  billServerTable,
  billStatesOfType,
} from '#shared/products/bill.ts'
import { giftCardFinalStates, giftCardServerStates, giftCardServerTable } from '#shared/products/gift-card.ts'
import { internetFinalStates, internetServerStates, internetServerTable } from '#shared/products/internet.ts'
import { mobileFinalStates, mobileServerStates, mobileServerTable } from '#shared/products/mobile.ts'
import { type OrderKind, orderKinds } from '#shared/products/orders.ts'
import { eventOfStatus, isExpectedStatus, phaseOf } from '#shared/states/observed.ts'
import {
  finalSaleStates,
  nextSaleState,
  openSaleStates,
  type SaleState,
  saleEvents,
  saleStates,
  saleTable,
} from '#shared/states/sale.ts'
import { reachable, type ServerRow } from '#shared/transition.ts'

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

  test('has no way out of a final state, and a way from every other to a final one', () => {
    for (const state of states) {
      const isFinal = final.some((end) => end === state)
      expect(edges.some(({ from }) => from === state)).toBe(!isFinal)
      expect(final.some((end) => reachable(edges, state, end))).toBe(true)
    }
  })
})

describe('a bill payment transaction', () => {
  test('can be observed in every step of its table', () => {
    for (const { from, to } of billServerTable) {
      if (from !== 'a payment state') expect(reachable(billObservedTable, from, to)).toBe(true)
    }
    for (const state of billServerStates) expect(reachable(billObservedTable, '(none)', state)).toBe(true)
  })
})

/** Over for the counter, and looked up for a while: a late request would surface. */
const watchedStates: readonly SaleState[] = ['cancelled', 'refused']

/** What the document does not show and may be learned of a delivered sale: that its money came back. */
const isLate = ({ from, on }: { readonly from: SaleState; readonly on: string }): boolean =>
  on.startsWith('proved-') || (from === 'fulfilled' && on === 'found-refunded')

describe('the table of our own sale', () => {
  test('has at most one row for each state and event', () => {
    const keys = saleTable.map((row) => `${row.from} ${row.on}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('has a way from every open state to a final one, and none out of a final one', () => {
    for (const state of saleStates) {
      const ends = finalSaleStates.some((end) => reachable(saleTable, state, end))
      expect(ends, state).toBe(true)
      if (finalSaleStates.includes(state)) {
        // What a person said is overruled, and a delivery may be refunded.
        for (const event of saleEvents.filter((on) => !isLate({ from: state, on })))
          expect(nextSaleState(state, event), `${state} ${event}`).toBeUndefined()
      }
    }
  })

  test.each([
    ['an attempt begins only', 'attempt-started', 'unsent'],
    ['a person gives up only', 'cancelled', 'unsent'],
    ['a person links only', 'linked', 'in-doubt'],
    ['a person releases only', 'released', 'in-doubt'],
    ['a person ends only', 'said-delivered', 'in-doubt,following'],
    ['a person ends only', 'said-partly', 'in-doubt,following'],
    ['a person ends only', 'said-refunded', 'in-doubt,following'],
    ['the service overrules a person only about', 'proved-refunded', 'fulfilled,partly-fulfilled,refunded'],
  ] as const)('%s (%s) a sale that is %s', (_what, event, states) => {
    expect(
      saleTable
        .filter((row) => row.on === event)
        .map((row) => row.from)
        .join(),
    ).toBe(states)
  })

  test('shows every state in which money may move', () => {
    for (const state of saleStates) {
      const rows = saleTable.filter((row) => row.from === state && !isLate(row))
      const moves = rows.length > 0 && !watchedStates.includes(state)
      expect(openSaleStates.includes(state), state).toBe(moves)
    }
  })
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

  test.each(orderKinds)('end a sale of kind %s exactly if they are final', (kind) => {
    for (const status of [...known[kind], 'SOMETHING_NEW', 'constructor', '']) {
      const after = nextSaleState('following', eventOfStatus(kind, status))
      const isFinal = finals[kind].some((end) => end === status)
      expect(after !== undefined && !openSaleStates.includes(after), status).toBe(isFinal)
    }
  })

  test.each(orderKinds)('outside the table of kind %s are shown as unknown', (kind) => {
    expect(phaseOf('following', kind, 'SOMETHING_NEW')).toBe('unknown')
    expect(isExpectedStatus(kind, null, 'SOMETHING_NEW')).toBe(false)
    expect(known[kind].every((status) => isExpectedStatus(kind, null, status))).toBe(true)
  })

  test.each([
    ['internet', null, 'handling'],
    ['internet', 'HANDLING', 'handling'],
    ['internet', 'QUEUED', 'queued'],
    ['internet', 'PENDING', 'unknown'],
    ['mobile', 'PENDING', 'handling'],
    ['mobile', 'UNKNOWN_ERROR', 'unknown'],
    ['mobile', 'QUEUED', 'unknown'],
    ['gift-card', 'HANDLING', 'handling'],
    ['bill', 'PROCESSING', 'handling'],
    ['bill', 'UNKNOWN', 'unknown'],
    ['bill', 'READY', 'unknown'],
  ] as const)('%s %s is shown as %s', (kind, status, phase) => {
    expect(phaseOf('following', kind, status)).toBe(phase)
  })

  test('do not change the phase of a sale in doubt or at its end', () => {
    expect(phaseOf('in-doubt', 'internet', 'HANDLING')).toBe('in-doubt')
    expect(phaseOf('refunded', 'internet', 'REFUNDED')).toBe('refunded')
  })

  test.each([
    ['mobile', 'UNKNOWN_ERROR', 'FULFILLED', true],
    ['mobile', 'FULFILLED', 'REFUNDED', false],
    ['gift-card', 'PARTIALLY_FILLED', 'FULFILLED', false],
    ['bill', 'PROCESSING', 'REFUNDED', true],
    ['bill', 'FAILED', 'SUCCESS', false],
    ['bill', 'UNKNOWN', 'FAILED', false],
    ['bill', 'UNKNOWN', 'REFUNDED', true],
    ['bill', 'SUCCESS', 'REFUNDED', true],
    ['bill', 'FAILED', 'REFUNDED', false],
    ['bill', 'PROCESSING', 'READY', false],
  ] as const)('%s: %s, then %s: %s', (kind, from, to, can) => {
    expect(isExpectedStatus(kind, from, to)).toBe(can)
  })
})
