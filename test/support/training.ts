/**
 * The training service for other tests: started in this process with its control endpoints open, and those endpoints as
 * typed calls. `controlsOf` gives the same calls for a service that runs elsewhere.
 */
import { onTestFinished } from 'vitest'
import type { Clock } from '#core/ports.ts'
import type { BillPartner, PartnerStatus } from '#shared/products/bill.ts'
import type { MobilePart, PartStatus } from '#shared/products/mobile.ts'
import type { Host } from '#training/answer.ts'
import type { Incoming } from '#training/answer-request.ts'
import type { Fault } from '#training/faults.ts'
import { trainingKeys } from '#training/keys.ts'
import type { Ledger } from '#training/ledger.ts'
import { readOptions, type TrainingOptions } from '#training/options.ts'
import { once, startTrainingService, type TrainingService } from '#training/service.ts'
import type { SeenRequest } from '#training/training-core.ts'
import { openTrainingCore } from '#training/training-core.ts'
import { answerAt, fetchAt, type LineRequest } from './line.ts'
import { type Address, readAddress } from './training-calls.ts'

/** High enough that no test meets the rate limit unless it asks for one. */
const RATE_LIMIT_FOR_TESTS = 100_000

export interface TrainingControls {
  /** Appends faults for the next requests that fit them. */
  addFaults(...faults: readonly Fault[]): Promise<void>
  clearFaults(): Promise<void>
  /** Lets all held requests go on; answers how many there were. */
  release(): Promise<number>
  ledger(): Promise<Ledger>
  /** The last 1,000 requests, oldest first. */
  requests(): Promise<readonly SeenRequest[]>
  heldCount(): Promise<number>
  /** Switches a biller off or on for the production key. */
  switchPartner(partner: BillPartner, status: PartnerStatus): Promise<void>
  /** Has the health check say that an operator is down, or up again. */
  switchOperator(operator: MobilePart, status: PartStatus): Promise<void>
}

/** The control calls of the service at this address. Each throws where the service does not answer 200. */
export function controlsOf(address: Address): TrainingControls {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetchAt(`${readAddress(address)}/training/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} /training/${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  return {
    addFaults: async (...faults) => void (await call('POST', 'faults', { faults })),
    clearFaults: async () => void (await call('DELETE', 'faults')),
    release: async () => (await call('POST', 'release')).released,
    ledger: () => call('GET', 'ledger'),
    requests: async () => (await call('GET', 'requests')).requests,
    heldCount: async () => (await call('GET', 'held')).held,
    switchPartner: async (partner, status) => void (await call('POST', 'partners', { partner, status })),
    switchOperator: async (operator, status) => void (await call('POST', 'operators', { operator, status })),
  }
}

export type LineService = TrainingService & TrainingControls

/** The training service's own logic on the in-memory line, until the test is over. Its waits are by `clock`. */
export function startLineService(
  clock: Pick<Clock, 'nowMs' | 'after'>,
  options: TrainingOptions = {},
): LineService {
  const { nowMs, after } = clock
  const training = openTrainingCore(
    readOptions({ control: true, rateLimit: RATE_LIMIT_FOR_TESTS, nowMs, after, ...options }),
  )
  const at = (host: Host) => answerAt((request) => training.answer(incomingOf(host, request)))
  const [platform, bill] = [at('platform'), at('bill')]
  const close = once(async () => {
    for (const address of [platform, bill]) address.close()
    training.close()
  })
  onTestFinished(close)
  const { baseUrl } = platform
  return { baseUrl, billUrl: bill.baseUrl, keys: trainingKeys, close, ...controlsOf(baseUrl) }
}

function incomingOf(host: Host, { method, path, headers, body }: LineRequest): Incoming {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1')
  const key = headers['x-access-token']
  const address = { address: '127.0.0.1', origin: 'http://127.0.0.1' }
  return { host, method, path: pathname, query: searchParams, key, body, ...address }
}

/** Starts a training service in this process, over HTTP. The caller closes it. */
export async function startService(
  options: TrainingOptions = {},
): Promise<TrainingService & TrainingControls> {
  const service = await startTrainingService({ control: true, rateLimit: RATE_LIMIT_FOR_TESTS, ...options })
  return { ...service, ...controlsOf(service.baseUrl) }
}
