/** Faults in the tables that say what the service's words and error codes mean. */
import type { OrderKind } from '#shared/products/orders.ts'
import type { ServiceErrorCode, ServiceErrorRow } from '#shared/service-errors.ts'
import type { SaleEvent } from '#shared/states/sale.ts'
import { inModule, type Replacement } from '../../support/replaced-exports.ts'
import type { Mutation } from './mutation.ts'

/** The code is believed as an answer that took no money and ends the sale. */
function refusalOn(code: ServiceErrorCode): Replacement {
  const asRefusal = (row: ServiceErrorRow): ServiceErrorRow =>
    row.code === code ? { ...row, on: 'any', money: 'no', resend: 'never' } : row
  const changed = (row: ServiceErrorRow | undefined) => row && asRefusal(row)
  return inModule<typeof import('#shared/service-errors.ts')>('#shared/service-errors.ts', {
    serviceErrors: (rows) => rows.map(asRefusal),
    findServiceError: (original) => (host, named) => changed(original(host, named)),
    explainServiceError: (original) => (host, status, named, codeOfStatus) =>
      changed(original(host, status, named, codeOfStatus)),
  })
}

/** The word of this kind of sale is taken for another event. */
const wordAs = (kind: OrderKind, word: string, event: SaleEvent): Replacement =>
  inModule<typeof import('#shared/states/observed.ts')>('#shared/states/observed.ts', {
    eventOfStatus: (original) => (ofKind, status) =>
      ofKind === kind && status === word ? event : original(ofKind, status),
  })

/** Words that the tables know as open without an end in sight. */
const knownUnknowns = ['UNKNOWN', 'UNKNOWN_ERROR']

export const mutationsOfWords: readonly Mutation[] = [
  {
    name: 'internal-error-is-refusal',
    seed: 2,
    plenty: ['internal-error'],
    belief: 'A service that answers 500 has done nothing.',
    replaced: [refusalOn('INTERNAL_SERVER_ERROR')],
  },
  {
    name: 'duplicated-ref-is-refusal',
    seed: 5,
    plenty: ['internet', 'mobile', 'twice'],
    belief: 'A ref that was used before was used by somebody else.',
    replaced: [refusalOn('DUPLICATED_REF')],
  },
  {
    name: 'unknown-word-is-failure',
    plenty: ['strange-words'],
    belief: 'A status that the tables do not know means that it went wrong.',
    replaced: [
      inModule<typeof import('#shared/states/observed.ts')>('#shared/states/observed.ts', {
        eventOfStatus:
          (original, { phaseOf }) =>
          (kind, status) =>
            phaseOf('following', kind, status) === 'unknown' && !knownUnknowns.includes(status)
              ? 'found-refunded'
              : original(kind, status),
      }),
    ],
  },
  {
    name: 'failed-is-paid',
    plenty: ['bill'],
    belief: 'A payment that has ended is paid.',
    replaced: [wordAs('bill', 'FAILED', 'found-fulfilled')],
  },
  {
    name: 'unknown-error-is-refusal',
    plenty: ['mobile'],
    belief: 'An error is an error.',
    replaced: [wordAs('mobile', 'UNKNOWN_ERROR', 'found-failed')],
  },
  {
    name: 'unknown-bill-is-refusal',
    plenty: ['bill'],
    belief: 'What is not confirmed was not paid.',
    replaced: [wordAs('bill', 'UNKNOWN', 'found-failed')],
  },
  {
    name: 'refund-is-delivery',
    plenty: ['internet'],
    belief: 'An order that has ended was delivered.',
    replaced: [wordAs('internet', 'REFUNDED', 'found-fulfilled')],
  },
  {
    name: 'part-is-whole',
    plenty: ['gift-card'],
    belief: 'Cards were delivered.',
    replaced: [wordAs('gift-card', 'PARTIALLY_FILLED', 'found-fulfilled')],
  },
]
