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
import { type Backlog, type BeginSweep, createBacklog, type Step } from './backlog.ts'
import { createLookGate } from './look-gate.ts'

/** Looks under way at once, so that a long list of open sales never crowds out the sale at the counter. */
const MAX_LOOKS_IN_FLIGHT = 4
/** Wait after a visit that failed by a fault of ours. */
const FAULT_WAIT_MS = 30_000
/** So many looks of a sale go first once the cashier has had to do with it: those of the first minutes. */
const AWAITED_LOOKS = 20
/** After so many of them one of the backlog goes: a narrow rate would leave it nothing for as long as somebody waits. */
const AWAITED_IN_ROW = 2

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
  /** Plans the sale by the end of a run that has begun, and for which somebody waits. */
  follow(ref: Ref, run: Promise<End>): void
  /** Closed: what falls due waits. Opened: what is due goes on. */
  setGate(open: boolean): void
  /** Makes every planned sale due now: the machine woke up, or the line came back. */
  wake(): void
  /** No visit begins after this. */
  stop(): void
  plannedCount(): number
}

export function createScheduler<End extends VisitPlan, Seen = never>(
  options: SchedulerOptions<End, Seen>,
): Scheduler<End> {
  const { clock, log, visit, rateWaitMs, beginSweep } = options
  const backlog = createBacklog(beginSweep, log)
  const agenda = createAgenda(clock, backlog, pump)
  const lookGate = createLookGate({ clock, rateWaitMs, onAsk: pump })
  const planAfter = createPlanning<End, Seen>(log, agenda)
  const visitAndPlan = (ref: Ref, waitedMs: number, seen?: Seen) =>
    planAfter(ref, () => visit(ref, waitedMs, seen))
  let inFlight = 0
  let stopped = false

  function pump(): void {
    while (!stopped && inFlight < MAX_LOOKS_IN_FLIGHT) {
      const next = agenda.next(lookGate.isOpenFor)
      if (!next) return
      void work(next)
    }
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

  return {
    plan: agenda.plan,
    visitNow(ref) {
      if (stopped) return Promise.resolve(undefined)
      agenda.putFirst(ref)
      return visitAndPlan(ref, agenda.waitedMs(ref))
    },
    follow(ref, run) {
      agenda.putFirst(ref)
      void planAfter(ref, () => run)
    },
    setGate(open) {
      lookGate.setLine(open)
      pump()
    },
    wake() {
      agenda.wake()
      pump()
    },
    stop() {
      stopped = true
      agenda.stop()
      lookGate.stop()
    },
    plannedCount: () => agenda.count(),
  }
}

/** Plans the next visit of a sale by how this run of it ends. Never rejects. */
function createPlanning<End extends VisitPlan, Seen>(log: Log, agenda: Agenda<Seen>) {
  return async (ref: Ref, run: () => Promise<End>): Promise<End | undefined> => {
    agenda.forget(ref)
    try {
      const end = await run()
      agenda.countLook(ref, end.nextDelayMs === undefined)
      if (end.nextDelayMs === undefined) agenda.forget(ref)
      else agenda.plan(ref, end.nextDelayMs, end.needs)
      return end
    } catch (fault) {
      log.write('error', 'a visit failed by a fault of ours', { ref, fault: String(fault) })
      agenda.plan(ref, FAULT_WAIT_MS, 'line')
      return undefined
    }
  }
}

interface Agenda<Seen> extends Pick<Due<Seen>, 'next' | 'putFirst' | 'countLook'>, Pick<Waits, 'waitedMs'> {
  /** In place of what was planned for the sale. */
  plan(ref: Ref, delayMs: number, needs: Needs): void
  forget(ref: Ref): void
  /** What waits falls due now. */
  wake(): void
  /** Nothing is planned any more. */
  stop(): void
  count(): number
}

/** Every sale that is planned: it waits, then it is due. `onDue` is called when a wait has ended. */
function createAgenda<Seen>(clock: Clock, backlog: Backlog<Seen>, onDue: () => void): Agenda<Seen> {
  const due = createDue(backlog)
  const waits = createWaits(clock, (ref, waitedMs, needs) => {
    due.add(ref, waitedMs, needs)
    onDue()
  })
  let isStopped = false

  const refs = () => [...waits.refs(), ...due.refs()]

  function forget(ref: Ref): void {
    waits.remove(ref)
    due.remove(ref)
  }

  return {
    ...{ next: due.next, putFirst: due.putFirst, countLook: due.countLook, waitedMs: waits.waitedMs },
    plan(ref, delayMs, needs) {
      forget(ref)
      if (!isStopped) waits.add(ref, delayMs, needs)
    },
    forget,
    wake() {
      for (const { ref, waitedMs, needs } of waits.takeAll()) due.add(ref, waitedMs, needs)
    },
    stop() {
      isStopped = true
      for (const ref of refs()) forget(ref)
    },
    count: () => refs().length,
  }
}

interface Wait {
  readonly needs: Needs
  /** By elapsed time: a wait that is cut short counts for as long as it lasted. */
  readonly sinceMs: number
  readonly cancel: () => void
}

type Waits = ReturnType<typeof createWaits>

/** Each planned sale waits on the clock for its delay, and then falls due. */
function createWaits(clock: Clock, onFall: (ref: Ref, waitedMs: number, needs: Needs) => void) {
  const waiting = new Map<Ref, Wait>()

  const waitedMs = (ref: Ref): number => {
    const wait = waiting.get(ref)
    return wait === undefined ? 0 : Math.max(0, clock.elapsedMs() - wait.sinceMs)
  }

  return {
    add(ref: Ref, delayMs: number, needs: Needs): void {
      const fall = () => {
        waiting.delete(ref)
        onFall(ref, delayMs, needs)
      }
      waiting.set(ref, { needs, sinceMs: clock.elapsedMs(), cancel: clock.after(delayMs, fall) })
    },
    remove(ref: Ref): void {
      waiting.get(ref)?.cancel()
      waiting.delete(ref)
    },
    /** How long it has waited so far; 0 where it does not wait. */
    waitedMs,
    takeAll() {
      const taken = [...waiting].map(([ref, { needs }]) => ({ ref, needs, waitedMs: waitedMs(ref) }))
      for (const { cancel } of waiting.values()) cancel()
      waiting.clear()
      return taken
    },
    refs: (): readonly Ref[] => [...waiting.keys()],
  }
}

interface Due<Seen> {
  add(ref: Ref, waitedMs: number, needs: Needs): void
  remove(ref: Ref): void
  /** The next call to make, as far as there is room for one. */
  next(hasRoom: (urgency: Urgency) => boolean): Step<Seen> | undefined
  /** Somebody waits for the sale: its next looks go first. */
  putFirst(ref: Ref): void
  /** One of its looks is over; `isOver`: and it needs no other. */
  countLook(ref: Ref, isOver: boolean): void
  refs(): readonly Ref[]
}

/** What fell due, in order, with how long each had waited. Owns who goes first. */
function createDue<Seen>(backlog: Backlog<Seen>): Due<Seen> {
  const needsNothing = new Map<Ref, number>()
  const awaited = new Map<Ref, number>()
  /** Sales that somebody waits for, with how many looks they go first yet. */
  const looksLeft = new Map<Ref, number>()
  let awaitedInRow = 0

  function nextOfBacklog(): Step<Seen> | undefined {
    awaitedInRow = 0
    return backlog.next()
  }

  return {
    add(ref, waitedMs, needs) {
      if (needs === 'nothing') needsNothing.set(ref, waitedMs)
      else if (looksLeft.has(ref)) awaited.set(ref, waitedMs)
      else backlog.add(ref, waitedMs)
    },
    remove(ref) {
      needsNothing.delete(ref)
      awaited.delete(ref)
      backlog.remove(ref)
    },
    next(hasRoom) {
      const [first] = needsNothing
      if (first) return lookAt(first)
      const [firstAwaited] = awaited
      if (firstAwaited && hasRoom('awaited')) {
        if (awaitedInRow >= AWAITED_IN_ROW && backlog.hasNext()) return nextOfBacklog()
        awaitedInRow += 1
        return lookAt(firstAwaited)
      }
      return backlog.hasNext() && hasRoom('backlog') ? nextOfBacklog() : undefined
    },
    putFirst: (ref) => void looksLeft.set(ref, AWAITED_LOOKS),
    countLook(ref, isOver) {
      const left = (looksLeft.get(ref) ?? 0) - 1
      if (isOver || left <= 0) looksLeft.delete(ref)
      else looksLeft.set(ref, left)
    },
    refs: () => [...needsNothing.keys(), ...awaited.keys(), ...backlog.refs()],
  }
}

const lookAt = ([ref, waitedMs]: readonly [Ref, number]) => ({ kind: 'look', ref, waitedMs }) as const
