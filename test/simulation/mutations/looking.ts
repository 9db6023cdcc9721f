/** Faults in when an order is believed absent, and in which of the service's orders is taken for a sale's. */
import type { OrderKind } from '#shared/products/orders.ts'
import { inModule, type Replacement } from '../../support/replaced-exports.ts'
import type { Mutation } from './mutation.ts'

type Kinds = typeof import('#core/products/kinds.ts')
type Matching = typeof import('#core/products/gift-card/match.ts')
type StoredSale = Parameters<Kinds['kindOf']>[0]
type FoundOrder = Extract<
  Awaited<ReturnType<ReturnType<Kinds['kindOf']>['look']>>,
  { kind: 'found' }
>['order']

const atOnce = { lookUps: 1, spanMs: 0, silentMs: 0 } as const

/** A known sale whose look-up always succeeds: it proves the path whatever the service answers. */
const provenSales = new Set<StoredSale>()
function provenSaleOf(kind: OrderKind): StoredSale {
  const sale = { order: { kind } } as StoredSale
  provenSales.add(sale)
  return sale
}
const uncontradicted = { contradiction: null } as FoundOrder

const inMatching = (
  change: (original: Matching['matchGiftCardOrder']) => Matching['matchGiftCardOrder'],
): Replacement => inModule<Matching>('#core/products/gift-card/match.ts', { matchGiftCardOrder: change })

export const mutationsOfLooking: readonly Mutation[] = [
  {
    name: 'no-grace',
    plenty: ['internet', 'mobile', 'late-request'],
    belief: 'What is not found at once was never received.',
    replaced: [
      inModule<typeof import('#core/sale/decide.ts')>('#core/sale/decide.ts', {
        isConfirmedAbsent: (original) => (sale, facts) =>
          original(sale, {
            ...facts,
            notFoundLookUps: facts.notFoundLookUps * 1_000,
            watchedMs: Number.MAX_SAFE_INTEGER,
          }),
      }),
    ],
  },
  {
    name: 'absence-is-quick',
    seed: 9,
    plenty: ['internet', 'answer-lost', 'resend'],
    behaviour: { refLookUpLag: 'forty-five-seconds' },
    belief: 'What three looks do not find within half a minute was never received.',
    replaced: [
      inModule<typeof import('#core/products/internet/kind.ts')>('#core/products/internet/kind.ts', {
        internetKind: (original) => ({ ...original, absence: { lookUps: 3, spanMs: 28_000, silentMs: 0 } }),
      }),
    ],
  },
  {
    name: 'unproven-absence',
    seed: 4,
    plenty: ['internet', 'answer-lost', 'missing-paths'],
    belief: 'A path that answers NOT_FOUND is the right path.',
    replaced: [
      inModule<typeof import('#core/sale/look-up.ts')>('#core/sale/look-up.ts', {
        createLookUps: (original) => (options) =>
          original({ ...options, repository: { ...options.repository, findNewestKnown: provenSaleOf } }),
      }),
      inModule<Kinds>('#core/products/kinds.ts', {
        kindOf: (original) => (sale) =>
          provenSales.has(sale)
            ? {
                ...original(sale),
                look: async () => ({ kind: 'found', order: uncontradicted, requestId: null }),
              }
            : original(sale),
      }),
    ],
  },
  {
    name: 'ready-is-absence',
    plenty: ['bill', 'late-request'],
    belief: 'A transaction that is still READY was not paid.',
    replaced: [
      inModule<typeof import('#core/products/bill/kind.ts')>('#core/products/bill/kind.ts', {
        billKind: (original) => ({ ...original, absence: atOnce }),
      }),
    ],
  },
  {
    name: 'cards-without-grace',
    seed: 6,
    plenty: ['gift-card', 'late-request'],
    belief: 'An order that is not in the list at once was not taken.',
    replaced: [
      inModule<typeof import('#core/products/gift-card/kind.ts')>('#core/products/gift-card/kind.ts', {
        giftCardKind: (original) => ({ ...original, absence: atOnce }),
      }),
    ],
  },
  {
    name: 'cards-without-claims',
    seed: 31,
    plenty: ['gift-card', 'psn-fr-10', 'lost-on-the-way'],
    belief: 'An order of the right thing at the right time is this one.',
    replaced: [inMatching((original) => (search) => original({ ...search, taken: new Set() }))],
  },
  {
    name: 'cards-without-rivals',
    seed: 28,
    plenty: ['gift-card', 'psn-fr-10', 'cards: 1', 'lost-on-the-way', 'answer-lost'],
    behaviour: {},
    belief: 'An order that no sale has yet is the one that is looked for.',
    replaced: [inMatching((original) => (search) => original({ ...search, rivals: [] }))],
  },
  {
    name: 'a-404-needs-its-code',
    seed: 2,
    plenty: ['internet', 'mobile', 'lost-on-the-way'],
    behaviour: { platformNotFound: 'ERR_NOT_FOUND' },
    belief: 'What is not there is answered with the code of the document.',
    replaced: [
      inModule<typeof import('#shared/service-errors.ts')>('#shared/service-errors.ts', {
        explainServiceError: (original) => (host, status, code) => original(host, status, code),
      }),
    ],
  },
  {
    name: 'clock-is-never-set',
    seed: 92,
    plenty: ['gift-card', 'psn-fr-10', 'clock misset', 'answer-lost', 'late-request', 'resend'],
    belief: 'What the service said last of its time holds until it says more.',
    replaced: [
      // An order that is listed some minutes beside its time is put before a person, whatever the clock was taken for.
      inModule<Matching>('#core/products/gift-card/match.ts', {
        listedOtherwise: (original) => (search) => ({ ...original(search), besideItsTime: [] }),
      }),
      inModule<typeof import('#core/api/server-clock.ts')>('#core/api/server-clock.ts', {
        createServerClock:
          (original) =>
          ({ nowMs }) =>
            original({ nowMs, elapsedMs: nowMs }),
      }),
    ],
  },
  {
    name: 'clock-is-right',
    seed: 81,
    plenty: ['gift-card', 'answer-lost'],
    belief: 'Two machines agree on the time.',
    replaced: [
      inModule<typeof import('#core/sale/time-window.ts')>('#core/sale/time-window.ts', {
        windowsOf: (original) => (attempts) => original(attempts.map(withoutOffset), 0),
        sureWindowsOf: (original) => (attempts) => original(attempts.map(withoutOffset), 0),
      }),
    ],
  },
]

function withoutOffset<Attempt extends { readonly serverOffsetMs: number | null }>(
  attempt: Attempt,
): Attempt {
  return { ...attempt, serverOffsetMs: 0 }
}
