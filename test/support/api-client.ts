/** The API client for tests, on real sockets: short limits, the machine's clock, a log that can be read. */
import type { CallOptions } from '#core/api/call.ts'
import { createServiceClient, type ServiceClient } from '#core/api/client.ts'
import type { CallLimits } from '#core/api/limits.ts'
import type { Clock, Log } from '#core/ports.ts'
import { ok } from '#shared/result.ts'

export const testKey = 'test-key-5b1c9e07a4'

/** No machine is so busy that it answers later; tries follow each other at once. */
const patientLimits: Partial<CallLimits> = { retryBaseMs: 1 }

/** For the tests of these limits: short enough that each takes a moment. */
export const shortLimits: Partial<CallLimits> = {
  keyMs: 400,
  connectMs: 400,
  headersMs: 400,
  bodyMs: 400,
  totalMs: 1_500,
  retryBaseMs: 1,
}

export const systemClock: Clock = {
  nowMs: Date.now,
  elapsedMs: () => performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
}

export interface LogLine {
  readonly level: string
  readonly what: string
  readonly facts: unknown
}

/** A log that keeps its lines. */
export function keepLog(): Log & { readonly lines: LogLine[] } {
  const lines: LogLine[] = []
  return { lines, write: (level, what, facts) => lines.push({ level, what, facts }) }
}

/** A client for the service at `baseUrl`. The caller closes it. */
export function clientFor(baseUrl: string, more: Partial<CallOptions> = {}): ServiceClient {
  return createServiceClient({
    baseUrl,
    billUrl: baseUrl,
    readKey: async () => ok(testKey),
    clock: systemClock,
    log: keepLog(),
    ...more,
    limits: { ...patientLimits, ...more.limits },
  })
}
