/**
 * What the cashier may do about a sale that exists: send it again under the same ref, give it up, look it up now, decide
 * what no look-up can. Owns the rule that each acts on the sale as it stands when nothing runs for it, and is refused in
 * any other state.
 */
import type { AppError } from '#shared/app-error.ts'
import { productOf } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { finalSaleStates } from '#shared/states/sale.ts'
import type { SaleView, StatusView } from '#shared/views.ts'
import type { ServiceClient } from '../api/client.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Clock } from '../ports.ts'
import type { MatchContext } from '../products/kind.ts'
import { delayAfter } from '../schedule/cadence.ts'
import type { Scheduler } from '../schedule/scheduler.ts'
import { type Actor, signedBy } from '../till/actor.ts'
import { beginningOfAttempt } from './attempt.ts'
import { type Asked, askOnce, type Decided, notYetAsked, refusalOf } from './check-decision.ts'
import { isDecidable } from './manual-review.ts'
import type { RunEnd, SaleRunner } from './run.ts'
import { type SaleRepository, viewOfSale } from './sale-repository.ts'

export interface CashierActionOptions {
  readonly repository: SaleRepository
  readonly client: ServiceClient
  readonly matchContext: MatchContext
  readonly runner: SaleRunner
  readonly scheduler: Scheduler<RunEnd>
  readonly clock: Clock
  selling(): StatusView['selling']
  beginAttempt(sale: StoredSale): void
  /** Has a look soon at what the journal holds under this ref. */
  lookSoon(ref: Ref): void
}

type Answer = Result<SaleView, AppError>

/**
 * `sale.resend`: only an unsent sale, and none that may be at another address. The request is the one that was committed,
 * the ref with it. One that may have been taken without a name is looked for once more before.
 */
export async function resendSale(ref: Ref, actor: Actor, options: CashierActionOptions): Promise<Answer> {
  const { repository, client, matchContext, runner, clock, selling, beginAttempt, lookSoon } = options
  const refusal = await lookBeforeResend(ref, options)
  if (refusal) return refusal
  return runner.whenQuiet(ref, () => {
    const sale = repository.read(ref)
    if (sale?.state !== 'unsent' || matchContext.wasSentElsewhere(sale)) return refuse(ref, sale, 'resend')
    const gate = selling()
    if (!gate.open) return err({ kind: 'selling-closed', why: gate.why, ref })
    const address = matchContext.addressOf(sale.order.kind)
    const attempt = beginningOfAttempt(ref, sale.attempts + 1, client, address)
    const begun = { ...attempt, ...signedBy(actor, undefined) }
    try {
      const sent = repository.record([begun], clock.nowMs())
      beginAttempt(sent)
      return ok(viewOfSale(sent))
    } catch (fault) {
      // Should the disk have kept the attempt all the same, nobody sends it: that look puts it in doubt, line or no line.
      lookSoon(ref)
      throw fault
    }
  })
}

/**
 * Asks the service at this moment, however long ago the sale was found absent: nothing distinguishes a second order without a
 * name from the first, and a list may show one late. What that look finds is no longer unsent. Answers why it could not be asked.
 */
async function lookBeforeResend(
  ref: Ref,
  { repository, scheduler }: Pick<CashierActionOptions, 'repository' | 'scheduler'>,
): Promise<Result<never, AppError> | undefined> {
  const sale = repository.read(ref)
  if (sale?.state !== 'unsent' || !sale.everDoubted || productOf(sale.order).isNamed) return undefined
  const end = await scheduler.visitNow(ref)
  if (!end) return err({ kind: 'internal', ref })
  return end.error && err(end.error)
}

/** `sale.cancel`: only an unsent sale. It goes on being looked up for a while, see sale/decide.ts. */
export function cancelSale(
  ref: Ref,
  actor: Actor,
  { repository, runner, scheduler, clock }: CashierActionOptions,
): Promise<Answer> {
  return runner.whenQuiet(ref, () => {
    const sale = repository.read(ref)
    if (sale?.state !== 'unsent') return refuse(ref, sale, 'cancel')
    const cancelled = repository.record(
      [{ kind: 'cancelled', ref, ...signedBy(actor, undefined) }],
      clock.nowMs(),
    )
    scheduler.plan(ref, delayAfter('cancelled', 0) ?? 0, 'line')
    return ok(viewOfSale(cancelled))
  })
}

/**
 * `sale.decide`: only what looks do not end, by a person who saw what there is to choose from by now. `link`: one of those
 * orders, and no other sale's; the sale follows it. `not-received`: once no request of the sale's can land any more, it is
 * unsent, and the orders that were seen are never taken for its own again. `delivered`, `partly-delivered`, `refunded`: the
 * sale ends by that person's word, and goes on being looked up for a while. The service is asked once more before any of them
 * is recorded, see sale/check-decision.ts. `who` and `why` are kept with what was seen.
 */
export async function decideSale(ref: Ref, decided: Decided, options: CashierActionOptions): Promise<Answer> {
  const { repository, runner, scheduler, clock } = options
  const { decision, who, approvedBy, why } = decided
  const asked = await runner.whenQuiet(ref, () => {
    const sale = checkDecision(ref, decided, options)
    return sale.ok ? askOnce(sale.value, decided, options) : sale
  })
  if ('ok' in asked) return asked
  // Anything may have changed while the service was asked.
  return runner.whenQuiet(ref, () => {
    const sale = checkDecision(ref, decided, options, asked)
    if (!sale.ok) return sale
    const seen = [...sale.value.candidates]
    const signed = { who, ...(approvedBy !== undefined && { approvedBy }), why }
    const after = repository.record([{ kind: 'decided', ref, decision, ...signed, seen }], clock.nowMs())
    scheduler.plan(ref, 0, 'line')
    return ok(viewOfSale(after))
  })
}

function checkDecision(
  ref: Ref,
  decided: Decided,
  options: CashierActionOptions,
  asked?: Asked,
): Result<StoredSale, AppError> {
  const sale = options.repository.read(ref)
  // A doubt with another choice by now is refused for that; what is not in doubt has to be left to a person.
  if (!sale || (sale.state !== 'in-doubt' && !isDecidable(sale))) return refuse(ref, sale, 'decide')
  const refusal = refusalOf(sale, decided, asked ?? notYetAsked(sale, options), options)
  return refusal ? err({ ...refusal, ref }) : ok(sale)
}

/** `sale.look-up`: any sale that may still change, unless its attempt is on its way. Joins a look under way. */
export async function lookUpSale(
  ref: Ref,
  { repository, runner, scheduler }: CashierActionOptions,
): Promise<Answer> {
  const sale = repository.read(ref)
  if (!sale || finalSaleStates.includes(sale.state) || runner.isSending(ref))
    return refuse(ref, sale, 'look-up')
  const end = await scheduler.visitNow(ref)
  if (end?.error) return err(end.error)
  const after = repository.read(ref)
  return after ? ok(viewOfSale(after)) : refuse(ref, after, 'look-up')
}

function refuse(ref: Ref, sale: StoredSale | undefined, action: string): Result<never, AppError> {
  return sale
    ? err({ kind: 'not-allowed-now', state: sale.state, action, ref })
    : err({ kind: 'sale-not-found', ref })
}
