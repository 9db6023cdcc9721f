/**
 * What the cashier may do about a sale that exists: send it again under the same ref, give it up, look it up now, decide
 * what no look-up can. Owns the rule that each acts on the sale as it stands when nothing runs for it, and is refused in
 * any other state.
 */
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { finalSaleStates } from '#shared/states/sale.ts'
import type { SaleView, StatusView } from '#shared/views.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Clock } from '../ports.ts'
import { delayAfter } from '../schedule/cadence.ts'
import type { Scheduler } from '../schedule/scheduler.ts'
import { beginningOfAttempt } from './attempt.ts'
import { type SaleBook, viewOfSale } from './book.ts'
import type { Sight } from './kinds/kind.ts'
import type { SaleRunner, VisitEnd } from './run.ts'
import { isDecidable, isSameChoice, notReceivedWaitMs } from './standing-doubt.ts'

export interface SteerOptions {
  readonly book: SaleBook
  readonly sight: Sight
  readonly runner: SaleRunner
  readonly scheduler: Scheduler<VisitEnd>
  readonly clock: Clock
  selling(): StatusView['selling']
  beginAttempt(sale: StoredSale): void
  /** Has a look soon at what the journal holds under this ref. */
  lookSoon(ref: Ref): void
}

type Answer = Result<SaleView, AppError>
/** What a person decided, who and why; `seen`: the orders that they were shown, by the service's own ids. */
export type Decided = Omit<CommandInput<'sale.decide'>, 'ref'>

/**
 * `sale.resend`: only an unsent sale, and none that may be at another address. The request is the one that was committed,
 * the ref with it.
 */
export function resendSale(
  ref: Ref,
  { book, sight, runner, clock, selling, beginAttempt, lookSoon }: SteerOptions,
): Promise<Answer> {
  return runner.whenQuiet(ref, () => {
    const sale = book.read(ref)
    if (sale?.state !== 'unsent' || sight.wasSentElsewhere(sale)) return refuse(ref, sale, 'resend')
    const gate = selling()
    if (!gate.open) return err({ kind: 'selling-closed', why: gate.why, ref })
    const offsetMs = sight.client.serverOffsetMs()
    const begun = beginningOfAttempt(ref, sale.attempts + 1, offsetMs, sight.addressOf(sale.order.kind))
    try {
      const sent = book.record([begun], clock.nowMs())
      beginAttempt(sent)
      return ok(viewOfSale(sent))
    } catch (fault) {
      // Should the disk have kept the attempt all the same, nobody sends it: that look puts it in doubt, line or no line.
      lookSoon(ref)
      throw fault
    }
  })
}

/** `sale.cancel`: only an unsent sale. It goes on being looked up for a while, see sale/decide.ts. */
export function cancelSale(ref: Ref, { book, runner, scheduler, clock }: SteerOptions): Promise<Answer> {
  return runner.whenQuiet(ref, () => {
    const sale = book.read(ref)
    if (sale?.state !== 'unsent') return refuse(ref, sale, 'cancel')
    const cancelled = book.record([{ kind: 'cancelled', ref }], clock.nowMs())
    scheduler.plan(ref, delayAfter('cancelled', 0) ?? 0, 'line')
    return ok(viewOfSale(cancelled))
  })
}

/**
 * `sale.decide`: only a doubt that looks do not end, by a person who saw what there is to choose from by now. `link`: one of
 * those orders, and no other sale's; the sale follows it. `not-received`: once no request of the sale's can land any more, it
 * is unsent, and the orders that were seen are never taken for its own again. `who` and `why` are kept with what was seen.
 */
export function decideSale(ref: Ref, decided: Decided, options: SteerOptions): Promise<Answer> {
  const { book, runner, scheduler, clock } = options
  const { decision, who, why } = decided
  return runner.whenQuiet(ref, () => {
    const sale = book.read(ref)
    if (sale?.state !== 'in-doubt') return refuse(ref, sale, 'decide')
    const refusal = refusalOf(sale, decided, options)
    if (refusal) return err({ ...refusal, ref })
    const seen = [...sale.candidates]
    const after = book.record([{ kind: 'decided', ref, decision, who, why, seen }], clock.nowMs())
    scheduler.plan(ref, 0, 'line')
    return ok(viewOfSale(after))
  })
}

/** Why this cannot be decided of a sale in doubt as it stands; undefined where it can. */
function refusalOf(
  sale: StoredSale,
  { decision, seen }: Decided,
  { sight, runner, clock }: SteerOptions,
): AppError | undefined {
  const { ref, state, candidates } = sale
  if (!isSameChoice(candidates, seen)) return { kind: 'choice-changed' }
  const notNow = { kind: 'not-allowed-now', state, action: 'decide' } as const
  if (!isDecidable(sale)) return notNow
  if (decision.kind === 'link') {
    const problem = linkProblem(sale, decision.serviceId, sight)
    return problem && { kind: 'invalid-input', field: 'serviceId', problem }
  }
  const nowMs = clock.nowMs()
  const waitMs = notReceivedWaitMs(sale, sight.claimantOf(ref).attempts, {
    nowMs,
    serverOffsetMs: sight.client.serverOffsetMs(),
    watchedMs: runner.watchedMs(sale),
  })
  return waitMs > 0 ? { ...notNow, fromMs: nowMs + waitMs } : undefined
}

function linkProblem(
  { ref, candidates }: StoredSale,
  serviceId: string,
  { claimed }: Sight,
): 'not-a-candidate' | 'taken' | undefined {
  if (!candidates.some((candidate) => candidate.serviceId === serviceId)) return 'not-a-candidate'
  return claimed([serviceId], ref).has(serviceId) ? 'taken' : undefined
}

/** `sale.look-up`: any sale that may still change, unless its attempt is on its way. Joins a look under way. */
export async function lookUpSale(ref: Ref, { book, runner, scheduler }: SteerOptions): Promise<Answer> {
  const sale = book.read(ref)
  if (!sale || finalSaleStates.includes(sale.state) || runner.isSending(ref))
    return refuse(ref, sale, 'look-up')
  const end = await scheduler.visitNow(ref)
  if (end?.error) return err(end.error)
  const after = book.read(ref)
  return after ? ok(viewOfSale(after)) : refuse(ref, after, 'look-up')
}

function refuse(ref: Ref, sale: StoredSale | undefined, action: string): Result<never, AppError> {
  return sale
    ? err({ kind: 'not-allowed-now', state: sale.state, action, ref })
    : err({ kind: 'sale-not-found', ref })
}
