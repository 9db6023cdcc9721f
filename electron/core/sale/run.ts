/**
 * Runs sales: load → decide → one effect → record. Owns the rule that one sale is never in two runs at once, so that
 * nothing changes it between a call and the record of its answer. No transaction spans an await.
 */
import type { AppError } from '#shared/app-error.ts'
import type { Ref } from '#shared/ref.ts'
import type { ServiceClient } from '../api/client.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { InternetRecord } from '../api/platform-records.ts'
import { type CallFailure, callError } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Clock, Log } from '../ports.ts'
import { delayAfter } from '../schedule/cadence.ts'
import { entryOfAttempt } from './attempt.ts'
import type { SaleBook } from './book.ts'
import { believesAbsent, decideEffect, type SaleEffect } from './decide.ts'
import { observeInternet } from './internet.ts'
import { createWatches, factsOf, type Watch } from './watch.ts'

export interface RunnerOptions {
  readonly book: SaleBook
  readonly client: ServiceClient
  readonly clock: Clock
  readonly log: Log
  /** A call ended without a usable answer. */
  onFailure(failure: CallFailure): void
  /** The service took money or gave it back. */
  onMoneyMoved(): void
}

export interface VisitEnd {
  readonly nextDelayMs: number | undefined
  /** Why a look-up brought no answer. */
  readonly error: AppError | undefined
}

export interface SaleRunner {
  /** Tells that this process has just committed an attempt: the next visit sends it. */
  arm(sale: StoredSale): void
  /** One visit; joins the one under way for this sale. Never rejects. */
  visit(ref: Ref, waitedMs: number): Promise<VisitEnd>
  isSending(ref: Ref): boolean
  /** Waits until nothing runs for this sale and does `work` in that very moment, so that no run sees it half done. */
  whenQuiet<T>(ref: Ref, work: () => T): Promise<T>
  /** Resolves when no sale is in a run. */
  untilIdle(): Promise<void>
}

/** Wait after a fault of ours, so that it cannot spin. */
const FAULT_WAIT_MS = 30_000

