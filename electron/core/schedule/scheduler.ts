/**
 * The one scheduler of looks at open sales. Owns when a sale is visited: each waits on the clock for its delay, those
 * that are due are visited a bounded number at a time, while the gate is open and the service's rate leaves room; those
 * that need no line wait for neither. A sale that was just sold or asked about goes before the backlog, which leaves it
 * some of the rate. It counts in waits, never in times of day: a clock that a person sets wrong neither hurries a look
 * nor puts it off. Nothing runs when nothing is planned.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Ref } from '#shared/ref.ts'
import type { Urgency } from '../api/rate.ts'
import type { Clock, Log } from '../ports.ts'
import { type BeginSweep, createBacklog, type Step } from './backlog.ts'

/** Looks under way at once, so that a long list of open sales never crowds out the sale at the counter. */
const MAX_LOOKS_IN_FLIGHT = 4
/** The rate is asked again after this long at the latest, because room may come earlier than it was told. */
const MAX_RATE_WAIT_MS = 30_000
/** Wait after a visit that failed by a fault of ours. */
const FAULT_WAIT_MS = 30_000
/** So many looks of a sale go first once the cashier has had to do with it: those of the first minutes. */
const AWAITED_LOOKS = 20

/** What a visit needs: the line to the service, or only the disk. */
export type Needs = 'line' | 'nothing'

interface VisitPlan {
  readonly nextDelayMs: number | undefined
  readonly needs: Needs
}

export interface SchedulerOptions<End extends VisitPlan, Seen> {
  readonly clock: Clock
  readonly log: Log
  /**
   * Visits a sale; `waitedMs` is how long it has waited here, `seen` what a sweep showed of it, in place of a call.
   * Answers the next wait, undefined to forget it.
   */
  visit(ref: Ref, waitedMs: number, seen?: Seen): Promise<End>
  /** How long the service's rate leaves no room for a look; 0 where there is some now. */
  rateWaitMs(urgency: Urgency): number
  /** Where many are due at once. Without it each is looked at singly. */
  readonly beginSweep?: BeginSweep<Seen>
}

export interface Scheduler<End> {
  /** Visits the sale once after the delay, in place of what was planned for it. */
  plan(ref: Ref, delayMs: number, needs: Needs): void
  /**
   * Visits now, past the gate and the queue; answers how the visit ended, when the next one is planned. undefined where a
   * fault of ours ended it, or everything has stopped.
   */
  visitNow(ref: Ref): Promise<End | undefined>
  /** Closed: what falls due waits. Opened: what is due goes on. */
  setGate(open: boolean): void
  /** Makes every planned sale due now: the machine woke up, or the line came back. */
  wake(): void
  /** No visit begins after this. */
  stop(): void
  plannedCount(): number
}

interface Planned {
  readonly needs: Needs
  /** By elapsed time: a wait that is cut short counts for as long as it lasted. */
  readonly sinceMs: number
  readonly cancel: () => void
}

