/** A wait that has an end, whatever becomes of what is waited for. */
import type { Clock } from './ports.ts'

/** Resolves when `work` has ended, well or not, and after `waitMs` at the latest. Never rejects. */
export function within(clock: Clock, waitMs: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(waitMs, resolve)
    const end = () => {
      cancel()
      resolve()
    }
    work.then(end, end)
  })
}
