/**
 * Runs sales: a committed attempt is sent and its end recorded; a visit loads → decides → has one effect → records. Owns the
 * rule that one sale is never in two runs at once, so that nothing changes it between a call and the record of its answer. No
 * transaction spans an await.
 */
import type { AppError } from '#shared/app-error.ts'
import { productOf } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import type { ServiceClient } from '../api/client.ts'
import type { CallFailure } from '../call-error.ts'
import type { SaleEntryBody } from '../journal/entry.ts'
import { JournalRefusal } from '../journal/faults.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Clock, Log } from '../ports.ts'
import type { MatchContext } from '../products/kind.ts'
import { kindOf } from '../products/kinds.ts'
import { delayAfter } from '../schedule/cadence.ts'
import type { Needs } from '../schedule/scheduler.ts'
import { entryOfAttempt, mayBeFinal } from './attempt.ts'
import { decideEffect, type SaleEffect } from './decide.ts'
import { createLookUps, type FoundLook, type LookUps, type WayTaken } from './look-up.ts'
import { createPollStates, factsOf, type PollState, type PollStates } from './poll-state.ts'
import type { SaleRepository } from './sale-repository.ts'

export interface RunnerOptions {
  readonly repository: SaleRepository
  readonly client: ServiceClient
  readonly matchContext: MatchContext
  readonly clock: Clock
  readonly log: Log
  /** A call ended without a usable answer. */
  onFailure(failure: CallFailure): void
  /** The service took money or gave it back. */
  onMoneyMoved(): void
}

export interface RunEnd {
  readonly nextDelayMs: number | undefined
  /** What the next visit needs. */
  readonly needs: Needs
  /** Why a look-up brought no answer. */
  readonly error: AppError | undefined
}

export interface SaleRunner {
  /** Sends the attempt that this process has just committed, and records how it ended. Never rejects. */
  send(sale: StoredSale): Promise<RunEnd>
  /**
   * One visit; joins the one under way for this sale. Never rejects. What a sweep of the list has shown takes the place of
   * the call of a look-up, and is nothing to any other effect.
   */
  visit(ref: Ref, waitedMs: number, swept?: FoundLook): Promise<RunEnd>
  isSending(ref: Ref): boolean
  /** How long this process has watched the sale as it stands: its waits, summed, by elapsed time. */
  watchedMs(sale: StoredSale): number
  /** Waits until nothing runs for this sale and does `work` in that very moment, so that no run sees it half done. */
  whenQuiet<T>(ref: Ref, work: () => T): Promise<T>
  /** Resolves when no sale is in a run. */
  untilIdle(): Promise<void>
}

/** Wait after a fault of ours, so that it cannot spin. */
const FAULT_WAIT_MS = 30_000

/** All that a scheduled visit does for a sale that is sending is to write down how its attempt ended. */
const needsOf = ({ state }: StoredSale): Needs => (state === 'sending' ? 'nothing' : 'line')

export function createSaleRunner(options: RunnerOptions): SaleRunner {
  const { repository, clock } = options
  const pollStates = createPollStates()
  const lookUps = createLookUps(options)
  const send = createSend(options, pollStates, lookUps)
  const runs = createRuns()

  async function visitOnce(ref: Ref, waitedMs: number, swept?: FoundLook): Promise<RunEnd> {
    let needs: Needs = 'line'
    try {
      const sale = repository.read(ref)
      if (!sale) return { nextDelayMs: undefined, needs, error: { kind: 'sale-not-found', ref } }
      needs = needsOf(sale)
      const poll = pollStates.of(sale)
      poll.watchedMs += waitedMs
      const effect = decideEffect(sale, factsOf(poll, lookUps.isByRefProven(sale.order.kind)))
      const error = await perform(sale, poll, effect, swept)
      return { ...next(ref, effect.kind === 'rest'), error }
    } catch (fault) {
      return endedByFault(ref, fault, needs)
    }
  }

  async function sendOnce(sale: StoredSale): Promise<RunEnd> {
    try {
      await send(sale)
      return { ...next(sale.ref), error: undefined }
    } catch (fault) {
      return endedByFault(sale.ref, fault, 'nothing')
    }
  }

  function endedByFault(ref: Ref, fault: unknown, needs: Needs): RunEnd {
    logFault('a run failed by a fault of ours', ref, fault, options)
    return { nextDelayMs: FAULT_WAIT_MS, needs, error: { kind: 'internal', ref } }
  }

  function next(ref: Ref, isAtRest = false): Omit<RunEnd, 'error'> {
    const sale = repository.read(ref)
    const poll = sale && pollStates.of(sale)
    const delayMs = poll?.phase && !isAtRest ? delayAfter(poll.phase, poll.looks) : undefined
    if (delayMs === undefined && poll?.unrecorded === null) pollStates.forget(ref)
    return { nextDelayMs: delayMs, needs: sale ? needsOf(sale) : 'line' }
  }

  async function perform(
    sale: StoredSale,
    poll: PollState,
    effect: SaleEffect,
    swept?: FoundLook,
  ): Promise<AppError | undefined> {
    if (effect.kind === 'record-again') recordEnd(sale, poll, options)
    if (effect.kind === 'doubt') {
      const { reason } = effect
      repository.record([{ kind: 'doubted', ref: sale.ref, reason, requestId: null }], clock.nowMs())
    }
    const taken = swept && ({ look: swept, way: 'by-list' } as const)
    return effect.kind === 'look-up' ? lookUps.lookUp(sale, poll, effect.ways, taken) : undefined
  }

  return {
    send: (sale) => runs.add(sale.ref, () => sendOnce(sale)),
    visit: (ref, waitedMs, swept) => runs.join(ref, () => visitOnce(ref, waitedMs, swept)),
    isSending: pollStates.isSending,
    watchedMs: (sale) => pollStates.of(sale).watchedMs,
    whenQuiet: runs.whenQuiet,
    untilIdle: runs.untilIdle,
  }
}