export function createScheduler<End extends VisitPlan, Seen = never>({
  clock,
  log,
  visit,
  rateWaitMs,
  beginSweep,
}: SchedulerOptions<End, Seen>): Scheduler<End> {
  const waiting = new Map<Ref, Planned>()
  /** What fell due, in order, with how long each had waited. */
  const due = { nothing: new Map<Ref, number>(), awaited: new Map<Ref, number>() }
  const backlog = createBacklog(beginSweep, log)
  /** Sales that somebody waits for, with how many looks they go first yet. */
  const awaitedLooks = new Map<Ref, number>()
  const roomWaits = new Map<Urgency, () => void>()
  let inFlight = 0
  let gateOpen = false
  let stopped = false

  function plan(ref: Ref, delayMs: number, needs: Needs): void {
    forget(ref)
    if (stopped) return
    const fall = () => {
      waiting.delete(ref)
      addDue(ref, delayMs, needs)
      pump()
    }
    waiting.set(ref, { needs, sinceMs: clock.elapsedMs(), cancel: clock.after(delayMs, fall) })
  }

  const waitedSoFarMs = (planned: Planned | undefined): number =>
    planned === undefined ? 0 : Math.max(0, clock.elapsedMs() - planned.sinceMs)

  function addDue(ref: Ref, waitedMs: number, needs: Needs): void {
    if (needs === 'nothing') due.nothing.set(ref, waitedMs)
    else if (awaitedLooks.has(ref)) due.awaited.set(ref, waitedMs)
    else backlog.add(ref, waitedMs)
  }

  function forget(ref: Ref): void {
    waiting.get(ref)?.cancel()
    waiting.delete(ref)
    due.nothing.delete(ref)
    due.awaited.delete(ref)
    backlog.remove(ref)
  }

  function pump(): void {
    while (!stopped && inFlight < MAX_LOOKS_IN_FLIGHT) {
      const next = nextDue()
      if (!next) return
      void work(next)
    }
  }

  function nextDue(): Step<Seen> | undefined {
    const [first] = due.nothing
    if (first) return lookAt(first)
    const [awaited] = due.awaited
    if (awaited && hasRoom('awaited')) return lookAt(awaited)
    return backlog.hasNext() && hasRoom('backlog') ? backlog.next() : undefined
  }

  function hasRoom(urgency: Urgency): boolean {
    if (!gateOpen) return false
    const waitMs = rateWaitMs(urgency)
    if (waitMs > 0 && !roomWaits.has(urgency)) {
      const ask = () => {
        roomWaits.delete(urgency)
        pump()
      }
      roomWaits.set(urgency, clock.after(Math.min(waitMs, MAX_RATE_WAIT_MS), ask))
    }
    return waitMs === 0
  }

  async function work(step: Step<Seen>): Promise<void> {
    inFlight += 1
    if (step.kind === 'look') await visitAndPlan(step.ref, step.waitedMs)
    else await visitSwept(await step.read())
    inFlight -= 1
    pump()
  }

  async function visitSwept(seen: ReadonlyMap<Ref, Seen>): Promise<void> {
    for (const [ref, what] of seen) {
      const waitedMs = stopped ? undefined : backlog.takeSwept(ref)
      if (waitedMs === undefined) continue
      await visitAndPlan(ref, waitedMs, what)
      // A page is a hundred commits: the cashier's commands come between them.
      await nextTurn()
    }
    backlog.endPage()
  }

  async function visitAndPlan(ref: Ref, waitedMs: number, seen?: Seen): Promise<End | undefined> {
    forget(ref)
    try {
      const end = await visit(ref, waitedMs, seen)
      const isOver = end.nextDelayMs === undefined
      countAwaited(ref, isOver)
      if (end.nextDelayMs === undefined) forget(ref)
      else plan(ref, end.nextDelayMs, end.needs)
      return end
    } catch (fault) {
      log.write('error', 'a visit failed by a fault of ours', { ref, fault: String(fault) })
      plan(ref, FAULT_WAIT_MS, 'line')
      return undefined
    }
  }

  function countAwaited(ref: Ref, isOver: boolean): void {
    const left = (awaitedLooks.get(ref) ?? 0) - 1
    if (isOver || left <= 0) awaitedLooks.delete(ref)
    else awaitedLooks.set(ref, left)
  }

  return {
    plan,
    visitNow(ref) {
      if (stopped) return Promise.resolve(undefined)
      awaitedLooks.set(ref, AWAITED_LOOKS)
      return visitAndPlan(ref, waitedSoFarMs(waiting.get(ref)))
    },
    setGate(open) {
      gateOpen = open
      pump()
    },
    wake() {
      for (const [ref, planned] of [...waiting]) {
        planned.cancel()
        waiting.delete(ref)
        addDue(ref, waitedSoFarMs(planned), planned.needs)
      }
      pump()
    },
    stop() {
      stopped = true
      for (const ref of [...waiting.keys(), ...allDue()]) forget(ref)
      for (const cancel of roomWaits.values()) cancel()
    },
    plannedCount: () => waiting.size + allDue().length,
  }

  function allDue(): readonly Ref[] {
    return [...due.nothing.keys(), ...due.awaited.keys(), ...backlog.refs()]
  }
}

const lookAt = ([ref, waitedMs]: readonly [Ref, number]) => ({ kind: 'look', ref, waitedMs }) as const
