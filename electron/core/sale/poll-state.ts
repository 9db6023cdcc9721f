/**
 * What this process remembers of a sale between two looks, and the journal does not hold: forgotten at a restart, when
 * counting begins again. Counters belong to one phase; a change of phase sets them to nothing.
 */
import { endsByDecision } from '#shared/decisions.ts'
import type { Ref } from '#shared/ref.ts'
import { phaseOf } from '#shared/states/observed.ts'
import type { SaleEntryBody } from '../journal/entry.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { PaceName } from '../schedule/cadence.ts'
import type { SaleFacts } from './decide.ts'
import { lacksOfDelivery, mayBeRefundedLate } from './delivery.ts'
import { isDecidable } from './manual-review.ts'

export interface PollState {
  isSending: boolean
  /** How the attempt ended, where the disk refused to take it. */
  unrecorded: SaleEntryBody | null
  phase: PaceName | null
  looks: number
  notFoundLookUps: number
  watchedMs: number
  /** How many of the last looks in a row brought what looks do not end. */
  doubtfulLooks: number
  /** When the first of them was, by elapsed time; null where there is none. */
  doubtfulSinceMs: number | null
  /** Not a counter: it holds for as long as this sale is remembered. */
  strangerFound: boolean
}

export interface PollStates {
  /** The memory of this sale, its counters set back where its phase has changed. */
  of(sale: StoredSale): PollState
  /** Whether this process has sent the sale's last attempt, and waits for its end. */
  isSending(ref: Ref): boolean
  forget(ref: Ref): void
}

export function createPollStates(): PollStates {
  const pollStates = new Map<Ref, PollState>()
  return {
    of(sale) {
      const poll = pollStates.get(sale.ref) ?? blank()
      pollStates.set(sale.ref, poll)
      const phase = paceOf(sale)
      if (poll.phase !== phase) Object.assign(poll, noCounts, { phase })
      return poll
    },
    isSending: (ref) => pollStates.get(ref)?.isSending ?? false,
    forget: (ref) => void pollStates.delete(ref),
  }
}

/** By what the waits between looks at this sale go. */
function paceOf(sale: StoredSale): PaceName {
  if (endsByDecision(sale)) return 'decided'
  if (sale.state === 'in-doubt' && isDecidable(sale)) return 'undecided'
  if (lacksOfDelivery(sale)) return 'undelivered-rest'
  return mayBeRefundedLate(sale) ? 'refundable' : phaseOf(sale.state, sale.order.kind, sale.serverStatus)
}

const noCounts = {
  looks: 0,
  notFoundLookUps: 0,
  watchedMs: 0,
  doubtfulLooks: 0,
  doubtfulSinceMs: null,
} as const

const blank = (): PollState => ({
  isSending: false,
  unrecorded: null,
  phase: null,
  ...noCounts,
  strangerFound: false,
})

export const factsOf = (poll: PollState, byRefProven: boolean): SaleFacts => ({
  isSending: poll.isSending,
  unrecorded: poll.unrecorded !== null,
  looks: poll.looks,
  notFoundLookUps: poll.notFoundLookUps,
  strangerFound: poll.strangerFound,
  watchedMs: poll.watchedMs,
  byRefProven,
})