/** The runs under way, one for a sale at the most. */
function createRuns() {
  const running = new Map<Ref, Promise<RunEnd>>()

  function keep(ref: Ref, work: Promise<RunEnd>): Promise<RunEnd> {
    const run = work.finally(() => {
      if (running.get(ref) === run) running.delete(ref)
    })
    running.set(ref, run)
    return run
  }

  return {
    /** The run under way for this sale, else the one that `begin` begins. */
    join: (ref: Ref, begin: () => Promise<RunEnd>) => running.get(ref) ?? keep(ref, begin()),
    /** The run that `begin` begins, behind the one under way. */
    add(ref: Ref, begin: () => Promise<RunEnd>): Promise<RunEnd> {
      const underWay = running.get(ref)
      return keep(ref, underWay ? underWay.then(begin) : begin())
    },
    async whenQuiet<T>(ref: Ref, work: () => T): Promise<T> {
      // Each run is bounded by the client's time-outs; a run that began meanwhile is waited for as well.
      for (let run = running.get(ref); run !== undefined; run = running.get(ref)) await run
      return work()
    },
    async untilIdle(): Promise<void> {
      await Promise.all(running.values())
    },
  }
}

/** Sends an attempt that is committed, and has how it ended written down. */
function createSend(
  options: RunnerOptions,
  pollStates: PollStates,
  { lookUp, lookAfterRefusal }: Pick<LookUps, 'lookUp' | 'lookAfterRefusal'>,
) {
  const { repository, client, onFailure } = options

  return async (sale: StoredSale): Promise<void> => {
    const poll = pollStates.of(sale)
    poll.isSending = true
    let taken: WayTaken | undefined
    try {
      const outcome = await kindOf(sale).send(client, sale)
      if (outcome.kind !== 'accepted') onFailure(outcome)
      if (productOf(sale.order).isNamed && mayBeFinal(sale, outcome)) taken = await lookAfterRefusal(sale)
      poll.unrecorded = entryOfAttempt(sale, outcome, taken?.look)
    } catch (fault) {
      // The client promises not to throw. If it does, the bytes may have left: unknown, never failed.
      logFault('a send failed by a fault of ours', sale.ref, fault, options)
      poll.unrecorded = { kind: 'doubted', ref: sale.ref, reason: 'internal', requestId: null }
    } finally {
      poll.isSending = false
    }
    recordEnd(sale, poll, options)
    const after = repository.read(sale.ref)
    if (taken !== undefined && after?.state === 'in-doubt')
      await lookUp(after, pollStates.of(after), kindOf(after).ways(after), taken)
  }
}

/** Writes down how the attempt ended. Where the disk refuses, the entry is kept and the next visit tries again. */
function recordEnd(
  sale: StoredSale,
  poll: PollState,
  { repository, clock, log, onMoneyMoved }: RunnerOptions,
): void {
  const end = poll.unrecorded
  if (end === null) return
  const onDisk = repository.read(sale.ref)
  // A later attempt is begun only where the end of the one before is on disk, whatever the disk said of it.
  const isOfEarlier = 'attempt' in end && end.attempt !== onDisk?.attempts
  if (onDisk?.state !== 'sending' || isOfEarlier) {
    log.write('error', 'the end of an attempt is already on disk', { ref: sale.ref })
    poll.unrecorded = null
    return
  }
  poll.looks += 1
  try {
    const { state } = repository.record([end], clock.nowMs())
    poll.unrecorded = null
    if (state === 'following') onMoneyMoved()
  } catch (fault) {
    if (fault instanceof JournalRefusal) poll.unrecorded = doubtedFor(fault, end)
    const facts = { ref: sale.ref, fault: String(fault) }
    log.write('error', 'the end of an attempt cannot be written, kept', facts)
  }
}

/** A call that ended after the counter stopped is recorded by nobody: its sale is in doubt at the next start. */
function logFault(what: string, ref: Ref, fault: unknown, { repository, log }: RunnerOptions): void {
  if (repository.isOpen()) log.write('error', what, { ref, fault: String(fault) })
  else log.write('info', 'a call ended after the journal was closed', { ref })
}

/** What the journal refuses (an order that belongs to another sale) it refuses for ever: the answer proves nothing. */
const doubtedFor = ({ reason }: JournalRefusal, end: SaleEntryBody): SaleEntryBody => ({
  kind: 'doubted',
  ref: end.ref,
  reason,
  requestId: 'requestId' in end ? end.requestId : null,
})
