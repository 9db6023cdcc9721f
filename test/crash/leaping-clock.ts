/**
 * A clock that stands still while anything is under way, and leaps to the next wait when nothing is: hours pass in a moment,
 * and the same sale takes the same steps each time. Calls are seen on undici's own channels, outside the product.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { Clock } from '#core/ports.ts'

/** Turns of the event loop without a call under way after which nothing of ours is left to run. */
const QUIET_TURNS = 4
const MAX_LEAPS = 5_000
/** A backstop, in real time, for what never comes. */
const PATIENCE_MS = 500_000

/** What undici publishes of a request on its diagnostics channels, as far as we look. */
export interface SeenRequest {
  readonly origin?: unknown
  readonly method?: string
  readonly path?: string
}
export const requestOfMessage = (message: unknown): SeenRequest =>
  (message as { readonly request?: SeenRequest }).request ?? {}

const underWay = new Map<SeenRequest, string>()
const waiting = new Set<() => void>()
const isControl = ({ path = '' }: SeenRequest) => path.startsWith('/training/')

function noteEnd(message: unknown): void {
  if (underWay.delete(requestOfMessage(message))) for (const resolve of waiting) resolve()
}
subscribe('undici:request:create', (message) => {
  const request = requestOfMessage(message)
  if (!isControl(request)) underWay.set(request, String(request.origin))
})
subscribe('undici:request:trailers', noteEnd)
subscribe('undici:request:error', noteEnd)

export interface LeapingClock extends Clock {
  /** Leaps from wait to wait until it is so; throws, with what was waited for, where it does not come. */
  passUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<void>
}

export interface LeapingClockOptions {
  readonly startMs: number
  /** The calls to wait for: all that go to one of these origins. */
  readonly origins: readonly string[]
  /** Called before any work of the new time runs, and waited for. */
  onLeap(toMs: number): Promise<void> | void
}

export function createLeapingClock({ startMs, origins, onLeap }: LeapingClockOptions): LeapingClock {
  let nowMs = startMs
  let timers: { readonly atMs: number; readonly work: () => void }[] = []
  const isBusy = () => [...underWay.values()].some((origin) => origins.includes(origin))

  async function quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (!isBusy()) continue
      turns = -1
      await nextEnd()
    }
  }

  async function leap(): Promise<void> {
    const next = timers[0]
    if (!next) throw new Error('nothing is waited for any more')
    timers = timers.slice(1)
    nowMs = Math.max(nowMs, next.atMs)
    await onLeap(nowMs)
    next.work()
  }

  return {
    nowMs: () => nowMs,
    elapsedMs: () => nowMs,
    after(delayMs, work) {
      const timer = { atMs: nowMs + Math.ceil(delayMs), work }
      timers = [...timers, timer].sort((a, b) => a.atMs - b.atMs)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    async passUntil(what, isSo) {
      const endMs = Date.now() + PATIENCE_MS
      for (let leaps = 0; leaps < MAX_LEAPS && Date.now() < endMs; leaps += 1) {
        await quiet()
        if (await isSo()) return
        await leap()
      }
      throw new Error(`waited in vain until ${what}`)
    },
  }
}

/** When a call ends, or after a moment: one that is held never does. */
function nextEnd(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      waiting.delete(go)
      resolve()
    }
    const timer = setTimeout(go, 1_000)
    waiting.add(go)
  })
}
