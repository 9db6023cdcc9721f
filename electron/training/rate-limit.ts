/** How many requests a caller has left (service-api.md, "Limits"). One fixed window at a time for each caller. */
import * as z from 'zod'
import type { Store } from './store.ts'

/** The document gives the limit and not its window; a minute is ours. Real time, whatever the service's speed. */
const WINDOW_MS = 60_000

const windowSchema = z.object({ startedAtMs: z.int(), used: z.int() })

export interface RateState {
  readonly allowed: boolean
  /** For every platform response. */
  readonly headers: Readonly<Record<string, string>>
}

/** Counts one request of `caller`, unless it is past `limit`. */
export function countRequest(store: Store, caller: string, limit: number, nowMs: number): RateState {
  const window = currentWindow(store, caller, nowMs)
  const allowed = window.used < limit
  const used = allowed ? window.used + 1 : window.used
  if (allowed) {
    store
      .prepare('INSERT OR REPLACE INTO rate_windows VALUES (?, ?, ?)')
      .run(caller, window.startedAtMs, used)
  }
  return {
    allowed,
    headers: {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
      'X-RateLimit-Reset': String(Math.ceil((window.startedAtMs + WINDOW_MS) / 1_000)),
    },
  }
}

/** The window that is running, or a new one; a clock that was set back begins a new one too. */
function currentWindow(store: Store, caller: string, nowMs: number): z.infer<typeof windowSchema> {
  const row = store
    .prepare('SELECT started_at_ms AS startedAtMs, used FROM rate_windows WHERE caller = ?')
    .get(caller)
  const last = row === undefined ? undefined : windowSchema.parse(row)
  const running = last !== undefined && nowMs >= last.startedAtMs && nowMs < last.startedAtMs + WINDOW_MS
  return running ? last : { startedAtMs: nowMs, used: 0 }
}
