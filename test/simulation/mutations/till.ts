/** Faults in the till's rules: what is counted, what is given back, who may. */
import { inModule } from '../../support/replaced-exports.ts'
import type { Mutation } from './mutation.ts'

type TillReport = typeof import('#core/till/report.ts')
type Worth = typeof import('#shared/till/sale-value.ts')

const report = (change: (original: TillReport['reportOf']) => TillReport['reportOf']) =>
  inModule<TillReport>('#core/till/report.ts', { reportOf: change })

const inTill = { plenty: ['till', 'close shift'], behaviour: {} } as const
const withCash = { plenty: ['till', 'close shift', 'move cash'], behaviour: {} } as const
const withPeople = {
  plenty: ['till', 'people', 'change of people', 'close shift', 'move cash'],
  behaviour: {},
} as const

const lending = { plenty: ['till', 'carnet', 'close shift', 'repay'], behaviour: {} } as const

export const mutationsOfTill: readonly Mutation[] = [
  {
    ...inTill,
    name: 'late-outcomes-are-left-out',
    belief: 'A report is about the sales of its own time.',
    replaced: [
      report(
        (original) => (book) =>
          original({ ...book, sales: book.sales.filter(({ before }) => before === undefined) }),
      ),
    ],
  },
  {
    ...withCash,
    name: 'drops-stay-in-the-drawer',
    belief: 'What goes to the safe is still in the shop.',
    replaced: [
      inModule<typeof import('#shared/till/cash.ts')>('#shared/till/cash.ts', {
        drawerChangeOf: (original) => (moved) =>
          moved.movement === 'drop' ? original({ movement: 'no-sale', note: 'x' }) : original(moved),
      }),
    ],
  },
  {
    ...inTill,
    name: 'refunded-has-cost',
    belief: 'What was ordered was paid for.',
    replaced: [
      inModule<Worth>('#shared/till/sale-value.ts', {
        valueOfSale: (original) => (sale, counted) =>
          sale?.state === 'refunded'
            ? { ...original(sale, counted), costCentimes: sale.costCentimes }
            : original(sale, counted),
      }),
    ],
  },
  {
    ...inTill,
    name: 'unpaid-is-earned',
    belief: 'What was given up cost nothing, so that the money is the shop’s.',
    replaced: [
      inModule<Worth>('#shared/till/sale-value.ts', {
        valueOfSale: (original) => (sale, counted) => {
          const value = original(sale, counted)
          const isGivenUp = sale?.state === 'cancelled'
          return isGivenUp
            ? { ...value, earnedCentimes: value.owedCentimes, owedCentimes: value.heldCentimes }
            : value
        },
      }),
    ],
  },
  {
    ...inTill,
    name: 'grand-total-is-what-was-earned',
    belief: 'A sale counts once it was delivered.',
    replaced: [
      report((original) => (book) => {
        const made = original(book)
        const sum = (book.last?.grandTotalCentimes ?? 0) + made.total.earnedCentimes
        return { ...made, grandTotalCentimes: sum as typeof made.grandTotalCentimes }
      }),
    ],
  },
  {
    ...inTill,
    name: 'refund-is-paid-by-each-slip',
    belief: 'Whoever holds a slip that says so is owed the money.',
    replaced: [
      inModule<typeof import('#shared/till/refunds.ts')>('#shared/till/refunds.ts', {
        standingOf: (original) => (owed, given) =>
          original(
            owed,
            owed.kind === 'known' && given > 0 && given <= owed.centimes ? (0 as typeof given) : given,
          ),
      }),
    ],
  },
  {
    ...inTill,
    name: 'held-is-due',
    belief: 'What is not delivered yet can be given back.',
    replaced: [
      inModule<typeof import('#shared/till/refunds.ts')>('#shared/till/refunds.ts', {
        owedOf: (original) => (sale, counted) => {
          const owed = original(sale, counted)
          return owed.kind === 'pending' ? { kind: 'known', centimes: sale.priceCentimes } : owed
        },
      }),
    ],
  },
  {
    ...withCash,
    name: 'asked-twice-is-done-twice',
    belief: 'Nobody presses twice.',
    replaced: [
      inModule<typeof import('#core/till/shifts.ts')>('#core/till/shifts.ts', {
        knownAct: () => () => undefined,
        moveCash: (original) => (asked, actor, parts) => {
          const actId = `${asked.actId}-${parts.journal.till.readEnd().sequence}`
          return original({ ...asked, actId }, actor, parts)
        },
      }),
    ],
  },
  {
    plenty: ['till', 'close shift', 'move cash', 'count'],
    behaviour: {},
    name: 'count-ends-the-drawer',
    belief: 'Nothing moves behind the count.',
    replaced: [
      report((original) => (book) => {
        const made = original(book)
        const { counted } = made.cash
        return counted ? { ...made, cash: { ...made.cash, leftCentimes: counted.countedCentimes } } : made
      }),
    ],
  },
  {
    ...inTill,
    name: 'terminal-takes-and-never-gives',
    seed: 43,
    belief: 'What was paid by card stays with the bank.',
    replaced: [
      report((original) => (book) => {
        const made = original(book)
        return { ...made, otherMeans: made.otherMeans.map(({ refundsCentimes: _, ...means }) => means) }
      }),
    ],
  },
  {
    ...withPeople,
    name: 'limits-are-for-show',
    belief: 'Cashiers keep to the limits.',
    replaced: [
      inModule<typeof import('#core/till/actor.ts')>('#core/till/actor.ts', {
        needsOwner: () => () => false,
      }),
    ],
  },
  {
    ...withPeople,
    name: 'cash-moves-alike',
    belief: 'Who may put cash in may take it out.',
    replaced: [
      inModule<typeof import('#shared/till/rights.ts')>('#shared/till/rights.ts', {
        permissionOf: (original) => (name, input) =>
          name === 'till.move-cash' ? 'cash-in' : original(name, input),
      }),
    ],
  },
  {
    ...withPeople,
    name: 'costs-for-everybody',
    belief: 'Who closes the shift may read the Z.',
    replaced: [
      // Both gates ask this: whoever makes a report, and whoever lets an answer out.
      inModule<typeof import('#shared/till/rights.ts')>('#shared/till/rights.ts', {
        rightOf: (original) => (role, permission) =>
          permission === 'costs' ? 'allowed' : original(role, permission),
      }),
    ],
  },
  {
    ...lending,
    name: 'refused-debt-stays',
    belief: 'What was bought on account is owed, whatever became of it.',
    replaced: [
      inModule<typeof import('#shared/till/carnet.ts')>('#shared/till/carnet.ts', {
        debtOfSale: (original) => (sale, refund) =>
          original(sale, refund) === undefined ? undefined : sale.priceCentimes,
      }),
    ],
  },
  {
    ...lending,
    name: 'limits-of-customers-are-for-show',
    belief: 'Who was lent to once may be lent to again.',
    replaced: [
      inModule<typeof import('#shared/till/carnet.ts')>('#shared/till/carnet.ts', {
        limitProblem: () => () => null,
      }),
    ],
  },
  {
    ...lending,
    name: 'on-account-is-owed-back',
    belief: 'What is refunded is given back.',
    replaced: [inModule<Worth>('#shared/till/sale-value.ts', { isOnAccount: () => () => false })],
  },
  {
    plenty: ['till', 'prices', 'close shift'],
    behaviour: {},
    name: 'surcharges-without-leave',
    belief: 'The owner has set a margin, so it is asked.',
    replaced: [
      inModule<typeof import('#shared/till/prices.ts')>('#shared/till/prices.ts', {
        priceOf: (original) => (thing, prices) => original(thing, { ...prices, surcharges: true }),
      }),
    ],
  },
  {
    plenty: ['till', 'people', 'wrong pin'],
    behaviour: {},
    name: 'pins-without-wait',
    belief: 'Four digits are too many to guess.',
    replaced: [
      inModule<typeof import('#shared/till/people.ts')>('#shared/till/people.ts', {
        pinWaitMs: () => () => 0,
      }),
    ],
  },
]
