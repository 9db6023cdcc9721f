/**
 * What a start finds of earlier runs. Invariant: an attempt whose process is gone is in doubt before anything else happens
 * to it, and every sale that may still change is planned.
 */
import type { Ref } from '#shared/ref.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import type { Clock, Log } from '../ports.ts'
import type { Needs } from '../schedule/scheduler.ts'
import type { SaleBook } from './book.ts'
import { LATE_REQUEST_WATCH_MS } from './decide.ts'
import { needsOf } from './run.ts'

/** The journal's own bound on a list. */
const MAX_RECOVERED = 10_000

interface RecoverOptions {
  readonly journal: Journal
  readonly book: SaleBook
  readonly clock: Clock
  readonly log: Log
  plan(ref: Ref, delayMs: number, needs: Needs): void
}

/** Called once, before any command. Makes no call: what it plans waits for the line. */
export function recoverSales({ journal, book, clock, log, plan }: RecoverOptions): void {
  const nowMs = clock.nowMs()
  const interrupted = journal.listSales({ states: ['sending'], limit: MAX_RECOVERED })
  for (const sale of interrupted) doubt(sale, book, nowMs, log)

  const open = journal.listSales({ states: openSaleStates, limit: MAX_RECOVERED })
  // A sale of the future was given up before the clock was set back: it is watched as well.
  const changedSinceMs = Math.max(0, nowMs - LATE_REQUEST_WATCH_MS)
  const cancelled = journal.listSales({ states: ['cancelled'], changedSinceMs, limit: MAX_RECOVERED })
  if (open.length === MAX_RECOVERED) log.write('error', 'more open sales than can be followed', {})
  for (const sale of [...open, ...cancelled]) plan(sale.ref, 0, needsOf(sale))
  log.write('info', 'sales taken up again', {
    interrupted: interrupted.length,
    open: open.length,
    cancelled: cancelled.length,
  })
}

/** A disk that refuses this now is asked again when the sale is visited, see sale/decide.ts. */
function doubt(sale: StoredSale, book: SaleBook, nowMs: number, log: Log): void {
  try {
    book.record([{ kind: 'doubted', ref: sale.ref, reason: 'restart', requestId: null }], nowMs)
  } catch (fault) {
    log.write('error', 'an interrupted attempt cannot be put in doubt', {
      ref: sale.ref,
      fault: String(fault),
    })
  }
}
