/**
 * The rate budget: what the service last said is left (service-api.md, "Limits": X-RateLimit-Limit, -Remaining and
 * -Reset in epoch seconds). Told in the machine's own time, because the two clocks may differ.
 */
import type { AnswerHeaders } from './transport.ts'

export interface RateBudget {
  readonly limit: number
  readonly remaining: number
  /** When the window starts anew, by the machine's clock. */
  readonly resetAtMs: number
}

/** No window is believed to be longer: a nonsensical reset must not hold the polls for days. */
const MAX_WINDOW_MS = 3_600_000

export interface RateMeter {
  /** Takes in an answer's headers; those without a whole budget change nothing. */
  read(headers: AnswerHeaders, nowMs: number, serverTimeMs: number | null): void
  budget(nowMs: number): RateBudget | null
}

export function createRateMeter(): RateMeter {
  let latest: RateBudget | null = null
  return {
    read(headers, nowMs, serverTimeMs) {
      const limit = count(headers['x-ratelimit-limit'])
      const remaining = count(headers['x-ratelimit-remaining'])
      const resetS = count(headers['x-ratelimit-reset'])
      if (limit === undefined || remaining === undefined || resetS === undefined) return
      const untilResetMs = Math.min(Math.max(resetS * 1000 - (serverTimeMs ?? nowMs), 0), MAX_WINDOW_MS)
      latest = { limit, remaining, resetAtMs: nowMs + untilResetMs }
    },
    budget: (nowMs) => (latest !== null && nowMs < latest.resetAtMs ? latest : null),
  }
}

const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined
