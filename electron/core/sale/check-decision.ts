/**
 * Whether what a person decided of a sale can stand. Keeps that it stands on what the service says at that moment:
 * the service is asked once more before anything is recorded, and an order that cannot be the sale's is never linked, for
 * a link is for good.
 */
import type { AppError } from '#shared/app-error.ts'
import { type Decision, isPartOf } from '#shared/decisions.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { type Order, productOf } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { callError } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Clock } from '../ports.ts'
import { isOfAnotherName, type Look, type MatchContext } from '../products/kind.ts'
import { kindOf } from '../products/kinds.ts'
import type { Scheduler } from '../schedule/scheduler.ts'
import type { Signature } from '../till/actor.ts'
import { isDecidable, isSameChoice, notReceivedWaitMs } from './manual-review.ts'
import type { RunEnd, SaleRunner } from './run.ts'

/**
 * What a person decided, who and why; `seen`: the orders that they were shown, by the service's own ids. `approvedBy`: the
 * owner, where it took one.
 */
export type Decided = Omit<CommandInput<'sale.decide'>, 'ref'> & Pick<Signature, 'approvedBy'>

export interface CheckOptions {
  readonly matchContext: MatchContext
  readonly runner: Pick<SaleRunner, 'watchedMs'>
  readonly scheduler: Pick<Scheduler<RunEnd>, 'visitNow'>
  readonly clock: Clock
}

/** The moment at which the service was asked, or is about to be, and what it says against the decision. */
export interface Asked {
  readonly atMs: number
  /** How long the doubt had been watched by then. */
  readonly watchedMs: number
  readonly error: AppError | undefined
}

/** The moment before the service is asked. */
export const notYetAsked = (sale: StoredSale, { clock, runner }: CheckOptions): Asked => ({
  ...{ atMs: clock.nowMs(), watchedMs: runner.watchedMs(sale), error: undefined },
})

/** Asks the service what bears on the decision: the order that is linked by its id, or one more look at the sale. */
export async function askOnce(
  sale: StoredSale,
  { decision }: Decided,
  options: CheckOptions,
): Promise<Asked> {
  const { matchContext, scheduler } = options
  const asked = notYetAsked(sale, options)
  if (decision.kind === 'link') {
    const look = await kindOf(sale).lookToLink?.(sale, decision.serviceId, matchContext)
    return { ...asked, error: look ? linkRefusal(look) : unusableId('not-a-candidate') }
  }
  const end = await scheduler.visitNow(sale.ref)
  return { ...asked, error: end ? end.error : { kind: 'internal' } }
}

function linkRefusal(look: Look): AppError | undefined {
  // Under this id the service has another order, which may be another sale's: to try again would not help.
  if (isOfAnotherName(look)) return unusableId('contradicts')
  if (look.kind === 'no-answer') return callError(look.failure)
  // What may be another's now may be distinguished later.
  if (look.kind === 'unclear') return { kind: 'choice-changed' }
  if (look.kind !== 'found') return unusableId('not-a-candidate')
  const { contradiction, namesOtherwise } = look.order
  // The id is a person's word and not the service's: the thing itself has to fit.
  return contradiction === null && namesOtherwise === undefined ? undefined : unusableId('contradicts')
}

const unusableId = (problem: 'not-a-candidate' | 'taken' | 'contradicts'): AppError => ({
  ...{ kind: 'invalid-input', field: 'serviceId', problem },
})

/**
 * Why this cannot be decided of a sale as it stands; undefined where it can. `link`: one of the orders that were shown, and no
 * other sale's. `partly-delivered`: fewer than were ordered. `not-received` and `refunded`: where no request of the sale's can
 * land any more. Of a choice anything else than a link only by a look that was answered. What the service accepted it has received.
 */
export function refusalOf(
  sale: StoredSale,
  { decision, seen }: Decided,
  asked: Asked,
  { matchContext }: CheckOptions,
): AppError | undefined {
  const { ref, state, candidates } = sale
  if (!isSameChoice(candidates, seen)) return { kind: 'choice-changed' }
  const notNow = { kind: 'not-allowed-now', state, action: 'decide' } as const
  if (!isDecidable(sale)) return notNow
  if (decision.kind === 'partly-delivered' && !isCountable(decision, sale.order)) return notAPart
  if (decision.kind === 'link')
    return linkProblem(ref, decision.serviceId, candidates, matchContext) ?? asked.error
  if (asked.error && candidates.length > 0) return asked.error
  // Of what was delivered, or was accepted once, no request is awaited.
  if (deliveries.includes(decision.kind) || (state === 'following' && decision.kind === 'refunded'))
    return undefined
  if (state === 'following') return notNow
  const waitMs = notReceivedWaitMs(sale, matchContext.claimantOf(ref).attempts, {
    nowMs: asked.atMs,
    // Without an answer nobody knows whether the clock was set since the last one.
    serverOffsetMs: asked.error === undefined ? matchContext.client.serverOffsetMs() : null,
    watchedMs: asked.watchedMs,
  })
  return waitMs > 0 ? { ...notNow, fromMs: asked.atMs + waitMs } : undefined
}

/** What a person says that came, in whole or in part. */
const deliveries: readonly Decision['kind'][] = ['delivered', 'partly-delivered']

/** Of several parts alone some may come. */
function isCountable({ count }: Extract<Decision, { kind: 'partly-delivered' }>, order: Order): boolean {
  const parts = productOf(order).partsOf(order)
  return parts !== null && isPartOf(count, parts)
}

const notAPart: AppError = { kind: 'invalid-input', field: 'count', problem: 'not-a-part' }

function linkProblem(
  ref: Ref,
  serviceId: string,
  candidates: StoredSale['candidates'],
  { claimed }: MatchContext,
): AppError | undefined {
  if (!candidates.some((candidate) => candidate.serviceId === serviceId)) return unusableId('not-a-candidate')
  return claimed([serviceId], ref).has(serviceId) ? unusableId('taken') : undefined
}
