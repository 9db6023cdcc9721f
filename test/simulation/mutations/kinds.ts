/** Faults in what is particular to a kind of sale. */
import { type Mutation, sale, words } from './mutation.ts'

const table = 'electron/core/journal/migrations/sales-of-every-kind.ts'

export const mutationsOfKinds: readonly Mutation[] = [
  {
    name: 'cards-without-grace',
    seed: 72,
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
    seed: 5,
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
    seed: 1052,
    belief: 'Of two sales the one with the lower ref is the older.',
    edits: [
      {
        file: `${sale}/sight.ts`,
        find: 'return placeOf(journal, other) < placeOf(journal, sale)',
        replace: 'return other.ref < sale.ref',
      },
    ],
  },
  {
    name: 'clock-is-never-set',
    seed: 5118,
    belief: 'What the service said last of its time holds until it says more.',
    edits: [
      {
        file: 'electron/core/api/server-clock.ts',
        find: 'told.offsetMs - Math.min(0, told.jumpMs)',
        replace: 'told.offsetMs',
      },
    ],
  },
  {
    name: 'clock-is-right',
    seed: 5,
    belief: 'Two machines agree on the time.',
    edits: [
      {
        file: `${sale}/kinds/time-window.ts`,
        find: '    const offsets = known.length > 0 ? known : [0]',
        replace: '    const offsets = [0]',
      },
    ],
  },
  {
    name: 'ready-is-absence',
    seed: 95,
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
    seed: 11,
    belief: 'A payment that has ended is paid.',
    edits: [{ file: words, find: "FAILED: 'failed'", replace: "FAILED: 'fulfilled'" }],
  },
  {
    name: 'transaction-pays-twice',
    seed: 4,
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
    seed: 8,
    belief: 'An error is an error.',
    edits: [{ file: words, find: "UNKNOWN_ERROR: 'unknown'", replace: "UNKNOWN_ERROR: 'failed'" }],
  },
  {
    name: 'unknown-bill-is-refusal',
    seed: 48,
    belief: 'What is not confirmed was not paid.',
    edits: [{ file: words, find: " UNKNOWN: 'unknown'", replace: " UNKNOWN: 'failed'" }],
  },
  {
    name: 'part-is-whole',
    seed: 6,
    belief: 'Cards were delivered.',
    edits: [
      { file: words, find: "PARTIALLY_FILLED: 'partly-fulfilled'", replace: "PARTIALLY_FILLED: 'fulfilled'" },
    ],
  },
]
