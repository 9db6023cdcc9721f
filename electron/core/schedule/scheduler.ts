/**
 * The one scheduler of looks at open sales. Owns when a sale is visited: each waits on the clock for its delay, those
 * that are due are visited in the order in which they fell due, a bounded number at a time, while the gate is open and
 * the service's rate leaves room; those that need no line wait for neither. It counts in waits, never in times of day: a
 * clock that a person sets wrong neither hurries a look nor puts it off. Nothing runs when nothing is planned.
 */
import type { Ref } from '#shared/ref.ts'
import type { Clock, Log } from '../ports.ts'

/** Looks under way at once, so that a long list of open sales never crowds out the sale at the counter. */
const MAX_LOOKS_IN_FLIGHT = 4
/** The rate is asked again after this long at the latest, because room may come earlier than it was told. */
const MAX_RATE_WAIT_MS = 30_000
/** Wait after a visit that failed by a fault of ours. */
const FAULT_WAIT_MS = 30_000

/** What a visit needs: the line to the service, or only the disk. */
export type Needs = 'line' | 'nothing'

interface VisitPlan {
  readonly nextDelayMs: number | undefined
  readonly needs: Needs
}

export interface SchedulerOptions<End extends VisitPlan> {
  readonly clock: Clock
  readonly log: Log
  /** Visits a sale; `waitedMs` is how long this scheduler had it wait. Answers the next wait, undefined to forget it. */
  visit(ref: Ref, waitedMs: number): Promise<End>
  /** How long the service's rate leaves no room for a look; 0 where there is some now. */
  roomWaitMs(): number
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
  readonly cancel: () => void
}

export function createScheduler<End extends VisitPlan>({
  clock,
  log,
  visit,
  roomWaitMs,
}: SchedulerOptions<End>): Scheduler<End> {
  const waiting = new Map<Ref, Planned>()
  /** What fell due, in order, with how long each had waited. */
  const due = { line: new Map<Ref, number>(), nothing: new Map<Ref, number>() }
  let inFlight = 0
  let gateOpen = false
  let stopped = false
  let cancelRateWait: (() => void) | undefined

  function plan(ref: Ref, delayMs: number, needs: Needs): void {
    forget(ref)
    if (stopped) return
    const fall = () => {
      waiting.delete(ref)
      due[needs].set(ref, delayMs)
      pump()
    }
    waiting.set(ref, { needs, cancel: clock.after(delayMs, fall) })
  }

  function forget(ref: Ref): void {
    waiting.get(ref)?.cancel()
    waiting.delete(ref)
    due.line.delete(ref)
    due.nothing.delete(ref)
  }

  function pump(): void {
    while (!stopped && inFlight < MAX_LOOKS_IN_FLIGHT) {
      const next = nextDue()
      if (!next) return
      void look(next[0], next[1])
    }
  }

  function nextDue(): readonly [Ref, number] | undefined {
    const [first] = due.nothing
    const [look] = due.line
    if (first || !look || !gateOpen) return first
    const waitMs = roomWaitMs()
    if (waitMs === 0) return look
    waitForRoom(Math.min(waitMs, MAX_RATE_WAIT_MS))
    return undefined
  }

  function waitForRoom(waitMs: number): void {
    cancelRateWait ??= clock.after(waitMs, () => {
      cancelRateWait = undefined
      pump()
    })
  }

  async function look(ref: Ref, waitedMs: number): Promise<void> {
    inFlight += 1
    await visitAndPlan(ref, waitedMs)
    inFlight -= 1
    pump()
  }

  async function visitAndPlan(ref: Ref, waitedMs: number): Promise<End | undefined> {
    forget(ref)
    try {
      const end = await visit(ref, waitedMs)
      if (end.nextDelayMs === undefined) forget(ref)
      else plan(ref, end.nextDelayMs, end.needs)
      return end
    } catch (fault) {
      log.write('error', 'a visit failed by a fault of ours', { ref, fault: String(fault) })
      plan(ref, FAULT_WAIT_MS, 'line')
      return undefined
    }
  }

  return {
    plan,
    visitNow: (ref) => (stopped ? Promise.resolve(undefined) : visitAndPlan(ref, 0)),
    setGate(open) {
      gateOpen = open
      pump()
    },
    wake() {
      for (const [ref, planned] of [...waiting]) {
        planned.cancel()
        waiting.delete(ref)
        // A wait that was cut short proves nothing about how long the sale has been watched.
        due[planned.needs].set(ref, 0)
      }
      pump()
    },
    stop() {
      stopped = true
      for (const ref of [...waiting.keys(), ...due.line.keys(), ...due.nothing.keys()]) forget(ref)
      cancelRateWait?.()
    },
    plannedCount: () => waiting.size + due.line.size + due.nothing.size,
  }
}
