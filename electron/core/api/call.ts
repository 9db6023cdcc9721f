/**
 * One call from input to outcome: the key, the brake, the request, its tries, the judgement, the log. Keeps that a call
 * never rejects and that a POST goes out once at the most: what fails before the transport is not sent, a fault of ours
 * after it is in doubt.
 */
import { ok } from '#shared/result.ts'
import type { Clock, KeyVault, Log } from '../ports.ts'
import { type Addresses, readAddress } from './addresses.ts'
import { createAuthBrake } from './auth-brake.ts'
import { classify } from './classify.ts'
import { buildRequest, type Endpoint, type WireRequest } from './endpoint.ts'
import { concealKey, takeKey } from './key.ts'
import { type CallLimits, callLimits } from './limits.ts'
import type { CallEvidence, CallOutcome } from './outcome.ts'
import { type ApiProfile, builtInProfile } from './profile.ts'
import type { ProxySettings } from './proxy.ts'
import { createRateMeter } from './rate.ts'
import { type Reading, readResult } from './reading.ts'
import { createServerClock } from './server-clock.ts'
import { type AnswerKind, createTransport, type TransportRequest, type TransportResult } from './transport.ts'
import { sendInTries } from './tries.ts'

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
  /** Without one, the service is reached directly, whatever the environment says. */
  readonly proxy?: ProxySettings | undefined
}

export interface Calls {
  /** Never rejects. The outcome holds neither the key nor a whole card code. */
  call<Input, Value>(endpoint: Endpoint<Input, Value>, input: Input): Promise<CallOutcome<Value>>
  /** How long background work waits for room in the rate limit, in milliseconds; 0: it may go. */
  backgroundWaitMs(): number
  /** By how much the service's clock is ahead of the machine's; null before it told its time. */
  serverOffsetMs(): number | null
  close(): Promise<void>
}

/** What one call knows before anything leaves: its request, or why there is none. No key: it goes without. */
type Prepared =
  | { readonly ok: true; readonly key: string | undefined; readonly request: TransportRequest }
  | { readonly ok: false; readonly reason: string }
type Ready = Extract<Prepared, { ok: true }>

export function createCalls(options: CallOptions): Calls {
  const { clock, log, readKey, profile = builtInProfile } = options
  const limits: CallLimits = { ...callLimits, ...options.limits }
  const addresses: Addresses = {
    platform: readAddress(options.baseUrl),
    bills: readAddress(options.billUrl),
  }
  const transport = createTransport(limits, options.proxy)
  const brake = createAuthBrake()
  const rate = createRateMeter()
  const serverClock = createServerClock()

  async function prepare<Input, Value>(endpoint: Endpoint<Input, Value>, input: Input): Promise<Prepared> {
    const address = addresses[endpoint.host]
    if (!address.ok) return address
    const wire = buildRequest(endpoint, input, profile)
    if (wire === undefined) return { ok: false, reason: 'invalid-request' }
    const key = endpoint.goesWithoutKey ? ok(undefined) : await takeKey(readKey, limits.keyMs)
    if (!key.ok) return { ok: false, reason: key.error }
    if (key.value !== undefined && !brake.admits(key.value, endpoint.provesKey ?? false, clock.nowMs())) {
      return { ok: false, reason: 'key-refused' }
    }
    const { origin, prefix } = address
    const answerKind = endpoint.answerKind ?? 'message'
    const headers = headersFor(wire, key.value, answerKind)
    const path = prefix + wire.path
    return { ok: true, key: key.value, request: { ...wire, origin, path, headers, answerKind } }
  }

  /** One try. What an answer says of the time and of the rate is noted of each, whatever becomes of the call. */
  async function send(request: TransportRequest, withinMs: number): Promise<TransportResult> {
    const startedAtMs = clock.nowMs()
    const end = rate.begin(startedAtMs)
    const result = await transport.send(request, withinMs)
    const endedAtMs = clock.nowMs()
    const reading = readResult(result, request.answerKind)
    const serverTimeMs = reading.kind === 'message' ? reading.serverTimeMs : null
    if (serverTimeMs !== null) serverClock.note(serverTimeMs, startedAtMs, endedAtMs)
    end(result, endedAtMs, serverTimeMs)
    return result
  }

  async function perform<Input, Value>(
    endpoint: Endpoint<Input, Value>,
    input: Input,
    { key, request }: Ready,
    startedAtMs: number,
  ): Promise<CallOutcome<Value>> {
    const result = await sendInTries({ clock, limits, send }, request)
    const reading = readResult(result, request.answerKind)
    const endedAtMs = clock.nowMs()
    const evidence = { endpoint: endpoint.name, startedAtMs, endedAtMs, ...evidenceIn(reading) }
    const outcome = classify(endpoint, input, reading, evidence)
    if (key === undefined) return outcome
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
    backgroundWaitMs: () => rate.backgroundWaitMs(clock.nowMs()),
    serverOffsetMs: () => serverClock.offsetMs(),
    close: () => transport.close(),
  }
}

const headersFor = (
  wire: WireRequest,
  key: string | undefined,
  answerKind: AnswerKind,
): Readonly<Record<string, string>> => ({
  accept: answerKind === 'file' ? '*/*' : 'application/json',
  'user-agent': 'comptoir',
  ...(key === undefined ? {} : { 'x-access-token': key }),
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
