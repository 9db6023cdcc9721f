/**
 * One call from input to outcome: the key, the brake, the request, the transport, the judgement, the log. Keeps that a
 * call never rejects and goes out once at the most: what fails before the transport is not sent, a fault of ours after
 * it is in doubt.
 */
import type { Clock, KeyVault, Log } from '../ports.ts'
import { type Addresses, readAddress } from './addresses.ts'
import { createAuthBrake } from './auth-brake.ts'
import { classify } from './classify.ts'
import { buildRequest, type Endpoint, type WireRequest } from './endpoint.ts'
import { concealKey, takeKey } from './key.ts'
import { type CallLimits, callLimits } from './limits.ts'
import type { CallEvidence, CallOutcome } from './outcome.ts'
import { type ApiProfile, builtInProfile } from './profile.ts'
import { createRateMeter, type RateBudget } from './rate.ts'
import { type Reading, readResult } from './reading.ts'
import { createTransport, type TransportRequest } from './transport.ts'

export interface CallOptions {
  /** Everything but bill payment, and bill payment. https, or http on this machine. */
  readonly baseUrl: string
  readonly billUrl: string
  readonly readKey: KeyVault['readKey']
  readonly clock: Clock
  readonly log: Log
  /** Without one, the profile that comes with the product. */
  readonly profile?: ApiProfile | undefined
  readonly limits?: Partial<CallLimits> | undefined
  /** Told by how much the service's clock is ahead of the machine's, at every answer that says its time. */
  readonly onServerTime?: ((offsetMs: number) => void) | undefined
}

export interface Calls {
  /** Never rejects. The outcome holds neither the key nor a whole card code. */
  call<Input, Value>(endpoint: Endpoint<Input, Value>, input: Input): Promise<CallOutcome<Value>>
  budget(): RateBudget | null
  close(): Promise<void>
}

/** What one call knows before anything leaves: its request, or why there is none. */
type Prepared =
  | { readonly ok: true; readonly key: string; readonly request: TransportRequest }
  | { readonly ok: false; readonly reason: string }

export function createCalls(options: CallOptions): Calls {
  const { clock, log, readKey, profile = builtInProfile } = options
  const limits: CallLimits = { ...callLimits, ...options.limits }
  const addresses: Addresses = {
    platform: readAddress(options.baseUrl),
    bills: readAddress(options.billUrl),
  }
  const transport = createTransport(limits)
  const brake = createAuthBrake()
  const rate = createRateMeter()

  async function prepare<Input, Value>(endpoint: Endpoint<Input, Value>, input: Input): Promise<Prepared> {
    const address = addresses[endpoint.host]
    if (!address.ok) return address
    const wire = buildRequest(endpoint, input, profile)
    if (wire === undefined) return { ok: false, reason: 'invalid-request' }
    const key = await takeKey(readKey, limits.keyMs)
    if (!key.ok) return { ok: false, reason: key.error }
    if (!brake.admits(key.value, endpoint.provesKey ?? false, clock.nowMs())) {
      return { ok: false, reason: 'key-refused' }
    }
    const { origin, prefix } = address
    const headers = headersFor(wire, key.value)
    return { ok: true, key: key.value, request: { ...wire, origin, path: prefix + wire.path, headers } }
  }

  function noteTime(reading: Reading, evidence: CallEvidence): void {
    if (reading.kind !== 'message' || reading.serverTimeMs === null) return
    options.onServerTime?.(reading.serverTimeMs - (evidence.startedAtMs + evidence.endedAtMs) / 2)
  }

  async function perform<Input, Value>(
    endpoint: Endpoint<Input, Value>,
    input: Input,
    { key, request }: { readonly key: string; readonly request: TransportRequest },
    startedAtMs: number,
  ): Promise<CallOutcome<Value>> {
    const result = await transport.send(request)
    const reading = readResult(result)
    const endedAtMs = clock.nowMs()
    const evidence = { endpoint: endpoint.name, startedAtMs, endedAtMs, ...evidenceIn(reading) }
    noteTime(reading, evidence)
    if (result.kind === 'answer') {
      const serverTimeMs = reading.kind === 'message' ? reading.serverTimeMs : null
      rate.read(result.headers, endedAtMs, serverTimeMs)
    }
    const outcome = classify(endpoint, input, reading, evidence)
    brake.watch(key, endpoint.provesKey ?? false, outcome, endedAtMs)
    return concealKey(outcome, key)
  }

  return {
    async call(endpoint, input) {
      const startedAtMs = clock.nowMs()
      const bare = (): CallEvidence => {
        const times = { startedAtMs, endedAtMs: clock.nowMs() }
        return { endpoint: endpoint.name, ...times, httpStatus: null, requestId: null }
      }
      let leaving = false
      try {
        const prepared = await prepare(endpoint, input)
        leaving = prepared.ok
        const outcome = prepared.ok
          ? await perform(endpoint, input, prepared, startedAtMs)
          : ({ kind: 'not-sent', reason: prepared.reason, evidence: bare() } as const)
        writeLog(log, endpoint, outcome)
        return outcome
      } catch {
        return { kind: leaving ? 'in-doubt' : 'not-sent', reason: 'internal', evidence: bare() }
      }
    },
    budget: () => rate.budget(clock.nowMs()),
    close: () => transport.close(),
  }
}

const headersFor = (wire: WireRequest, key: string): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  'user-agent': 'comptoir',
  'x-access-token': key,
  ...(wire.body === null ? {} : { 'content-type': 'application/json' }),
})

const evidenceIn = (reading: Reading): Pick<CallEvidence, 'httpStatus' | 'requestId'> =>
  reading.kind === 'not-sent'
    ? { httpStatus: null, requestId: null }
    : { httpStatus: reading.status, requestId: reading.requestId }

/** Names, numbers and words of our own: no body, no header, no message of the service. */
function writeLog<Input, Value>(
  log: Log,
  endpoint: Endpoint<Input, Value>,
  outcome: CallOutcome<Value>,
): void {
  const { evidence } = outcome
  const usual = outcome.kind === 'accepted' && endpoint.class === 'read'
  log.write(usual ? 'debug' : outcome.kind === 'accepted' ? 'info' : 'warn', 'api call', {
    endpoint: evidence.endpoint,
    outcome: outcome.kind,
    reason: outcome.kind === 'refused' ? outcome.error.code : 'reason' in outcome ? outcome.reason : null,
    status: evidence.httpStatus,
    requestId: evidence.requestId,
    ms: evidence.endedAtMs - evidence.startedAtMs,
  })
}
