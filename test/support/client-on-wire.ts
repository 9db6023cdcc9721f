/** The API client against bare TCP: services and clients that are closed when their test is over, and orders to send. */
import { afterAll, beforeEach, onTestFinished } from 'vitest'
import type { CallOptions } from '#core/api/call.ts'
import type { ServiceClient } from '#core/api/client.ts'
import { clientFor } from './api-client.ts'
import { type Behaviour, httpAnswer, type RawService, startRawService } from './raw-service.ts'
import { refNumber } from './refs.ts'

/** A service until the test is over. */
export async function serve(behave: Behaviour): Promise<RawService> {
  const service = await startRawService(behave)
  onTestFinished(service.close)
  return service
}

/** One service for all tests of a file, which say how it behaves. Each begins with no request seen. */
export async function serviceOfFile(): Promise<RawService & { behave: Behaviour }> {
  const raw = await startRawService((...seen) => service.behave(...seen))
  const silent: Behaviour = () => {}
  const service = { ...raw, behave: silent }
  beforeEach(() => {
    service.requests.length = 0
  })
  afterAll(service.close)
  return service
}

/** A client until the test is over. */
export function connect(baseUrl: string, more: Partial<CallOptions> = {}): ServiceClient {
  const client = clientFor(baseUrl, more)
  onTestFinished(client.close)
  return client
}

export const order = (number: number) =>
  ({ type: 'ADSL', number: '023456789', value: 500, ref: refNumber(number) }) as const

/** The answer that takes this order. */
export const taken = (number: number) =>
  httpAnswer(200, JSON.stringify({ success: true, data: { topupId: 't1', topupRef: refNumber(number) } }))

/** A balance of 1200.50 dinars. */
export const balance = '{"success":true,"data":{"balance":1200.5}}'

export const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))
