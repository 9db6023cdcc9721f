/**
 * For tests of the auth lockout: services that refuse keys, and a client whose time and key the test turns. What is opened is
 * closed when the test is over.
 */
import { onTestFinished } from 'vitest'
import type { CallOptions } from '#core/api/call.ts'
import type { ServiceClient } from '#core/api/client.ts'
import type { CallOutcome } from '#core/api/outcome.ts'
import { ok } from '#shared/result.ts'
import { clientFor, systemClock, testKey } from './api-client.ts'
import { billMethods, billRequests } from './bill-requests.ts'
import { serve } from './client-on-wire.ts'
import { platformMethods, platformRequests } from './platform-requests/all.ts'
import { httpAnswer, type RawService } from './raw-service.ts'

/** A client that begins with the test's key at a time of its own. */
export function connect(baseUrl: string, more: Partial<CallOptions> = {}) {
  let nowMs = Date.UTC(2026, 9, 5, 8)
  let key = testKey
  const clock = { ...systemClock, nowMs: () => nowMs }
  const client = clientFor(baseUrl, { clock, readKey: async () => ok(key), ...more })
  onTestFinished(client.close)
  return {
    client,
    pass(ms: number) {
      nowMs += ms
    },
    give(newKey: string) {
      key = newKey
    },
    nowMs: () => nowMs,
  }
}

export const validAnswer = JSON.stringify({
  success: true,
  data: { username: '0550', apiKey: { key: 'x', isEnabled: true, type: 'SANDBOX', scope: 'READ-WRITE' } },
})

export const refusal = (code: string, attemptsLeft?: number) =>
  JSON.stringify({ success: false, error: { code, message: 'no', details: { attemptsLeft } } })

export const refused = (attemptsLeft?: number) =>
  httpAnswer(401, refusal('INVALID_ACCESS_TOKEN', attemptsLeft))

/** Refuses every key but `good-key`, and reports what is left of `left` where it `reportsLeft`. */
export function refusing({ reportsLeft = false, left = 5 } = {}): Promise<RawService> {
  let attempts = left
  return serve((socket, { headers }) => {
    if (headers['x-access-token'] === 'good-key') return socket.write(httpAnswer(200, validAnswer))
    attempts -= 1
    return socket.write(refused(reportsLeft ? attempts : undefined))
  })
}

/** A person checks the key, again and again. */
export async function press(client: ServiceClient, times = 5): Promise<void> {
  for (let time = 0; time < times; time += 1) await client.validateKey()
}

/** Every call of the client that carries the key, one after the other, the key's own check first. */
export async function allCalls(client: ServiceClient): Promise<readonly CallOutcome<unknown>[]> {
  const outcomes: CallOutcome<unknown>[] = []
  for (const method of platformMethods) {
    if (method !== 'ping') outcomes.push(await platformRequests[method].ask(client))
  }
  for (const method of billMethods) outcomes.push(await billRequests[method].ask(client))
  return outcomes
}

/** The outcome of a call that the lockout holds back. */
export const held = (reason: 'key-refused' | 'address-blocked') => ({ kind: 'not-sent', reason })
export const once = { kind: 'once' }
export const newKey = { kind: 'new-key' }
