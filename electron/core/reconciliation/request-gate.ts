/**
 * When a run may make its next call: while the line is open and selling is not closed by the key, and where the rate leaves
 * room behind the counter and behind the looks at open sales. Owns the waiting, which ends when the run is stopped.
 */
import type { ServiceClient } from '../api/client.ts'
import type { Clock } from '../ports.ts'

/** The rate is asked again after this long at the latest. */
const MAX_RATE_WAIT_MS = 30_000

export interface RequestGate {
  /** True once a call may go; false where the run was stopped meanwhile. `onWait` is called when that takes time. */
  untilMay(onWait: (isWaiting: boolean) => void): Promise<boolean>
  /** Waits; false where the run was stopped meanwhile. */
  pause(waitMs: number): Promise<boolean>
  setLine(open: boolean): void
  /** Ends every wait with false, from here on. */
  stop(): void
  /** A new run may wait again. */
  resume(): void
  isStopped(): boolean
  /** Calls `work` once it is stopped; the answer ends that. */
  onStop(work: () => void): () => void
}

export function createRequestGate(
  client: Pick<ServiceClient, 'backgroundWaitMs'>,
  clock: Clock,
  canCall: () => boolean,
): RequestGate {
  let line = false
  let isStopped = false
  const waiting = new Set<() => void>()
  const ends = new Set<() => void>()

  /** Resolves after the time, and earlier where anything changed. */
  const nap = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      let cancel = () => {}
      const wake = () => {
        cancel()
        waiting.delete(wake)
        resolve()
      }
      waiting.add(wake)
      cancel = clock.after(ms, wake)
    })

  function wakeAll(): void {
    for (const wake of [...waiting]) wake()
  }

  /** How long to wait before asking again; 0 where a call may go now. */
  function waitMs(): number {
    if (!line || !canCall()) return MAX_RATE_WAIT_MS
    return Math.min(Math.max(0, client.backgroundWaitMs('leisure')), MAX_RATE_WAIT_MS)
  }

  return {
    async untilMay(onWait) {
      let hasWaited = false
      // Each turn waits for a change or for the time: what bounds the loop is that the run is stopped in the end.
      for (let ms = waitMs(); ms > 0 && !isStopped; ms = waitMs()) {
        if (!hasWaited) onWait(true)
        hasWaited = true
        await nap(ms)
      }
      if (hasWaited && !isStopped) onWait(false)
      return !isStopped
    },
    async pause(ms) {
      if (!isStopped) await nap(ms)
      return !isStopped
    },
    setLine(open) {
      line = open
      wakeAll()
    },
    stop() {
      isStopped = true
      for (const end of [...ends]) end()
      wakeAll()
    },
    resume() {
      isStopped = false
    },
    isStopped: () => isStopped,
    onStop(work) {
      ends.add(work)
      return () => void ends.delete(work)
    },
  }
}