export function createSaleRunner(options: RunnerOptions): SaleRunner {
  const { book, client, clock, log, onFailure, onMoneyMoved } = options
  const watches = createWatches()
  const running = new Map<Ref, Promise<VisitEnd>>()
  const sending = new Set<Ref>()

  async function visitOnce(ref: Ref, waitedMs: number): Promise<VisitEnd> {
    try {
      const sale = book.read(ref)
      if (!sale) return { nextDelayMs: undefined, error: { kind: 'sale-not-found', ref } }
      const watch = watches.of(sale)
      watch.watchedMs += waitedMs
      const effect = decideEffect(sale, factsOf(watch, clock.nowMs()))
      const error = await perform(sale, watch, effect)
      return { nextDelayMs: nextDelay(ref, effect), error }
    } catch (fault) {
      log.write('error', 'a run failed by a fault of ours', { ref, fault: String(fault) })
      return { nextDelayMs: FAULT_WAIT_MS, error: { kind: 'internal', ref } }
    }
  }

  function nextDelay(ref: Ref, effect: SaleEffect): number | undefined {
    const sale = book.read(ref)
    const watch = sale && watches.of(sale)
    const delayMs = watch?.phase && effect.kind !== 'rest' ? delayAfter(watch.phase, watch.looks) : undefined
    if (delayMs === undefined && watch?.unrecorded === null) watches.forget(ref)
    return delayMs
  }

  async function perform(sale: StoredSale, watch: Watch, effect: SaleEffect): Promise<AppError | undefined> {
    if (effect.kind === 'send') await send(sale, watch)
    if (effect.kind === 'record-again') recordEnd(sale, watch)
    if (effect.kind === 'doubt') {
      const { reason } = effect
      book.record([{ kind: 'doubted', ref: sale.ref, reason, requestId: null }], clock.nowMs())
    }
    if (effect.kind === 'look-up-by-ref') return lookUp(sale, watch, client.findInternetByRef(sale.ref))
    if (effect.kind === 'look-up-by-id') return lookUp(sale, watch, client.findInternetById(effect.topupId))
    return undefined
  }

  async function send(sale: StoredSale, watch: Watch): Promise<void> {
    watch.attempt = 'in-flight'
    sending.add(sale.ref)
    try {
      const outcome = await client.sendInternet(sale.request)
      watch.unrecorded = entryOfAttempt(sale.ref, sale.attempts, outcome)
      if (outcome.kind !== 'accepted') onFailure(outcome)
    } catch (fault) {
      // The client promises not to throw. If it does, the bytes may have left: unknown, never failed.
      log.write('error', 'a send failed by a fault of ours', { ref: sale.ref, fault: String(fault) })
      watch.unrecorded = { kind: 'doubted', ref: sale.ref, reason: 'internal', requestId: null }
    } finally {
      watch.attempt = 'none'
      sending.delete(sale.ref)
    }
    recordEnd(sale, watch)
  }

  /** Writes down how the attempt ended. Where the disk refuses, the entry is kept and the next visit tries again. */
  function recordEnd(sale: StoredSale, watch: Watch): void {
    if (watch.unrecorded === null) return
    if (book.read(sale.ref)?.state !== 'sending') {
      log.write('error', 'the end of an attempt is already on disk', { ref: sale.ref })
      watch.unrecorded = null
      return
    }
    watch.looks += 1
    try {
      const { state } = book.record([watch.unrecorded], clock.nowMs())
      watch.unrecorded = null
      if (state === 'following') onMoneyMoved()
    } catch (fault) {
      log.write('error', 'the end of an attempt cannot be written, kept', {
        ref: sale.ref,
        fault: String(fault),
      })
    }
  }

  async function lookUp(
    sale: StoredSale,
    watch: Watch,
    call: Promise<CallOutcome<InternetRecord>>,
  ): Promise<AppError | undefined> {
    const outcome = await call
    watch.looks += 1
    if (outcome.kind === 'accepted') return recordFound(sale, watch, outcome)
    if (outcome.kind === 'refused' && outcome.error.code === 'NOT_FOUND') {
      watch.notFoundLookUps += 1
      recordAbsent(sale, watch, outcome.evidence.requestId)
      return undefined
    }
    onFailure(outcome)
    return { ...callError(outcome), ref: sale.ref }
  }

  function recordAbsent(sale: StoredSale, watch: Watch, requestId: string | null): void {
    const { ref, state } = sale
    if (state === 'following') log.write('warn', 'an accepted order is not found', { ref, requestId })
    if (!believesAbsent(sale, factsOf(watch, clock.nowMs()))) return
    const lookUps = watch.notFoundLookUps
    book.record([{ kind: 'not-found', ref, lookUps, requestId }], clock.nowMs())
  }

  function recordFound(
    sale: StoredSale,
    watch: Watch,
    found: Extract<CallOutcome<InternetRecord>, { kind: 'accepted' }>,
  ): undefined {
    const { requestId } = found.evidence
    const seen = observeInternet(sale, found.value, requestId)
    if (seen.kind === 'not-ours' || seen.kind === 'impossible') {
      log.write('error', `a record found under our ref is ${seen.kind}`, {
        ref: sale.ref,
        requestId,
        status: found.value.status,
        field: seen.kind === 'not-ours' ? seen.field : null,
      })
      return
    }
    watch.notFoundLookUps = 0
    if (seen.kind === 'nothing-new') return
    if (!seen.entry.expected) {
      log.write('warn', 'a status that the tables do not expect', {
        ref: sale.ref,
        status: seen.entry.status,
      })
    }
    const after = book.record([seen.entry], clock.nowMs())
    if (after.state !== sale.state) onMoneyMoved()
  }

  return {
    arm: (sale) => {
      watches.of(sale).attempt = 'due'
    },
    visit(ref, waitedMs) {
      const underWay = running.get(ref)
      if (underWay) return underWay
      const work = visitOnce(ref, waitedMs).finally(() => running.delete(ref))
      running.set(ref, work)
      return work
    },
    isSending: (ref) => sending.has(ref),
    async whenQuiet(ref, work) {
      // Each run is bounded by the client's time-outs; a run that began meanwhile is waited for as well.
      for (let run = running.get(ref); run !== undefined; run = running.get(ref)) await run
      return work()
    },
    async untilIdle() {
      await Promise.all(running.values())
    },
  }
}
