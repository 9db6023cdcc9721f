/** Faults in what a refusal proves: another delivery of the same request may have been taken. */
import { inModule } from '../../support/replaced-exports.ts'
import type { Mutation } from './mutation.ts'

type Attempt = typeof import('#core/sale/attempt.ts')
type EntryOf = Attempt['entryOfAttempt']

const inAttempts = (change: (original: EntryOf) => EntryOf) =>
  inModule<Attempt>('#core/sale/attempt.ts', { entryOfAttempt: change })

export const mutationsOfRefusing: readonly Mutation[] = [
  {
    name: 'refusal-of-the-moment-is-final',
    seed: 2,
    plenty: ['copy-refused'],
    behaviour: {},
    belief: 'What was refused was not taken.',
    replaced: [
      inAttempts((original) => (sale, outcome, look) => {
        if (outcome.kind !== 'refused') return original(sale, outcome, look)
        const { ref, attempts: attempt } = sale
        const { code, message } = outcome.refusal
        const { requestId } = outcome.evidence
        return { kind: 'refused', ref, attempt, code, message, requestId }
      }),
    ],
  },
  {
    name: 'busy-is-not-sent',
    seed: 2,
    plenty: ['copy-refused'],
    behaviour: {},
    belief: 'A service that is too busy for a request has not had it.',
    replaced: [
      inAttempts((original) => (sale, outcome, look) => {
        const isBusy = outcome.kind === 'refused' && outcome.refusal.meaning.resend === 'same-ref'
        return isBusy
          ? { kind: 'not-sent', ref: sale.ref, attempt: sale.attempts, reason: outcome.refusal.code }
          : original(sale, outcome, look)
      }),
    ],
  },
  {
    name: 'refusal-needs-no-look',
    seed: 8,
    plenty: ['bill', 'copy-called-wrong', 'rough'],
    behaviour: {},
    belief: 'A request that is wrong is wrong.',
    replaced: [inAttempts((original) => (sale, outcome) => original(sale, outcome, undefined))],
  },
  {
    name: 'refused-is-forgotten',
    seed: 3,
    plenty: ['bill', 'copy-called-wrong', 'rough'],
    behaviour: { paymentLag: 'minute' },
    belief: 'What was refused, and was not there, never comes.',
    replaced: [
      inModule<typeof import('#core/sale/decide.ts')>('#core/sale/decide.ts', {
        decideEffect: (original) => (sale, facts) =>
          sale.state === 'refused' ? { kind: 'rest' } : original(sale, facts),
      }),
    ],
  },
]
