/**
 * When a person may say what became of a sale, and what they may say. Pure. Keeps that nobody is asked about a sale which
 * looks will settle by themselves, that every other is put before a person within ten minutes of a good line, and that nobody
 * says "it was not received" while a request of the sale's could still land: of gift cards, another request is another order.
 */
import { type ManualReviewReason, manualReviewReasonIn } from '#shared/decisions.ts'
import { unreachable } from '#shared/result.ts'
import { statusOf } from '#shared/states/observed.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { Candidate } from '#shared/views.ts'
import { isNotFound } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Look, PastAttempt } from '../products/kind.ts'
import { kindOf } from '../products/kinds.ts'
import { overridingReasonOf, type SaleFacts } from './decide.ts'
import { LONGEST_ATTEMPT_MS } from './time-window.ts'

/**
 * What looks have not ended in this time, and will not end by themselves, is for a person: with the looks that it takes to
 * say so nobody waits longer than ten minutes.
 */
const LOOKED_LONG_ENOUGH_MS = 9 * 60_000

const HOUR_MS = 3_600_000
/** What looks such as the last one do not end, and for how long the sale must have stood so before a person is asked. */
interface Standing {
  readonly doubt: ManualReviewReason
  readonly afterMs: number
}

/** Null where looks will end it, or where nothing is in doubt. */
export function standingAfter(sale: StoredSale, look: Look, facts: SaleFacts): Standing | null {
  if (sale.state === 'following') return standingOfAccepted(sale, look)
  return sale.state === 'in-doubt' && sale.candidates.length === 0
    ? standingOfDoubted(sale, look, facts)
    : null
}

function standingOfDoubted(sale: StoredSale, look: Look, facts: SaleFacts): Standing {
  const kind = kindOf(sale)
  // What the service said once is not unsaid by the time in which it says nothing.
  const overriding = overridingReasonOf(sale, facts)
  if (look.kind === 'no-answer') return looked(overriding ?? unansweredDoubt(look))
  const isUnproven = look.kind === 'absent' && kind.ways(sale).includes('by-ref') && !facts.byRefProven
  const named = look.kind === 'unclear' ? manualReviewReasonIn(look.why) : undefined
  const doubt = overriding ?? named ?? (isUnproven ? 'path-unproven' : undefined)
  return doubt ? { doubt, afterMs: kind.absence.spanMs } : looked('unsettled')
}

/** The service took it: what it shows now is its order, or is not. */
function standingOfAccepted({ order: { kind } }: StoredSale, look: Look): Standing {
  switch (look.kind) {
    case 'found': {
      const { contradiction, status } = look.order
      if (contradiction !== null) return looked('record-differs')
      const hours = statusOf(kind, status)?.atMostHours
      return hours === undefined ? looked('unknown-word') : { doubt: 'overdue', afterMs: hours * HOUR_MS }
    }
    case 'no-answer':
      return looked(unansweredDoubt(look))
    case 'absent':
      return looked('order-vanished')
    case 'unclear':
      return looked(manualReviewReasonIn(look.why) ?? 'unsettled')
    case 'several':
      return looked('unsettled')
    default:
      return unreachable(look)
  }
}

const looked = (doubt: ManualReviewReason): Standing => ({ doubt, afterMs: LOOKED_LONG_ENOUGH_MS })

/** A bill's transaction was there when its bills were discovered, so its kind takes "not found" for no answer. */
const unansweredDoubt = ({ failure }: Extract<Look, { kind: 'no-answer' }>): ManualReviewReason =>
  isNotFound(failure) ? 'order-vanished' : 'never-answered'

/** Whether the sale stands where only a person gets it on: orders to choose between, or a doubt that looks do not end. */
export const isDecidable = ({
  state,
  candidates,
  reason,
}: Pick<StoredSale, 'state' | 'candidates' | 'reason'>): boolean =>
  decidableStates.includes(state) && (candidates.length > 0 || manualReviewReasonIn(reason) !== undefined)

const decidableStates: readonly SaleState[] = ['in-doubt', 'following']

/** Whether these are the orders between which there is to choose, in whatever order. */
export function isSameChoice(candidates: readonly Candidate[], serviceIds: readonly string[]): boolean {
  const shown = new Set(candidates.map(({ serviceId }) => serviceId))
  return shown.size === new Set(serviceIds).size && serviceIds.every((id) => shown.has(id))
}

export interface Elapsed {
  /** By the machine's clock. */
  readonly nowMs: number
  /** By how much the service's clock is ahead of it, as an answer says by now; null where none does. */
  readonly serverOffsetMs: number | null
  /** How long this process has watched the doubt: waits that ran to their end, which no clock can change. */
  readonly watchedMs: number
}

/**
 * How long it takes until no request of the sale's can land any more: until the span after which its kind believes an order
 * absent has gone by since its last attempt. 0 where it has. What was watched counts; what a clock says alone does not.
 */
export function notReceivedWaitMs(
  sale: StoredSale,
  attempts: readonly PastAttempt[],
  elapsed: Elapsed,
): number {
  const { spanMs } = kindOf(sale).absence
  return Math.max(0, spanMs - Math.max(0, passedSinceAll(attempts, elapsed), elapsed.watchedMs))
}

/**
 * How long the sale has stood as it stands: what was watched, or what both clocks say went by, so that a restart does not
 * begin the time again. A clock that was set hurries nothing.
 */
export function unchangedForMs(sale: StoredSale, attempts: readonly PastAttempt[], elapsed: Elapsed): number {
  const unchangedMs = elapsed.nowMs - sale.changedAtMs
  return Math.max(elapsed.watchedMs, Math.min(unchangedMs, passedSinceAll(attempts, elapsed)))
}

const passedSinceAll = (attempts: readonly PastAttempt[], elapsed: Elapsed): number =>
  Math.min(...attempts.map((attempt) => passedSince(attempt, elapsed)))

/**
 * The time since the attempt's end that is sure to have gone by: by the journal's times and by the service's clock,
 * whichever says less. None where the service's clock is not known of both moments: anybody may have set the machine's.
 */
function passedSince(attempt: PastAttempt, { nowMs, serverOffsetMs }: Elapsed): number {
  const offsetsThenMs = offsetsAt(attempt)
  if (offsetsThenMs.length === 0 || serverOffsetMs === null) return 0
  const passedMs = nowMs - latestEndOf(attempt)
  return Math.min(passedMs, passedMs + serverOffsetMs - Math.max(...offsetsThenMs))
}

/** What the service's clock was ahead at an attempt; where that was in doubt, between which it was. None of a supposed attempt. */
function offsetsAt({ serverOffsetMs, otherOffsetsMs = [], isSupposed }: PastAttempt): readonly number[] {
  if (serverOffsetMs !== null) return [serverOffsetMs]
  return isSupposed ? [] : otherOffsetsMs
}

/** An end that nobody saw, or that was seen by a clock which had been set back, came at the latest when a call has to end. */
const latestEndOf = ({ startedAtMs, endedAtMs }: PastAttempt): number =>
  endedAtMs !== null && endedAtMs >= startedAtMs ? endedAtMs : startedAtMs + LONGEST_ATTEMPT_MS
