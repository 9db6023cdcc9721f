/** Faults in when a list is believed to hold no order: one that lags, shows other times, or names what it holds otherwise. */
import { inModule, type Replacement } from '../../support/replaced-exports.ts'
import type { Mutation } from './mutation.ts'

type List = typeof import('#core/products/gift-card/list.ts')
type Matching = typeof import('#core/products/gift-card/match.ts')

const inMatching = (changes: Parameters<typeof inModule<Matching>>[1]): Replacement =>
  inModule<Matching>('#core/products/gift-card/match.ts', changes)
const inList = (change: (original: List['lookAbsent']) => List['lookAbsent']): Replacement =>
  inModule<List>('#core/products/gift-card/list.ts', { lookAbsent: change })

type KeyUses = typeof import('#core/products/gift-card/key-use.ts')

const inKeyUse = (change: (original: KeyUses['createKeyUse']) => KeyUses['createKeyUse']): Replacement =>
  inModule<KeyUses>('#core/products/gift-card/key-use.ts', { createKeyUse: change })

type Kinds = typeof import('#core/products/gift-card/kind.ts')

/** A day of silence lets history, or the evening's list, show what one list hides: without it each reading of a list counts. */
const withoutPatience = inModule<Kinds>('#core/products/gift-card/kind.ts', {
  giftCardKind: (original) => ({ ...original, absence: { ...original.absence, silentMs: 0 } }),
})

export const mutationsOfCards: readonly Mutation[] = [
  {
    name: 'silence-of-the-list',
    plenty: ['gift-card', 'answer-lost'],
    behaviour: { giftRowType: 'own' },
    belief: 'An order that the list does not show is not there.',
    replaced: [
      inList(() => async (_rows, _search, requestId) => ({ kind: 'absent', requestId })),
      withoutPatience,
    ],
  },
  {
    name: 'one-clock-for-all-times',
    plenty: ['gift-card', 'answer-lost'],
    behaviour: { serviceClock: 'hour-ahead' },
    belief: 'The service dates its orders by the clock that its answers show.',
    replaced: [
      inList((original) => async (...asked) => {
        const look = await original(...asked)
        const isDisplaced =
          look.kind === 'unclear' && ['listed-otherwise', 'path-unproven'].includes(look.why)
        return isDisplaced ? { kind: 'absent', requestId: look.requestId } : look
      }),
      withoutPatience,
    ],
  },
  {
    name: 'window-is-read-as-asked',
    seed: 19,
    plenty: ['gift-card', 'answer-lost'],
    behaviour: {
      listWindow: 'hour-early',
      debitTime: 'with-end',
      giftPace: 'minutes',
      historyLag: 'seven-minutes',
    },
    belief: 'A list shows what was asked for.',
    replaced: [
      inModule<typeof import('#core/sale/time-window.ts')>('#core/sale/time-window.ts', {
        dayBefore:
          (_original, { DAY_MS }) =>
          ({ fromMs, toMs }) => ({ fromMs: fromMs - DAY_MS, toMs }),
      }),
      withoutPatience,
    ],
  },
  {
    name: 'another-type-is-another-order',
    seed: 60,
    plenty: ['gift-card', 'answer-lost'],
    behaviour: {
      giftRowType: 'own',
      debitTime: 'with-end',
      giftPace: 'minutes',
      historyLag: 'seven-minutes',
    },
    belief: 'A row that names another type is of another order.',
    replaced: [
      inMatching({
        listedOtherwise: (original) => (search) => ({ ...original(search), otherThing: [] }),
      }),
      withoutPatience,
    ],
  },
  {
    name: 'word-overrides-counts',
    plenty: ['gift-card', 'TEST_PARTIAL', 'cards: 2'],
    behaviour: { giftPartWord: 'REFUNDED' },
    belief: 'What is called REFUNDED was given back.',
    replaced: [
      inModule<typeof import('#shared/products/gift-card.ts')>('#shared/products/gift-card.ts', {
        giftCardWordOf:
          () =>
          ({ status }) =>
            status,
      }),
    ],
  },
  {
    name: 'key-is-ours-alone',
    seed: 6,
    plenty: ['own-account', 'gift-card', 'psn-fr-10', 'other-till', 'lost-on-the-way'],
    belief: 'Nobody else orders with this key, unless the shop says so.',
    replaced: [
      inKeyUse(() => () => ({
        mayBeShared: () => false,
        noteOrders: () => undefined,
        noteMovements: () => undefined,
      })),
    ],
  },
  {
    name: 'young-journal-knows-who-orders',
    seed: 21,
    plenty: ['own-account', 'gift-card', 'psn-fr-10', 'other-till', 'lost-on-the-way'],
    behaviour: {},
    belief: 'Who has seen no other counter’s order is alone with the key.',
    replaced: [inKeyUse((original) => (options) => original({ ...options, isTraining: true }))],
  },
  {
    name: 'local-time-is-utc',
    plenty: ['gift-card', 'answer-lost'],
    behaviour: { platformTimes: 'local-as-utc' },
    belief: 'A time that ends in Z is UTC, and an order that is listed is explained.',
    replaced: [
      inList((original) => async (...asked) => {
        const look = await original(...asked)
        return look.kind === 'unclear' && look.why === 'path-unproven'
          ? { kind: 'absent', requestId: look.requestId }
          : look
      }),
      inMatching({
        listedOtherwise: (original) => (search) => ({
          ...original(search),
          inAnotherZone: [],
          besideItsTime: [],
        }),
        mayHavePaid: (original) => (search, movements, _isExplained, others) =>
          original(search, movements, () => true, others),
      }),
      withoutPatience,
    ],
  },
  {
    name: 'order-has-one-name',
    seed: 2,
    plenty: ['gift-card', 'answer-lost', 'psn-fr-10'],
    behaviour: { giftRowId: 'own', giftOrderPath: 'missing' },
    belief: 'A list calls an order as its answer did, so that an order is taken where its name is.',
    replaced: [
      inModule<List>('#core/products/gift-card/list.ts', {
        namesAnswered: () => () => true,
        namesAnyAsAnswered: () => async () => true,
      }),
    ],
  },
  {
    name: 'cards-are-paid-as-order',
    plenty: ['gift-card', 'answer-lost'],
    behaviour: { giftRowType: 'own', historyWords: 'plain' },
    belief: 'A row of another type is of another order, and what is paid for cards is called ORDER.',
    replaced: [
      inMatching({
        listedOtherwise: (original) => (search) => ({ ...original(search), otherThing: [] }),
        mayHavePaid: (original) => (search, movements, isExplained, others) => {
          const orders = movements.filter((row) => row.kind !== 'item' || row.item.type === 'ORDER')
          return original(search, orders, isExplained, others)
        },
      }),
      withoutPatience,
    ],
  },
]
