/**
 * The tries of one call, one after the other. Keeps that they all end within the call's own time, and that a call of which
 * any try may have left never ends as not sent.
 */
import type { Clock, Random } from '../ports.ts'
import type { CallLimits } from './limits.ts'
import type { Answered } from './reading.ts'
import { retryWaitMs } from './retry.ts'
import type { TransportRequest } from './transport.ts'

export interface TriesOptions {
  readonly clock: Clock
  readonly random: Random
  readonly limits: CallLimits
  /** One try, which ends within the time that it is given. */
  send(request: TransportRequest, withinMs: number): Promise<Answered>
  /** Whether another try may go out at all: the key may have been refused meanwhile. */
  mayGoOn(): boolean
  /** How long another try has to wait for room in the rate limit, in milliseconds. */
  rateWaitMs(): number
}

/** Sends, and sends again where retry.ts says so. Never rejects where `send` does not. */
export async function sendInTries(options: TriesOptions, request: TransportRequest): Promise<Answered> {
  const { clock, random, limits, send, mayGoOn, rateWaitMs } = options
  const totalMs = request.answerKind === 'file' ? limits.fileTotalMs : limits.totalMs
  const { maxTries, retryBaseMs } = limits
  const within = { maxTries, retryBaseMs, retryWithinMs: Math.min(limits.retryWithinMs, totalMs) }
  /** Counted in durations: the clock that a person sets is no measure. */
  let spentMs = 0
  let left: Answered | undefined
  for (let tries = 1; ; tries += 1) {
    const startedAtMs = clock.elapsedMs()
    const answered = await send(request, Math.max(0, totalMs - spentMs))
    spentMs += clock.elapsedMs() - startedAtMs
    const { result } = answered
    if (result.kind !== 'not-sent') left = answered
    const tried = { method: request.method, result, tries, spentMs, nowMs: clock.nowMs() }
    const waitMs = retryWaitMs({ ...tried, rateWaitMs: rateWaitMs(), random: random.draw() }, within)
    if (waitMs === undefined || !mayGoOn()) return left ?? answered
    await new Promise<void>((resolve) => clock.after(waitMs, resolve))
    if (!mayGoOn()) return left ?? answered
    spentMs += waitMs
  }
}
