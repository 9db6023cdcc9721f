/**
 * What the cashier may do about a sale that exists: send it again under the same ref, give it up, look it up now. Owns
 * the rule that each acts on the sale as it stands when nothing runs for it, and is refused in any other state.
 */
import type { AppError } from '#shared/app-error.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { SaleView, StatusView } from '#shared/views.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Clock } from '../ports.ts'
import { delayAfter } from '../schedule/cadence.ts'
import type { Scheduler } from '../schedule/scheduler.ts'
import { type SaleBook, viewOfSale } from './book.ts'
import { finalSaleStates } from './decide.ts'
import type { SaleRunner, VisitEnd } from './run.ts'

export interface SteerOptions {
  readonly book: SaleBook
  readonly runner: SaleRunner
  readonly scheduler: Scheduler<VisitEnd>
  readonly clock: Clock
  selling(): StatusView['selling']
  beginAttempt(sale: StoredSale): void
}

type Answer = Result<SaleView, AppError>

/** `sale.resend`: only an unsent sale. The request is the one that was committed, the ref with it. */
export function resendSale(
  ref: Ref,
  { book, runner, clock, selling, beginAttempt }: SteerOptions,
): Promise<Answer> {
  return runner.whenQuiet(ref, () => {
    const sale = book.read(ref)
    if (sale?.state !== 'unsent') return refuse(ref, sale, 'resend')
    const gate = selling()
    if (!gate.open) return err({ kind: 'selling-closed', why: gate.why, ref })
    const attempt = sale.attempts + 1
    const sent = book.record([{ kind: 'attempt-started', ref, attempt }], clock.nowMs())
    beginAttempt(sent)
    return ok(viewOfSale(sent))
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
