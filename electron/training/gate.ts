/** Where held requests wait until a test lets them go, and where delays run until the service closes. */

/** Runs `work` once after `delayMs`; the answer cancels it. */
export type After = (delayMs: number, work: () => void) => () => void

/** The machine's own timers. */
export const afterRealTime: After = (delayMs, work) => {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
}

export interface Gate {
  /** Resolves at the next release. After `close` it never does: the request's connection is gone by then. */
  hold(): Promise<void>
  /** Lets everyone go and answers how many there were. */
  release(): number
  heldCount(): number
  /** Resolves after `ms` by the gate's timers; rejects with AbortError when the service closes before. */
  delay(ms: number): Promise<void>
  close(): void
}

export function createGate(after: After): Gate {
  const held = new Set<() => void>()
  const closing = new AbortController()
  return {
    hold: () => new Promise((resolve) => held.add(resolve)),
    release() {
      const going = [...held]
      held.clear()
      for (const go of going) go()
      return going.length
    },
    heldCount: () => held.size,
    delay: (ms) =>
      new Promise((resolve, reject) => {
        const { signal } = closing
        if (signal.aborted) return reject(signal.reason)
        const stop = () => {
          cancel()
          reject(signal.reason)
        }
        const cancel = after(ms, () => {
          signal.removeEventListener('abort', stop)
          resolve()
        })
        signal.addEventListener('abort', stop)
      }),
    close() {
      held.clear()
      closing.abort()
    },
  }
}
