/** Faults in the comparison of the books, and in the pace at which the service is asked at all. */
import { inModule } from '../../support/replaced-exports.ts'
import type { Mutation } from './mutation.ts'

type Rate = typeof import('#core/api/rate.ts')

const compared = ['own-account', 'comparison'] as const

/** Above this share of the limit nothing waits for the window. */
const PLENTY_LEFT = 30

export const mutationsOfBooks: readonly Mutation[] = [
  {
    name: 'movements-have-names',
    plenty: compared,
    behaviour: { historyObject: 'absent', historyNote: 'absent' },
    belief: 'A movement of the account names what it is of.',
    replaced: [
      inModule<typeof import('#core/reconciliation/attribution.ts')>('#core/reconciliation/attribution.ts', {
        attribute: (_original, { noAttribution }) =>
          function* () {
            yield
            return noAttribution
          },
      }),
    ],
  },
  {
    name: 'refunds-have-words-of-their-own',
    plenty: compared,
    behaviour: { historyWords: 'one-word', historyOperation: 'absent', historyBalances: 'absent' },
    belief: 'What is listed under the word of a payment went out.',
    replaced: [
      inModule<typeof import('#core/reconciliation/sides.ts')>('#core/reconciliation/sides.ts', {
        movementSide: (original) => (record) => {
          const { isOutByWord: _, ...side } = original(record)
          return side
        },
      }),
    ],
  },
  {
    name: 'journal-was-begun-by-the-clock-of-now',
    seed: 9,
    plenty: [...compared, 'mobile', 'other-till', 'set clock', 'by hours'],
    behaviour: {},
    belief: 'The clock that dated the journal’s beginning is the one that is shown now.',
    replaced: [
      inModule<typeof import('#core/journal/reconciled.ts')>('#core/journal/reconciled.ts', {
        reconciledIn: (original) => (db) => {
          const reconciled = original(db)
          return { ...reconciled, earliestBirthMs: (offsetMs) => reconciled.createdAtMs + offsetMs }
        },
      }),
    ],
  },
  {
    name: 'reset-is-believed',
    seed: 2,
    behaviour: { rateReset: 'hour-ahead', rateWindow: 'quarter-hour' },
    belief: 'The service knows when its window ends.',
    replaced: [
      inModule<Rate>('#core/api/rate.ts', {
        createRateMeter: (original) => (clock) => {
          const meter = original(clock)
          let heldUntilMs = 0
          return {
            ...meter,
            begin(host) {
              const end = meter.begin(host)
              return (result, serverTimeMs) => {
                end(result, serverTimeMs)
                const headers = result.kind === 'not-sent' ? {} : result.headers
                const resetMs = Number(headers['x-ratelimit-reset']) * 1_000
                if (Number(headers['x-ratelimit-remaining']) < PLENTY_LEFT)
                  heldUntilMs = clock.elapsedMs() + resetMs - (serverTimeMs ?? clock.nowMs())
              }
            },
            backgroundWaitMs: (urgency) =>
              Math.max(meter.backgroundWaitMs(urgency), heldUntilMs - clock.elapsedMs()),
          }
        },
      }),
    ],
  },
  {
    name: 'pause-is-by-the-wall-clock',
    seed: 9,
    plenty: ['too-many', 'clock set'],
    behaviour: { rateWindow: 'quarter-hour' },
    belief: 'A pause that an answer states lasts until the clock says so.',
    replaced: [
      inModule<Rate>('#core/api/rate.ts', {
        createRateMeter: (original) => (clock) => original({ ...clock, elapsedMs: clock.nowMs }),
      }),
    ],
  },
]
