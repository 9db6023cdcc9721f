/**
 * When a person may settle a doubt, and what they may say. Pure. Keeps that nobody is asked about a sale which looks will
 * settle by themselves, and that nobody says "it was not received" while a request of the sale's could still land: of gift
 * cards, another request is another order.
 */
import { type StandingDoubt, standingDoubtIn } from '#shared/doubts.ts'
import type { Candidate } from '#shared/views.ts'
import type { StoredSale } from '../journal/journal.ts'
import { outweighingDoubtOf, type SaleFacts } from './decide.ts'
import type { Look, PastAttempt } from './kinds/kind.ts'
import { kindOf } from './kinds/kinds.ts'
import { LONGEST_ATTEMPT_MS } from './kinds/time-window.ts'

/** A line that is good and looks that bring nothing which can be used: for less than this it is a passing trouble. */
const NEVER_ANSWERED_MS = 3_600_000

/** Why looks such as this one will not end the sale's doubt, however many; null where they may. */
export function standingDoubtAfter(sale: StoredSale, look: Look, facts: SaleFacts): StandingDoubt | null {
  if (sale.state !== 'in-doubt' || sale.candidates.length > 0) return null
  const outweighing = outweighingDoubtOf(sale, facts)
  // What the service said once is not unsaid by an hour in which it says nothing.
  if (look.kind === 'no-answer')
    return facts.watchedMs >= NEVER_ANSWERED_MS ? (outweighing ?? 'never-answered') : null
  if (outweighing) return outweighing
  // What may be an older sale's is settled with that sale: such a reason is none of these.
  if (look.kind === 'unclear') return standingDoubtIn(look.why) ?? null
  const isUnproven = kindOf(sale).ways(sale).includes('by-ref') && !facts.byRefProven
  return look.kind === 'absent' && isUnproven ? 'path-unproven' : null
}

/** Whether the sale stands where only a person gets it on: orders to choose between, or a doubt that looks do not end. */
export const isDecidable = ({
  state,
  candidates,
  reason,
}: Pick<StoredSale, 'state' | 'candidates' | 'reason'>): boolean =>
  state === 'in-doubt' && (candidates.length > 0 || standingDoubtIn(reason) !== undefined)

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
  const leastMs = Math.min(...attempts.map((attempt) => passedSince(attempt, elapsed)))
  return Math.max(0, spanMs - Math.max(0, leastMs, elapsed.watchedMs))
}

/**
 * The time since the attempt's end that is sure to have gone by: by the journal's times and by the service's clock,
 * whichever says less. None where the service's clock is not known of both moments: anybody may have set the machine's.
 */
function passedSince(attempt: PastAttempt, { nowMs, serverOffsetMs }: Elapsed): number {
  const { serverOffsetMs: offsetThenMs } = attempt
  if (offsetThenMs === null || serverOffsetMs === null) return 0
  const passedMs = nowMs - latestEndOf(attempt)
  return Math.min(passedMs, passedMs + serverOffsetMs - offsetThenMs)
}

/** An end that nobody saw, or that was seen by a clock which had been set back, came at the latest when a call has to end. */
const latestEndOf = ({ startedAtMs, endedAtMs }: PastAttempt): number =>
  endedAtMs !== null && endedAtMs >= startedAtMs ? endedAtMs : startedAtMs + LONGEST_ATTEMPT_MS
