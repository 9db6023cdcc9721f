/**
 * When a run may make its next call: while the line is open and selling is not closed by the key, and where the rate leaves
 * room behind the counter and behind the looks at open sales. Owns the waiting, which ends when the run is put down.
 */
import type { ServiceClient } from '../api/client.ts'
import type { Clock } from '../ports.ts'

/** The rate is asked again after this long at the latest. */
const MAX_RATE_WAIT_MS = 30_000

export interface GoAhead {
  /** True once a call may go; false where the run was put down meanwhile. `onWait` is told when that takes time. */
  untilMay(onWait: (isWaiting: boolean) => void): Promise<boolean>
  /** Waits; false where the run was put down meanwhile. */
  pause(waitMs: number): Promise<boolean>
  setLine(open: boolean): void
  /** Ends every wait with false, from here on. */
  putDown(): void
  /** A new run may wait again. */
  takeUp(): void
  isDown(): boolean
  /** Tells once it is put down; the answer stops that. */
  onDown(work: () => void): () => void
}

export function createGoAhead(
  client: Pick<ServiceClient, 'backgroundWaitMs'>,
  clock: Clock,
  canCall: () => boolean,
): GoAhead {
  let line = false
  let isDown = false
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
      // Each turn waits for a change or for the time: what bounds the loop is that the run is put down in the end.
      for (let ms = waitMs(); ms > 0 && !isDown; ms = waitMs()) {
        if (!hasWaited) onWait(true)
        hasWaited = true
        await nap(ms)
      }
      if (hasWaited && !isDown) onWait(false)
      return !isDown
    },
    async pause(ms) {
      if (!isDown) await nap(ms)
      return !isDown
    },
    setLine(open) {
      line = open
      wakeAll()
    },
    putDown() {
      isDown = true
      for (const end of [...ends]) end()
      wakeAll()
    },
    takeUp() {
      isDown = false
    },
    isDown: () => isDown,
    onDown(work) {
      ends.add(work)
      return () => void ends.delete(work)
    },
  }
}
