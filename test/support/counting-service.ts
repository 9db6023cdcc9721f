/**
 * A service for counting, on the in-memory line: the document's rate limit with its headers, and a list of every call that came
 * in. What is answered is the test's.
 */
import { rateLimitCount } from '#shared/limits.ts'
import { answerAt } from './line.ts'

export interface CountedCall {
  readonly atMs: number
  readonly path: string
  /** Past the limit: answered 429. */
  readonly refused: boolean
}

export interface Answer {
  readonly status: number
  readonly body: object
}

interface Asked {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}

const WINDOW_MS = 60_000

export const success = (data: object, more: object = {}): Answer => ({
  status: 200,
  body: { success: true, data, ...more },
})
export const failure = (status: number, code: string): Answer => ({
  status,
  body: { success: false, error: { code, message: code } },
})

/** Starts it until the test is over. `answer` answers what the calls of every counter do not: key, balance, products. */
export function startCountingService(nowMs: () => number, answer: (asked: Asked) => Answer) {
  const calls: CountedCall[] = []
  let window = { startedAtMs: nowMs(), used: 0 }

  function count(path: string): CountedCall {
    const atMs = nowMs()
    if (atMs >= window.startedAtMs + WINDOW_MS) window = { startedAtMs: atMs, used: 0 }
    window.used += 1
    const call = { atMs, path, refused: window.used > rateLimitCount }
    calls.push(call)
    return call
  }

  const { baseUrl } = answerAt(({ path: asked, body }) => {
    const { pathname: path, searchParams: query } = new URL(asked, 'http://127.0.0.1')
    const { status, body: envelope } = count(path).refused
      ? failure(429, 'RATE_LIMIT_EXCEEDED')
      : (commonAnswers[path] ?? answer({ path, query, body }))
    const headers = {
      'content-type': 'application/json',
      'X-RateLimit-Limit': String(rateLimitCount),
      'X-RateLimit-Remaining': String(Math.max(0, rateLimitCount - window.used)),
      'X-RateLimit-Reset': String(Math.ceil((window.startedAtMs + WINDOW_MS) / 1_000)),
    }
    const timestamp = new Date(nowMs()).toISOString()
    const meta = {
      timestamp,
      ...('meta' in envelope && typeof envelope.meta === 'object' ? envelope.meta : {}),
    }
    return { kind: 'whole', answer: { status, headers, body: JSON.stringify({ ...envelope, meta }) } }
  })
  return { baseUrl, billUrl: baseUrl, calls }
}

const key = { isEnabled: true, type: 'SANDBOX', scope: 'READ-WRITE' }

const commonAnswers: Readonly<Record<string, Answer>> = {
  '/v3/validate': success({ username: '0550', apiKey: key }),
  '/v3/account/balance': success({ balance: 1_000_000 }),
  '/v3/internet/products': success({ products: [{ cost: 965, value: 1_000, available: true }] }),
  '/v3/internet/check-number': success({ ncli: '12***89' }),
}

/** The most calls that lie within any minute. */
export function busiestMinute(calls: readonly CountedCall[]): number {
  const times = calls.map(({ atMs }) => atMs).sort((a, b) => a - b)
  let first = 0
  return Math.max(
    ...times.map((atMs, last) => {
      while (atMs - (times[first] ?? atMs) >= WINDOW_MS) first += 1
      return last - first + 1
    }),
  )
}
