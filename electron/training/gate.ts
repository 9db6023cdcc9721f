/** Where held requests wait until a test lets them go, and where delays run until the service closes. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface Gate {
  /** Resolves at the next release. After `close` it never does: the request's connection is gone by then. */
  hold(): Promise<void>
  /** Lets everyone go and answers how many there were. */
  release(): number
  heldCount(): number
  /** Resolves after `ms` of real time; rejects with AbortError when the service closes before. */
  delay(ms: number): Promise<void>
  close(): void
}

export function createGate(): Gate {
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
    delay: (ms) => sleep(ms, undefined, { signal: closing.signal }),
    close() {
      held.clear()
      closing.abort()
    },
  }
}
