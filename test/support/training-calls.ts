/** Plain calls to a training service with one of its keys, answers parsed and nothing else: for tests of the service itself. */
import { trainingKeys } from '#training/keys.ts'
import { fetchAt } from './line.ts'

/** As loose as a test needs it: each test says what it expects to find. */
// biome-ignore lint/suspicious/noExplicitAny: the body of any answer, asserted on by the caller.
type Body = any

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
}

export interface Caller {
  get(path: string): Promise<Answered>
  post(path: string, body: unknown): Promise<Answered>
  /** POST /v3/internet/send with a good body, changed by `over`. */
  send(over?: Readonly<Record<string, unknown>>): Promise<Answered>
  readStatus(ref: string): Promise<Answered>
}

/** Where a service is, or what says so where it changes from test to test. */
export type Address = string | (() => string)
export const readAddress = (address: Address): string => (typeof address === 'string' ? address : address())

/** A caller with a key of the training service (the sandbox's by default), or with none where `key` is null. */
export function callerOf(address: Address, key: string | null = trainingKeys.sandbox): Caller {
  const call = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const headers = key === null ? {} : { 'X-Access-Token': key }
    const response = await fetchAt(`${readAddress(address)}${path}`, { ...init, headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }
  const post = (path: string, body: unknown) =>
    call(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
  return {
    get: (path) => call(path),
    post,
    send: (over) =>
      post('/v3/internet/send', { type: 'ADSL', number: '023456789', value: 1000, ref: 'sale-1', ...over }),
    readStatus: (ref) => call(`/v3/internet/check-ref/${encodeURIComponent(ref)}`),
  }
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface HandClock {
  nowMs(): number
  pass(ms: number): void
  /** Back to the time at which it began. */
  reset(): void
}

/** A clock that stands still until a test moves it on. */
export function handClock(startMs = Date.parse('2026-10-05T08:00:00Z')): HandClock {
  let atMs = startMs
  return {
    nowMs: () => atMs,
    pass(ms) {
      atMs += ms
    },
    reset() {
      atMs = startMs
    },
  }
}
