/**
 * Virtual time for tests of the core: it stands still unless somebody waits by it, and then goes from one planned work to
 * the next. Invariant: before it does, every promise that can go on has gone on, and nothing is under way outside of
 * JavaScript: no file operation, process or connection. So no verdict depends on how fast the machine is.
 */
import { onTestFinished } from 'vitest'
import type { Clock } from '#core/ports.ts'
import { createTimeline, type Timeline } from '../simulation/timeline.ts'
import { morningMs } from './clock.ts'

export interface VirtualClock extends Clock {
  /** Lets this much time go by. */
  pass(ms: number): Promise<void>
  /** A person sets the clock: the time of day jumps, and no wait gets shorter or longer. */
  setBy(ms: number): void
  /** How many waits there are. */
  waits(): number
}

/**
 * What is still under way outside of JavaScript, by the names of `process.getActiveResourcesInfo`. They name no thread and
 * no compression: time goes by while they work.
 */
const busyResources = new Set([
  ...['FSReqCallback', 'FSReqPromise', 'CloseReq', 'Immediate', 'TCPSocketWrap'],
  ...['GetAddrInfoReqWrap', 'ProcessWrap'],
])
const isBusy = (): boolean => process.getActiveResourcesInfo().some((name) => busyResources.has(name))
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
const moment = () => new Promise<void>((resolve) => setTimeout(resolve, 1))
/** A file operation ends within these turns of the loop. */
const SPINS = 200

/** Has every promise go on. Answers whether nothing is under way any more. */
async function settle(): Promise<boolean> {
  await nextTurn()
  for (let spins = 0; isBusy(); spins += 1) {
    if (spins === SPINS) return false
    await nextTurn()
  }
  return true
}

/** The time of the running test: one line of works for all its clocks. */
interface TestTime {
  readonly timeline: Timeline
  /** Lets time go by while `work` is under way; answers what it answers. Rejects where a planned work throws. */
  drive<Value>(work: Promise<Value>): Promise<Value>
  /** Resolves after the next planned work, or after a moment of real time where none is planned. */
  turn(): Promise<void>
}

let current: TestTime | undefined

function startTime(): TestTime {
  const timeline = createTimeline()
  let drivers = 0
  let isPumping = false
  let isOver = false
  let turns: (() => void)[] = []
  const { promise: failure, reject: failDriven } = Promise.withResolvers<never>()
  failure.catch(() => undefined)

  function pump(): void {
    if (isPumping) return
    isPumping = true
    void goOn()
      .catch(failDriven)
      .finally(() => {
        isPumping = false
        if (drivers > 0 && !isOver) pump()
      })
  }

  async function goOn(): Promise<void> {
    for (;;) {
      const isSettled = await settle()
      if (drivers === 0 || isOver) return
      if (!isSettled) await goOnInRealTime()
      else if (timeline.next()) await settle()
      else await moment()
      const waiting = turns
      turns = []
      for (const resolve of waiting) resolve()
    }
  }

  /** A process or a connection is under way: time goes by as fast as its own. */
  async function goOnInRealTime(): Promise<void> {
    const startedMs = performance.now()
    await moment()
    const endMs = timeline.nowMs() + Math.ceil(performance.now() - startedMs)
    while (timeline.next(endMs)) await nextTurn()
  }

  async function drive<Value>(work: Promise<Value>): Promise<Value> {
    drivers += 1
    pump()
    try {
      return await Promise.race([work, failure])
    } finally {
      drivers -= 1
    }
  }

  const time: TestTime = {
    timeline,
    drive,
    turn: () => drive(new Promise<void>((resolve) => turns.push(resolve))),
  }
  onTestFinished(() => {
    isOver = true
    if (current === time) current = undefined
  })
  return time
}

/** The time of the running test, where one of its clocks is virtual. */
export const timeOfTest = (): TestTime | undefined => current

/** Lets time go by while `work` is under way, where the running test has a virtual clock. */
export const inVirtualTime = <Value>(work: Promise<Value>): Promise<Value> => current?.drive(work) ?? work

/** A clock by the time of the running test, which begins with the first of them. */
export function virtualClock(startMs: number = morningMs()): VirtualClock {
  current ??= startTime()
  const { timeline, drive } = current
  let offsetMs = startMs - timeline.nowMs()
  const waits = new Set<object>()
  return {
    nowMs: () => offsetMs + timeline.nowMs(),
    elapsedMs: timeline.nowMs,
    after(delayMs, work) {
      const wait = {}
      waits.add(wait)
      const cancel = timeline.after(delayMs, () => {
        waits.delete(wait)
        work()
      })
      return () => {
        waits.delete(wait)
        cancel()
      }
    },
    pass: (ms) => drive(timeline.pause(ms)),
    setBy(ms) {
      offsetMs += ms
    },
    waits: () => waits.size,
  }
}
