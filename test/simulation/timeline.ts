/**
 * Virtual time: what is planned runs in order of its time, and time goes by only between. Invariant: between two works
 * every promise that can go on has gone on, so that the order of everything follows from the plans alone.
 */

export interface Timeline {
  /** Milliseconds since the day began. */
  nowMs(): number
  /** Runs `work` once after the delay; the answer cancels it. What falls due at the same time runs in order of planning. */
  after(delayMs: number, work: () => void): () => void
  /** Resolves after the delay. */
  pause(delayMs: number): Promise<void>
  /** Goes to the next work that is planned until `endMs` and begins it; where there is none, goes to `endMs` and answers false. */
  next(endMs?: number): boolean
  /** Goes on until `endMs`, or until nothing is left for `isOver` to wait for; `afterEach` follows every work. */
  run(options: RunOptions): Promise<void>
}

interface RunOptions {
  readonly endMs: number
  readonly isOver: () => boolean
  readonly afterEach: () => Promise<void>
}

interface Planned {
  readonly atMs: number
  readonly work: () => void
  isCancelled: boolean
}

/** A day that never ends is a fault of the simulation, or a loop in what is simulated. */
const MAX_WORKS = 400_000

export function createTimeline(): Timeline {
  let nowMs = 0
  let works = 0
  /** Latest first, so that the next one is the last. */
  const planned: Planned[] = []

  function insert(one: Planned): void {
    let place = planned.length
    while (place > 0 && (planned[place - 1]?.atMs ?? 0) <= one.atMs) place -= 1
    planned.splice(place, 0, one)
  }

  function after(delayMs: number, work: () => void): () => void {
    const one = { atMs: nowMs + Math.max(0, Math.ceil(delayMs)), work, isCancelled: false }
    insert(one)
    return () => {
      one.isCancelled = true
    }
  }

  function takeNext(endMs: number): Planned | undefined {
    for (let next = planned.at(-1); next !== undefined && next.atMs <= endMs; next = planned.at(-1)) {
      planned.pop()
      if (!next.isCancelled) return next
    }
    return undefined
  }

  function begin(endMs = Number.POSITIVE_INFINITY): boolean {
    const next = takeNext(endMs)
    if (next === undefined) {
      if (endMs !== Number.POSITIVE_INFINITY) nowMs = endMs
      return false
    }
    works += 1
    if (works > MAX_WORKS) throw new Error(`the day does not end: ${MAX_WORKS} works were done`)
    nowMs = next.atMs
    next.work()
    return true
  }

  return {
    nowMs: () => nowMs,
    after,
    next: begin,
    pause: (delayMs) => new Promise((resolve) => after(delayMs, resolve)),
    async run({ endMs, isOver, afterEach }) {
      await drain()
      await afterEach()
      while (!isOver()) {
        if (!begin(endMs)) return
        await drain()
        await afterEach()
      }
    },
  }
}

/** Promises run on before the next turn of the machine's own loop. */
const drain = () => new Promise<void>((resolve) => setImmediate(resolve))
