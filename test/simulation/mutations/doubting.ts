/** Faults in what is put before a person, when, and what they may say: a sale without a way out, or a question too many. */
import { inModule, type Replacement } from '../../support/replaced-exports.ts'
import type { Mutation } from './mutation.ts'

type Standing = typeof import('#core/sale/manual-review.ts')
type StandingAfter = Standing['standingAfter']

const inStanding = (changes: Parameters<typeof inModule<Standing>>[1]): Replacement =>
  inModule<Standing>('#core/sale/manual-review.ts', changes)

const AN_HOUR_MS = 3_600_000

/** Of these no doubt stands: looks go on for ever. */
const neverAsked = (isMeant: (...asked: Parameters<StandingAfter>) => boolean): Replacement =>
  inStanding({
    standingAfter:
      (original) =>
      (...asked) =>
        isMeant(...asked) ? null : original(...asked),
  })

export const mutationsOfDoubting: readonly Mutation[] = [
  {
    name: 'doubt-needs-no-person',
    plenty: ['internet', 'lost-on-the-way'],
    behaviour: { internetRefPath: 'missing' },
    belief: 'Whatever is in doubt ends by itself.',
    replaced: [neverAsked(({ state }) => state === 'in-doubt')],
  },
  {
    name: 'restart-begins-the-time-again',
    seed: 4,
    plenty: ['internet', 'lost-on-the-way', 'evening-restarts'],
    behaviour: { internetRefPath: 'missing', unknownPath: 'page' },
    belief: 'A doubt is as old as the process that looks at it.',
    replaced: [
      inStanding({
        unchangedForMs:
          () =>
          (_sale, _attempts, { watchedMs }) =>
            watchedMs,
      }),
    ],
  },
  {
    name: 'missing-history-is-silence',
    seed: 6,
    plenty: ['gift-card', 'lost-on-the-way'],
    behaviour: { historyPath: 'missing' },
    belief: 'An account’s history that does not answer now will answer within the hour.',
    replaced: [
      inStanding({
        standingAfter:
          (original) =>
          (sale, look, ...rest) => {
            const standing = original(sale, look, ...rest)
            const isMissing = look.kind === 'unclear' && look.why === 'path-unproven'
            return standing && isMissing ? { doubt: 'never-answered', afterMs: AN_HOUR_MS } : standing
          },
      }),
    ],
  },
  {
    name: 'accepted-needs-no-person',
    plenty: ['internet'],
    behaviour: { internetAmount: 'before-tax' },
    belief: 'What the service has accepted it ends.',
    replaced: [neverAsked(({ state }) => state === 'following')],
  },
  {
    name: 'unknown-word-is-waited-for',
    plenty: ['mobile'],
    behaviour: { mobileRefundWord: 'CANCELLED' },
    belief: 'A word that the tables do not know gives way to one that they know.',
    replaced: [neverAsked(({ state }, look) => state === 'following' && look.kind === 'found')],
  },
  {
    name: 'vanished-order-is-waited-for',
    plenty: ['internet'],
    behaviour: { internetIdPath: 'missing', internetRefPath: 'missing' },
    belief: 'What was accepted is there, and will be found.',
    replaced: [neverAsked(({ state }, look) => state === 'following' && look.kind === 'absent')],
  },
  {
    name: 'only-what-is-listed-can-be-said',
    plenty: ['internet'],
    behaviour: { internetAmount: 'before-tax' },
    belief: 'A person chooses between orders that the counter shows, or says that there is none.',
    replaced: [
      inModule<typeof import('#core/sale/check-decision.ts')>('#core/sale/check-decision.ts', {
        refusalOf: (original) => (sale, decided, asked, options) =>
          ['delivered', 'refunded'].includes(decided.decision.kind)
            ? { kind: 'not-allowed-now', state: sale.state, action: 'decide' }
            : original(sale, decided, asked, options),
      }),
    ],
  },
  {
    name: 'another-ref-is-anothers',
    plenty: ['mobile'],
    behaviour: { mobileRef: 'own-in-record' },
    belief: 'A record shows the ref that was sent.',
    replaced: [
      inModule<typeof import('#shared/ref.ts')>('#shared/ref.ts', {
        namesAnother: () => (shown, ref) => shown !== null && shown !== ref,
      }),
    ],
  },
  {
    name: 'masked-number-is-another',
    plenty: ['mobile', 'internet'],
    behaviour: { mobileNumber: 'masked', internetNumber: 'masked' },
    belief: 'A number that is shown otherwise is another number.',
    replaced: [
      inModule<typeof import('#shared/phone.ts')>('#shared/phone.ts', {
        parseMobileNumber: (original) => (typed) => {
          const read = original(typed)
          return read.ok ? read : { ok: false, error: 'not-mobile' }
        },
        parseInternetNumber: (original) => (typed, type) => {
          const read = original(typed, type)
          return read.ok ? read : { ok: false, error: 'not-this-type' }
        },
      }),
    ],
  },
  {
    name: 'bill-is-known-by-its-ids',
    plenty: ['bill'],
    behaviour: { selectedBillId: 'own' },
    belief: 'A payment names its bills as they were listed.',
    replaced: [
      inModule<typeof import('#core/products/bill/kind.ts')>('#core/products/bill/kind.ts', {
        billKind: (original) => ({
          ...original,
          async look(sale, way, sight) {
            const look = await original.look(sale, way, sight)
            const read = await sight.client.findBill(sale.order.transactionId)
            if (look.kind !== 'found' || read.kind !== 'accepted') return look
            const { payment } = read.value
            const ours = new Set(sale.order.bills.map(({ billId }) => billId))
            const isOurs = payment.kind !== 'known' || payment.bills.every(({ billId }) => ours.has(billId))
            return isOurs ? look : { ...look, order: { ...look.order, contradiction: 'bills' } }
          },
        }),
      }),
    ],
  },
  {
    name: 'paid-is-over',
    seed: 2,
    plenty: ['bill'],
    behaviour: { refundedFrom: 'SUCCESS' },
    belief: 'What was delivered stays delivered.',
    replaced: [
      inModule<typeof import('#core/sale/delivery.ts')>('#core/sale/delivery.ts', {
        mayBeRefundedLate: () => () => false,
      }),
    ],
  },
]
