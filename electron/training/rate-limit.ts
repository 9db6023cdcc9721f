/** How many requests a caller has left (service-api.md, "Limits"), by a window that the document does not show. */
import * as z from 'zod'
import type { Behaviour } from './behaviour/behaviour.ts'
import type { Store } from './store.ts'

/** Real time, whatever the service's speed. */
const windowsMs: Readonly<Record<Behaviour['rateWindow'], number>> = {
  minute: 60_000,
  'ten-seconds': 10_000,
  'quarter-hour': 900_000,
}
const HOUR_SECONDS = 3_600

const windowSchema = z.object({ startedAtMs: z.int(), used: z.int() })
type RateWindow = z.infer<typeof windowSchema>

export interface RateState {
  readonly allowed: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** Of what is not counted. */
export const freeRate: RateState = { allowed: true, headers: {} }

interface RateRule {
  readonly limit: number
  readonly behaviour: Behaviour
}

/** Counts one request of `caller`, unless it is past the limit. */
export function countRequest(store: Store, caller: string, rule: RateRule, nowMs: number): RateState {
  const { limit, behaviour } = rule
  const window = currentWindow(store, caller, rule, nowMs)
  const allowed = window.used < limit
  const used = allowed ? window.used + 1 : window.used
  const extended = !allowed && behaviour.rateRefused === 'extends'
  const startedAtMs = extended ? nowMs : window.startedAtMs
  if (allowed || extended)
    store.prepare('INSERT OR REPLACE INTO rate_windows VALUES (?, ?, ?)').run(caller, startedAtMs, used)
  const endMs = startedAtMs + windowsMs[behaviour.rateWindow]
  return {
    allowed,
    headers: {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
      'X-RateLimit-Reset': String(resetSeconds(behaviour, endMs, nowMs)),
    },
  }
}

function resetSeconds({ rateReset }: Behaviour, endMs: number, nowMs: number): number {
  if (rateReset === 'past') return Math.floor(nowMs / 1_000) - 1
  return Math.ceil(endMs / 1_000) + (rateReset === 'hour-ahead' ? HOUR_SECONDS : 0)
}

/** The window that is running, or a new one; a clock that was set back begins a new one too. */
function currentWindow(store: Store, caller: string, rule: RateRule, nowMs: number): RateWindow {
  const { rateWindow, rateWindowKind } = rule.behaviour
  const lengthMs = windowsMs[rateWindow]
  const row = store
    .prepare('SELECT started_at_ms AS startedAtMs, used FROM rate_windows WHERE caller = ?')
    .get(caller)
  const last = row === undefined ? undefined : windowSchema.parse(row)
  const isRunning = last !== undefined && nowMs >= last.startedAtMs && nowMs < last.startedAtMs + lengthMs
  if (!isRunning) return { startedAtMs: nowMs, used: 0 }
  return rateWindowKind === 'fixed' ? last : refilled(last, { limit: rule.limit, lengthMs, nowMs })
}

/** What was used comes back little by little, and never all at once. */
function refilled(
  { startedAtMs, used }: RateWindow,
  { limit, lengthMs, nowMs }: { readonly limit: number; readonly lengthMs: number; readonly nowMs: number },
): RateWindow {
  const back = Math.floor(((nowMs - startedAtMs) * limit) / lengthMs)
  return back === 0
    ? { startedAtMs, used }
    : { startedAtMs: startedAtMs + Math.floor((back * lengthMs) / limit), used: Math.max(0, used - back) }
}
