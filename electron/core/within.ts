/** A wait that has an end, whatever becomes of what is waited for. */
import type { Clock } from './ports.ts'

/** Resolves with what `work` brings; undefined where it fails, and after `waitMs` at the latest. Never rejects. */
export function within<Value>(
  clock: Clock,
  waitMs: number,
  work: Promise<Value>,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.after(waitMs, () => resolve(undefined))
    const end = (value?: Value) => {
      cancel()
      resolve(value)
    }
    work.then(end, () => end())
  })
}
