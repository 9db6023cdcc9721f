/** Waits for a call that nothing can end, for so long and no longer. What comes after that is let be. */
import { setTimeout as wait } from 'node:timers/promises'

export const late: unique symbol = Symbol('late')

/** The answer, or `late`. Rejects as the call does, while it is waited for. */
export async function inTime<T>(call: Promise<T>, timeoutMs: number): Promise<T | typeof late> {
  const over = new AbortController()
  const tooLate = wait(timeoutMs, undefined, { signal: over.signal }).then(
    (): typeof late => late,
    (): typeof late => late,
  )
  try {
    return await Promise.race([call, tooLate])
  } finally {
    over.abort()
  }
}
