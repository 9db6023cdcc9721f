/** Faults in what is particular to a kind of sale. */
import { type Mutation, sale, words } from './mutation.ts'

const table = 'electron/core/journal/migrations/sales-of-every-kind.ts'

export const mutationsOfKinds: readonly Mutation[] = [
  {
    name: 'cards-without-grace',
    plenty: ['gift-card', 'late-request'],
    belief: 'An order that is not in the list at once was not taken.',
    edits: [
      {
        file: `${sale}/kinds/gift-card.ts`,
        find: 'absence: { lookUps: 3, spanMs: LANDS_WITHIN_MS }',
        replace: 'absence: { lookUps: 1, spanMs: 0 }',
      },
    ],
  },
  {
    name: 'cards-without-claims',
    plenty: ['gift-card', 'psn-fr-10', 'lost-on-the-way'],
    belief: 'An order of the right thing at the right time is this one.',
    edits: [
      {
        file: `${sale}/kinds/gift-card.ts`,
        find: 'new Set([...claimed(idsIn(rows), ref), ...ruledOut])',
        replace: 'new Set(ruledOut)',
      },
    ],
  },
  {
    name: 'clock-tells-age',
    plenty: ['gift-card', 'psn-fr-10', 'cards: 1', 'late-request', 'set clock', 'by hours', 'rough'],
    belief: 'Of two sales the one with the lower ref is the older.',
    edits: [
      {
        file: `${sale}/sight.ts`,
        find: 'rankOf(other) === rank && at > place',
        replace: 'rankOf(other) === rank && other.ref < sale.ref',
      },
    ],
  },
  {
    name: 'clock-is-never-set',
    plenty: ['gift-card', 'not-sent', 'late-request', 'set clock', 'resend'],
    belief: 'What the service said last of its time holds until it says more.',
    edits: [
      {
        file: 'electron/core/api/server-clock.ts',
        find: 'Math.abs(jumpMs) > DRIFT_MS',
        replace: 'Math.abs(jumpMs) < 0',
      },
    ],
  },
  {
    name: 'clock-is-right',
    plenty: ['gift-card', 'answer-lost'],
    belief: 'Two machines agree on the time.',
    edits: [
      {
        file: `${sale}/kinds/time-window.ts`,
        find: 'const offsets = known.length > 0 || isInDoubt(attempt) ? known : [0]',
        replace: 'const offsets = [0]',
      },
    ],
  },
  {
    name: 'ready-is-absence',
    plenty: ['bill', 'late-request'],
    belief: 'A transaction that is still READY was not paid.',
    edits: [
      {
        file: `${sale}/kinds/bill.ts`,
        find: '  absence: absenceOfNamed,\n',
        replace: '  absence: { lookUps: 1, spanMs: 0 },\n',
      },
    ],
  },
  {
    name: 'failed-is-paid',
    plenty: ['bill'],
    belief: 'A payment that has ended is paid.',
    edits: [{ file: words, find: "FAILED: 'failed'", replace: "FAILED: 'fulfilled'" }],
  },
  {
    name: 'transaction-pays-twice',
    plenty: ['bill'],
    belief: 'The service will see to it.',
    edits: [
      {
        file: `${sale}/quotes/bill.ts`,
        find: '  if (paying) return err(takenBy(paying))\n',
        replace: '',
      },
      { file: `${sale}/start.ts`, find: '  if (payer) return', replace: '  if (payer && !payer) return' },
      {
        file: 'electron/core/journal/sales.ts',
        find: "order.kind === 'bill' && findSaleByTransaction",
        replace: 'false && findSaleByTransaction',
      },
      { file: table, find: 'UNIQUE INDEX sales_by_transaction', replace: 'INDEX sales_by_transaction' },
    ],
  },
  {
    name: 'unknown-error-is-refusal',
    plenty: ['mobile'],
    belief: 'An error is an error.',
    edits: [{ file: words, find: "UNKNOWN_ERROR: 'unknown'", replace: "UNKNOWN_ERROR: 'failed'" }],
  },
  {
    name: 'unknown-bill-is-refusal',
    plenty: ['bill'],
    belief: 'What is not confirmed was not paid.',
    edits: [{ file: words, find: " UNKNOWN: 'unknown'", replace: " UNKNOWN: 'failed'" }],
  },
  {
    name: 'part-is-whole',
    plenty: ['gift-card'],
    belief: 'Cards were delivered.',
    edits: [
      { file: words, find: "PARTIALLY_FILLED: 'partly-fulfilled'", replace: "PARTIALLY_FILLED: 'fulfilled'" },
    ],
  },
]
