/** The state tables and the statuses: service-api.md, "States and transitions". */
import { paymentLinkServerStates, paymentLinkServerTable } from '#shared/payment-link.ts'
import {
  billFinalStates,
  billMoneyMovedStates,
  billServerStates,
  billServerTable,
  billStatesOfType,
  billTransactionErrors,
  billTransactionTypes,
} from '#shared/products/bill.ts'
import { giftCardDocumentedStates } from '#shared/products/gift-card.ts'
import { internetServerStates, internetServerTable } from '#shared/products/internet.ts'
import { mobileDocumentedStates } from '#shared/products/mobile.ts'
import type { ServerRow } from '#shared/transition.ts'
import { type Comparison, cell, linesOf, listIn, sorted, wordsIn } from './comparison.ts'
import { sectionAt, tableAt } from './read-specification.ts'

const states = 'States and transitions'
const bill = 'Bill payment transaction'

const table = (heading: string, rows: readonly ServerRow<string, string>[]): Comparison => ({
  name: `the state table of ${heading}`,
  document: (specification) =>
    linesOf(
      tableAt(sectionAt(specification, states, heading)),
      'State',
      'Moved by',
      'Condition',
      'Next state',
      'Also',
    ),
  code: rows.map(({ from, movedBy, condition, to, also }) =>
    [from, movedBy, condition, to, also].join(' | '),
  ),
})

/** A list that a sentence of the section holds. */
const list = (
  name: string,
  headings: readonly string[],
  pattern: RegExp,
  code: readonly string[],
): Comparison => ({
  name,
  document: (specification) => sorted(listIn(wordsIn(sectionAt(specification, ...headings).text, pattern))),
  code: sorted(code),
})

/** A list that a field's notes hold. */
const inField = (name: string, field: string, pattern: RegExp, code: readonly string[]): Comparison => ({
  name,
  document: (specification) => {
    const fields = tableAt(sectionAt(specification, 'Resources and their fields', bill))
    return sorted(listIn(wordsIn(cell(fields, field, 'Notes'), pattern)))
  },
  code: sorted(code),
})

export const stateComparisons: readonly Comparison[] = [
  table('Internet top-up', internetServerTable),
  table('Payment link', paymentLinkServerTable),
  table(bill, billServerTable),
  list(
    'the statuses of an internet top-up',
    ['Internet top-up order'],
    /Status values: ([A-Z, ]+)\./,
    internetServerStates,
  ),
  list(
    'the statuses of a mobile top-up',
    [states, 'Mobile top-up'],
    /Statuses seen: ([A-Z, ]+)\./,
    mobileDocumentedStates,
  ),
  list(
    'the statuses of a gift card order',
    [states, 'Gift card order'],
    /Statuses seen: ([A-Z, ]+)\./,
    giftCardDocumentedStates,
  ),
  list(
    'the statuses of a payment link',
    ['Payment link status'],
    /data\.status \(([A-Zor, ]+)\)/,
    paymentLinkServerStates,
  ),
  list('the final states of a bill', [states, bill], /Final states: ([A-Z, ]+)\./, billFinalStates),
  list(
    'the states of a bill in which money moved',
    [states, bill],
    /Money moved only in ([A-Zand ]+)\./,
    billMoneyMovedStates,
  ),
  list(
    'the statuses of a discovery',
    [states, bill],
    /Discovery statuses: ([A-Z, ]+)\./,
    billStatesOfType.discovery,
  ),
  list(
    'the statuses of a payment',
    [states, bill],
    /Payment statuses: ([A-Z, ]+)\./,
    billStatesOfType.payment,
  ),
  inField('the statuses of a transaction', 'status', /^([A-Z, ]+)$/, billServerStates),
  inField('the error codes of a transaction', 'error', /code is one of ([A-Z_, ]+)$/, billTransactionErrors),
  {
    name: 'the types of a transaction',
    document: (specification) => {
      const fields = tableAt(sectionAt(specification, 'Resources and their fields', bill))
      return [...cell(fields, 'type', 'Notes').matchAll(/discovery|payment(?= *$)/g)].map(([word]) => word)
    },
    code: billTransactionTypes,
  },
]
