/**
 * One call from input to outcome: its preparation, the request, its tries, the judgement, the log. Keeps that a call
 * never rejects and that a POST goes out once at the most: what fails before the transport is not sent, a fault of ours
 * after it is in doubt.
 */

import type { ServiceHost } from '#shared/service-errors.ts'
import { type Clock, type KeyVault, type Log, type Random, systemRandom } from '../ports.ts'
import { type CleanLog, cleanLog, type Redactor } from '../redaction.ts'
import { type ProxySettings, readAddress } from './addresses.ts'
import { type Attempt, createAuthLockout, type KeyStanding } from './auth-lockout.ts'
import type { AuthoritySource } from './authorities.ts'
import { classify } from './classify.ts'
import type { Endpoint } from './endpoint.ts'
import { concealKey } from './key.ts'
import { createKeyAccountBinding, type KeyAccountBinding } from './key-account-binding.ts'
import { type CallLimits, callLimits } from './limits.ts'
import type { CallEvidence, CallOutcome } from './outcome.ts'
import type { KeyWord } from './platform-records.ts'
import { createPreparation, type Ready } from './prepare-call.ts'
import { type ApiProfile, builtInProfile } from './profile.ts'
import { createRateMeter, type RateMeter, type Urgency } from './rate.ts'
import { type Answered, type Reading, readResult } from './reading.ts'
import type { RefusedKeyMemory } from './refused-key-file.ts'
import { retryWaitMs } from './retry.ts'
import { cardSecretsIn } from './secret.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'
import { createServiceWords, type ServiceWord, type ServiceWords } from './service-words.ts'
import { createTransport, overBadLine, type Transport, type TransportRequest } from './transport.ts'

export interface CallOptions {
  /** Everything but bill payment, and bill payment. https, or http on this machine. */
  readonly baseUrl: string
  readonly billUrl: string
  readonly readKey: KeyVault['readKey']
  /**
   * Whether what a host says of a key fits the account. With it, nothing but the question whose a key is goes out with a key
   * of which that was not said in this session. Without it any key goes: that of a check belongs to no account yet.
   */
  readonly isOwnKey?: ((word: KeyWord) => boolean) | undefined
  readonly clock: Clock
  readonly log: Log
  /**
   * Without one, the profile that comes with the product. 'unusable': the shop has its own and it cannot be read; no call
   * is made at all, because one by another profile could ask the wrong thing.
   */
  readonly profile?: ApiProfile | 'unusable' | undefined
  /** Without one, a refused key is forgotten at the end of the process. */
  readonly refusedKeys?: RefusedKeyMemory | undefined
  readonly limits?: Partial<CallLimits> | undefined
  /** Without one, the service is reached directly, whatever the environment says. */
  readonly proxy?: ProxySettings | undefined
  /** Who vouches for the service's hosts; Node's own list where nothing is said. */
  readonly authorities?: AuthoritySource | undefined
  /** What carries the requests. Without one, connections of its own; limits, proxy and authorities are theirs. */
  readonly transport?: Transport | undefined
  /** Whether the line loses answers just now, to practise with: see `overBadLine`. Never given where money is real. */
  readonly isLineBad?: (() => boolean) | undefined
  readonly random?: Random | undefined
  /** `serviceWords` has changed. */
  readonly onServiceWord?: (() => void) | undefined
}

export type Call = <Input, Value>(
  endpoint: Endpoint<Input, Value>,
  input: Input,
) => Promise<CallOutcome<Value>>

export interface Calls {
  /** Never rejects. The outcome holds neither the key nor a whole card code. */
  readonly call: Call
  /** The same for what no person asked for: behind the counter in the rate limit, and never with a refused key. */
  readonly callInBackground: Call
  /** How long background work waits for room in the rate limit, in milliseconds; 0: it may go. */
  backgroundWaitMs(urgency?: Urgency): number
  /** How a person stands who would try the key again; undefined while no attempt is counted. */
  keyStanding(): KeyStanding | undefined
  /** What keeps bills from being paid with the key that the platform has named; undefined where nothing does. */
  holdsBills: KeyAccountBinding['holdsBills']
  /** By how much the platform's clock is ahead of the machine's; null before it is known. */
  serverOffsetMs(): number | null
  /** What that may be as well; see ServerClock. */
  otherServerOffsetMs(): number | null
  /** What the service says of itself: maintenance, or too many requests. */
  serviceWords(): readonly ServiceWord[]
  close(): Promise<void>
}

