/**
 * What a start finds of earlier runs. Invariant: an attempt whose process is gone is in doubt before anything else happens
 * to it, and every sale that may still change is planned.
 */
import { type OrderKind, orderKinds } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import { RESTORED_REASON } from '../journal/losses.ts'
import { deliveredStates } from '../journal/next-sale.ts'
import type { Clock, Log } from '../ports.ts'
import type { MatchContext } from '../products/kind.ts'
import { refundableKinds } from '../products/kinds.ts'
import type { Needs } from '../schedule/scheduler.ts'
import { ELSEWHERE_REASON, RESTART_REASON } from './decide.ts'
import { lacksOfDelivery, mayBeRefundedLate } from './delivery.ts'
import { isDecidable } from './manual-review.ts'
import type { SaleRepository } from './sale-repository.ts'

/** The journal's own bounds: on a list of sales, of which a dead process leaves few, and on one of refs. */
const MAX_INTERRUPTED = 10_000
const MAX_RECOVERED = 100_000
/**
 * A cancelled or refused sale, or one that ended by a person's word, is taken up again for this long. Much longer than it is
 * watched: a request may land while the counter is closed, and a counter may be closed for weeks.
 */
const WATCHED_TAKEN_UP_MS = 30 * 24 * 3_600_000
/** The same for a sale that lacks something of its delivery: whoever was owed its codes knows by then to have them read. */
const DELIVERED_TAKEN_UP_MS = 24 * 3_600_000
/** The same for one whose money may still come back, before the counter last ran: it may have come while it was closed. */
const REFUNDABLE_TAKEN_UP_MS = 7 * 24 * 3_600_000

interface RecoverOptions {
  readonly journal: Journal
  readonly repository: SaleRepository
  readonly matchContext: MatchContext
  readonly clock: Clock
  readonly log: Log
  plan(ref: Ref, delayMs: number, needs: Needs): void
}

/** Called once, before any command. Makes no call: what it plans waits for the line. */
export function recoverSales({ journal, repository, matchContext, clock, log, plan }: RecoverOptions): void {
  const nowMs = clock.nowMs()
  const ranUntilMs = Math.min(nowMs, journal.readLastEntry()?.atMs ?? nowMs)
  const interrupted = journal.listSales({ states: ['sending'], limit: MAX_INTERRUPTED })
  for (const sale of interrupted) doubt(sale, RESTART_REASON, repository, nowMs, log)
  for (const sale of listElsewhere(journal, matchContext))
    doubt(sale, ELSEWHERE_REASON, repository, nowMs, log)

  // The refs alone: there may be very many, and each sale is read when its turn has come.
  const open = journal.listRefs({ states: openSaleStates, limit: MAX_RECOVERED })
  // What the disk would not take just now. A visit of any other sale needs the line.
  const stillSending = new Set(journal.listRefs({ states: ['sending'], limit: MAX_INTERRUPTED }))
  // A sale of the future was given up before the clock was set back: it is watched as well.
  const changedSinceMs = Math.max(0, nowMs - WATCHED_TAKEN_UP_MS)
  const watched = journal.listRefs({
    ...{ states: ['cancelled', 'refused'], changedSinceMs, limit: MAX_RECOVERED },
  })
  if (open.length === MAX_RECOVERED) log.write('error', 'more open sales than can be followed', {})
  const decided = journal.listDecided(changedSinceMs).map(({ ref }) => ref)
  const delivered = listDelivered(journal, nowMs, ranUntilMs)
  for (const ref of [...open, ...watched, ...decided, ...delivered])
    plan(ref, 0, stillSending.has(ref) ? 'nothing' : 'line')
  log.write('info', 'sales taken up again', {
    interrupted: interrupted.length,
    open: open.length,
    watched: watched.length,
    decided: decided.length,
    delivered: delivered.length,
  })
}

/**
 * A sale that was not sent, as far as the journal knows, may have been sent in a time of which entries are lost: it is in doubt
 * again and looked for. What the disk refuses is refused to whoever asked for it.
 */
export function doubtUnsent({ journal, repository, clock, plan }: RecoverOptions): void {
  const nowMs = clock.nowMs()
  for (const { ref } of journal.listSales({ states: ['unsent'], limit: MAX_INTERRUPTED })) {
    repository.record([{ kind: 'doubted', ref, reason: RESTORED_REASON, requestId: null }], nowMs)
    plan(ref, 0, 'line')
  }
}

/** The delivered sales whose codes or offers are not all in the journal, and those whose money may still come back. */
function listDelivered(journal: Journal, nowMs: number, ranUntilMs: number): readonly Ref[] {
  const listSince = (sinceMs: number, kinds?: readonly OrderKind[]) =>
    journal.listSales({
      ...{ states: deliveredStates, changedSinceMs: Math.max(0, sinceMs), limit: MAX_INTERRUPTED },
      ...(kinds && { kinds }),
    })
  const lacking = listSince(nowMs - DELIVERED_TAKEN_UP_MS).filter(lacksOfDelivery)
  const refundable = listSince(ranUntilMs - REFUNDABLE_TAKEN_UP_MS, refundableKinds).filter(mayBeRefundedLate)
  return [...new Set([...lacking, ...refundable].map(({ ref }) => ref))]
}

/** The sales whose order may be where nobody asks any more, and of which no person was asked yet. */
function listElsewhere(journal: Journal, matchContext: MatchContext): readonly StoredSale[] {
  // In training nothing is elsewhere, and there may be very many.
  if (orderKinds.every((kind) => matchContext.addressOf(kind) === undefined)) return []
  return journal
    .listSales({ states: ['in-doubt', 'unsent'], limit: MAX_INTERRUPTED })
    .filter((sale) => !isDecidable(sale) && matchContext.wasSentElsewhere(sale))
}

/** A disk that refuses this now is asked again when the sale is visited, see sale/decide.ts. */
function doubt(sale: StoredSale, reason: string, repository: SaleRepository, nowMs: number, log: Log): void {
  try {
    repository.record([{ kind: 'doubted', ref: sale.ref, reason, requestId: null }], nowMs)
  } catch (fault) {
    log.write('error', 'a sale cannot be put in doubt', {
      ref: sale.ref,
      fault: String(fault),
    })
  }
}
