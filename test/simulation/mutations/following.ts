/** Faults in how a sale is followed once it has left: what is looked up, for how long, and what a restart takes up again. */
import { inModule, type Replacement } from '../../support/replaced-exports.ts'
import type { Mutation } from './mutation.ts'

type Cadence = typeof import('#core/schedule/cadence.ts')
type Recovery = typeof import('#core/sale/recover.ts')
type Decisions = typeof import('#core/sale/decide.ts')

const inCadence = (change: (original: Cadence['delayAfter']) => Cadence['delayAfter']): Replacement =>
  inModule<Cadence>('#core/schedule/cadence.ts', { delayAfter: change })

const inRecovery = (change: (original: Recovery['recoverSales']) => Recovery['recoverSales']): Replacement =>
  inModule<Recovery>('#core/sale/recover.ts', { recoverSales: change })

const inDecisions = (
  change: (effect: ReturnType<Decisions['decideEffect']>, state: string) => typeof effect,
): Replacement =>
  inModule<Decisions>('#core/sale/decide.ts', {
    decideEffect: (original) => (sale, facts) => change(original(sale, facts), sale.state),
  })

const LONGEST_WAIT_MS = 10 * 60_000

export const mutationsOfFollowing: readonly Mutation[] = [
  {
    name: 'no-recovery',
    belief: 'What was open comes up by itself.',
    replaced: [inRecovery(() => () => undefined)],
  },
  {
    name: 'send-again-at-start',
    belief: 'An attempt that a crash cut off is sent again.',
    replaced: [
      inRecovery((original) => (options) => {
        const { journal } = options
        const listSales: typeof journal.listSales = (filter) =>
          filter.states?.includes('sending') ? [] : journal.listSales(filter)
        original({ ...options, journal: { ...journal, listSales } })
      }),
      inModule<typeof import('#core/sale/run.ts')>('#core/sale/run.ts', {
        createSaleRunner: (original) => (options) => {
          const runner = original(options)
          const visit: typeof runner.visit = (ref, ...more) => {
            const sale = options.repository.read(ref)
            const isCutOff = sale?.state === 'sending' && !runner.isSending(ref)
            return isCutOff ? runner.send(sale) : runner.visit(ref, ...more)
          }
          return { ...runner, visit }
        },
      }),
    ],
  },
  {
    name: 'interrupted-is-not-sent',
    seed: 3,
    belief: 'An attempt that a crash interrupted never left.',
    replaced: [
      inRecovery((original) => (options) => {
        const { repository } = options
        const record: typeof repository.record = ([body], atMs) => {
          const attempt = repository.read(body.ref)?.attempts ?? 1
          return repository.record([{ kind: 'not-sent', ref: body.ref, attempt, reason: 'closed' }], atMs)
        }
        original({ ...options, repository: { ...repository, record } })
      }),
    ],
  },
  {
    name: 'cancelled-is-forgotten',
    seed: 9,
    plenty: ['internet', 'mobile', 'very-late-request', 'cancel'],
    belief: 'What the cashier gave up is over.',
    replaced: [
      inDecisions((effect, state) =>
        state === 'cancelled' && effect.kind === 'look-up' ? { kind: 'rest' } : effect,
      ),
    ],
  },
  {
    name: 'cancelled-is-not-taken-up',
    seed: 9,
    plenty: ['internet', 'mobile', 'very-late-request', 'cancel', 'rough'],
    belief: 'A start takes up what is open, and what was given up is not.',
    replaced: [
      inRecovery((original) => (options) => {
        const { journal } = options
        const listRefs: typeof journal.listRefs = (filter) =>
          filter.states.includes('cancelled') ? [] : journal.listRefs(filter)
        original({ ...options, journal: { ...journal, listRefs } })
      }),
    ],
  },
  {
    name: 'unsent-is-forgotten',
    seed: 18,
    plenty: ['internet', 'mobile', 'very-late-request'],
    belief: 'What was not found once will never be.',
    replaced: [
      inCadence((original) => (phase, looks) => (phase === 'unsent' ? undefined : original(phase, looks))),
    ],
  },
  {
    name: 'queue-is-given-up',
    seed: 72,
    plenty: ['internet', 'slow-service'],
    belief: 'An order that takes an hour has failed.',
    replaced: [
      inCadence((original) => (phase, looks) => {
        const delayMs = original(phase, looks)
        return phase === 'queued' && delayMs === LONGEST_WAIT_MS ? undefined : delayMs
      }),
    ],
  },
  {
    name: 'failed-look-is-the-last',
    seed: 7,
    belief: 'A service that does not answer now will not answer later.',
    replaced: [
      inModule<typeof import('#core/sale/run.ts')>('#core/sale/run.ts', {
        createSaleRunner: (original) => (options) => {
          const runner = original(options)
          return {
            ...runner,
            async visit(ref, waitedMs, swept) {
              const end = await runner.visit(ref, waitedMs, swept)
              return end.error ? { ...end, nextDelayMs: undefined } : end
            },
          }
        },
      }),
    ],
  },
  {
    name: 'accepted-is-fulfilled',
    belief: 'What the service has taken it delivers.',
    replaced: [
      inModule<typeof import('#shared/states/sale.ts')>('#shared/states/sale.ts', {
        nextSaleState: (original) => (from, on) =>
          original(from, on) === 'following' && on === 'accepted' ? 'fulfilled' : original(from, on),
      }),
    ],
  },
  {
    name: 'debit-is-the-price',
    plenty: ['gift-card'],
    belief: 'What was ordered is what was debited.',
    replaced: [
      inModule<typeof import('#core/sale/observe.ts')>('#core/sale/observe.ts', {
        observe: (original) => (sale, found, requestId) => {
          const { details } = found
          const debitCentimes = details.debitCentimes === null ? null : sale.costCentimes
          return original(sale, { ...found, details: { ...details, debitCentimes } }, requestId)
        },
      }),
    ],
  },
  {
    name: 'attempt-without-end',
    belief: 'How an attempt ended can be read from the sale.',
    replaced: [
      inModule<typeof import('#core/journal/attempts.ts')>('#core/journal/attempts.ts', {
        writeAttempt: (original) => (db, attempt) => original(db, { ...attempt, outcome: null }),
      }),
    ],
  },
  {
    name: 'refusal-is-not-projected',
    plenty: ['refused'],
    belief: 'The entry of a refusal is enough.',
    replaced: [
      inModule<typeof import('#core/journal/project.ts')>('#core/journal/project.ts', {
        projectEntries: (original) => (db, entries) =>
          original(
            db,
            entries.filter(({ body }) => body.kind !== 'refused'),
          ),
      }),
    ],
  },
  {
    name: 'day-list-is-cut',
    belief: 'Nobody looks at more than the last eight sales.',
    replaced: [
      inModule<typeof import('#core/sale/sale-service.ts')>('#core/sale/sale-service.ts', {
        createSaleService: (original) => (options) => {
          const service = original(options)
          return { ...service, listSales: () => service.listSales().slice(0, 8) }
        },
      }),
    ],
  },
]