export function createCalls(options: CallOptions): Calls {
  const { clock, profile = builtInProfile, random = systemRandom } = options
  const log = cleanLog(options.log)
  const limits: CallLimits = { ...callLimits, ...options.limits }
  const own = options.transport ?? createTransport(limits, options.proxy, options.authorities)
  const transport = options.isLineBad ? overBadLine(own, options.isLineBad) : own
  const lockout = createAuthLockout(options.refusedKeys)
  const binding = createKeyAccountBinding(options.isOwnKey)
  const rate = createRateMeter(clock)
  const serverClock = createServerClock(clock)
  const words = createServiceWords({ clock, rate, onChange: options.onServiceWord ?? (() => {}) })

  const prepare = createPreparation({
    ...{ readKey: options.readKey, keyMs: limits.keyMs, profile, clock, log, lockout, binding },
    addresses: { platform: readAddress(options.baseUrl), bills: readAddress(options.billUrl) },
  })
  const send = createSending({ transport, rate, serverClock })
  const perform = createPerforming({ clock, random, limits, log, send, rate, words, binding })

  const callAs =
    (byItself: boolean): Call =>
    async (endpoint, input) => {
      const startedAtMs = clock.nowMs()
      const bare = (): CallEvidence => {
        const times = { startedAtMs, endedAtMs: clock.nowMs() }
        return { endpoint: endpoint.name, ...times, httpStatus: null, requestId: null }
      }
      let leaving = false
      try {
        const prepared = await prepare(endpoint, input, byItself)
        leaving = prepared.ok
        const outcome = prepared.ok
          ? await perform(endpoint, input, prepared.value, startedAtMs)
          : ({ kind: 'not-sent', reason: prepared.error, evidence: bare() } as const)
        writeLog(log, endpoint, outcome)
        return outcome
      } catch {
        return { kind: leaving ? 'in-doubt' : 'not-sent', reason: 'internal', evidence: bare() }
      }
    }

  return {
    call: callAs(false),
    callInBackground: callAs(true),
    backgroundWaitMs: rate.backgroundWaitMs,
    keyStanding: () => lockout.standing(clock.nowMs()),
    holdsBills: binding.holdsBills,
    serverOffsetMs: () => serverClock.offsetMs(),
    otherServerOffsetMs: () => serverClock.otherOffsetMs(),
    serviceWords: () => words.list(clock.nowMs()),
    close() {
      words.stop()
      return transport.close()
    },
  }
}

type Send = (
  host: ServiceHost,
  request: TransportRequest,
  withinMs: number,
  attempt: Attempt,
) => Promise<Answered>

interface SendingOptions {
  readonly transport: Transport
  readonly rate: RateMeter
  readonly serverClock: ServerClock
}

/** One try. What an answer says of the time and of the rate is noted of each, whatever becomes of the call. */
const createSending =
  ({ transport, rate, serverClock }: SendingOptions): Send =>
  async (host, request, withinMs, attempt) => {
    const end = rate.begin(host)
    const noteServerTime = serverClock.begin()
    const result = await transport.send(request, withinMs, attempt.heldBack)
    const reading = readResult(result, request.answerKind)
    const serverTimeMs = reading.kind === 'message' ? reading.serverTimeMs : null
    // Orders are dated by the platform's clock; the bill host is another machine and may have another.
    if (serverTimeMs !== null && host === 'platform') noteServerTime(serverTimeMs)
    end(result, serverTimeMs)
    return { result, reading }
  }

interface PerformingOptions {
  readonly clock: Clock
  readonly random: Random
  readonly limits: CallLimits
  readonly log: CleanLog
  readonly send: Send
  readonly rate: Pick<RateMeter, 'backgroundWaitMs'>
  readonly words: Pick<ServiceWords, 'note'>
  readonly binding: Pick<KeyAccountBinding, 'note'>
}

/** A call that may leave: its tries, and what follows from how they ended for the lockout, the binding and the words. */
function createPerforming({ clock, random, limits, log, send, rate, words, binding }: PerformingOptions) {
  return async <Input, Value>(
    endpoint: Endpoint<Input, Value>,
    input: Input,
    { request, keyed }: Ready,
    startedAtMs: number,
  ): Promise<CallOutcome<Value>> => {
    const { host, provesKey } = endpoint
    let outcome: CallOutcome<Value> | undefined
    try {
      const { mayGoOn } = keyed.attempt
      const sendOnce = (one: TransportRequest, withinMs: number) => send(host, one, withinMs, keyed.attempt)
      const rateWaitMs = () => (request.byItself ? rate.backgroundWaitMs() : 0)
      const tries = { clock, random, limits, send: sendOnce, mayGoOn, rateWaitMs }
      const { reading: received } = await sendInTries(tries, request)
      const reading = concealKey(received, keyed.key)
      const times = { startedAtMs, endedAtMs: clock.nowMs() }
      const evidence = { endpoint: endpoint.name, ...times, ...evidenceIn(reading) }
      for (const secret of cardSecretsIn(reading)) log.note('card', secret)
      outcome = withCleanMessage(classify(endpoint, input, reading, evidence), log)
      words.note(host, outcome)
      if (provesKey && outcome.kind === 'accepted') binding.note(host, keyed.key, provesKey(outcome.value))
      return outcome
    } finally {
      keyed.attempt.end(outcome, clock.nowMs())
    }
  }
}

const evidenceIn = (reading: Reading): Pick<CallEvidence, 'httpStatus' | 'requestId'> =>
  reading.kind === 'not-sent'
    ? { httpStatus: null, requestId: null }
    : { httpStatus: reading.status, requestId: reading.requestId }

/** A refusal's sentence goes to the journal and to the screen, and may repeat a card's code of an earlier answer. */
function withCleanMessage<Value>(outcome: CallOutcome<Value>, { clean }: Redactor): CallOutcome<Value> {
  if (outcome.kind !== 'refused') return outcome
  const { refusal } = outcome
  return { ...outcome, refusal: { ...refusal, message: clean(refusal.message) } }
}

/** Names, numbers and words of our own: no body, no header, no message and no code of the service's own spelling. */
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
    reason: outcome.kind === 'refused' ? outcome.refusal.code : 'reason' in outcome ? outcome.reason : null,
    status: evidence.httpStatus,
    requestId: evidence.requestId,
    ms: evidence.endedAtMs - evidence.startedAtMs,
  })
}

// The tries of one call, one after the other. Keeps that they all end within the call's own time, and that a call of which
// any try may have left never ends as not sent.

interface TriesOptions {
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
async function sendInTries(options: TriesOptions, request: TransportRequest): Promise<Answered> {
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
