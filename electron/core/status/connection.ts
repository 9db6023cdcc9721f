/**
 * Whether the service can be reached with this key, and the balance. Owns the asking: at start, again with growing waits
 * while the line is down, at once when a call of anyone else's failed, and never by itself while the key is refused.
 * Selling is open only after an answer that says so, and a service that is asked too much takes none of it back.
 */

import { addressBlockMs } from '#shared/limits.ts'
import type { StatusView } from '#shared/views.ts'
import type { KeyStanding } from '../api/auth-lockout.ts'
import type { ServiceClient } from '../api/client.ts'
import type { BindingReason } from '../api/key-account-binding.ts'
import type { CallFailure } from '../call-error.ts'
import type { AccountName, Clock, Log } from '../ports.ts'
import { isAboutKey, judgeKey, provesLine, saysNothingOfKey, type Verdict } from './judge-key.ts'
import { createTimers, type Timers } from './timers.ts'

/** Waits between two tries while the line is down; the last one holds. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const
const LONGEST_RETRY_MS = 30_000
/** A moment after the end of a block, for clocks that differ. */
const AFTER_BLOCK_MS = 5_000
/** A refusal that may be lifted at the service while the counter is open is asked about this often. */
const SLOWLY_MS = 60_000
/** To a quarter of an hour. */
const MOST_DOUBLINGS = 4
/** Many calls may fail together: the line is tried at most this often on their account. */
const RECHECK_SPACING_MS = 2_000

export type ConnectionView = Pick<StatusView, 'account' | 'connection' | 'balance' | 'selling'>

export interface Connection {
  view(): ConnectionView
  /** Whether looks at open sales may go out. */
  canRead(): boolean
  /** A person asks now; joins the check under way. Never rejects. */
  check(): Promise<void>
  /** The same where no person asks: a key that was refused is not tried again. */
  recheck(): Promise<void>
  /** A call ended without a usable answer: the line is looked at, at once. */
  noteFailure(failure: CallFailure): void
  /** The balance is read again, shortly. */
  noteMoneyMoved(): void
  stop(): void
}

interface ConnectionOptions {
  readonly client: ServiceClient
  readonly clock: Clock
  readonly log: Log
  /** Whose key it has to be. */
  readonly name: AccountName
  onChange(): void
}

export function createConnection(options: ConnectionOptions): Connection {
  const { client, clock, log, name, onChange } = options
  let verdict: Verdict | undefined
  const timers = createTimers(clock)
  const balance = createBalance({
    ...{ client, clock, timers, onChange },
    ...{ onFailure: noteFailure, onFault: noteFault },
  })
  const checks = createSpacedChecks({
    ...{ background: client.background, timers },
    check: (calls) => askKey(calls).catch(noteFault),
  })
  const { recheck } = checks
  const retries = createRetries({ client, clock, timers, recheck, onChange })

  async function askKey({ validateKey }: KeyCalls): Promise<void> {
    const judged = judgeKey(await validateKey(), name)
    if (verdict?.kind === 'online' && saysNothingOfKey(judged)) return retries.planSoon()
    take(judged)
    // A balance that cannot be read does not close selling, and asks for no second check on its account.
    if (judged.kind === 'online' && !timers.areStopped()) await balance.read()
  }

  /** A fault of ours closes selling, and is tried again like a line that is down. */
  function noteFault(fault: unknown): void {
    log.write('error', 'a connection check failed by a fault of ours', { fault: String(fault) })
    take({ kind: 'closed', why: 'offline', detail: 'internal', retry: 'soon' })
  }

  function take(found: Verdict): void {
    verdict = found
    if (timers.areStopped()) return
    onChange()
    retries.planAfter(found)
  }

  function noteFailure(failure: CallFailure): void {
    if (failure.kind === 'refused' && !isAboutKey(failure.refusal.code)) return
    // While the line is known to be down or the key refused, the retries decide when to ask.
    if (verdict?.kind !== 'online' || timers.areStopped() || isHeldBy(failure, 'bill-host-elsewhere')) return
    if (isHeldBy(failure, 'key-unknown')) {
      // What was found was of another key: nothing is sold, and nothing looked at, before this one is judged.
      verdict = undefined
      onChange()
    }
    checks.recheckSpaced()
  }

  return {
    view: () => viewOf(verdict, balance.view(), client.keyStanding()),
    canRead: () => verdict?.kind === 'online',
    check: () => checks.ask(client),
    recheck,
    noteFailure,
    noteMoneyMoved() {
      if (verdict?.kind === 'online') balance.refreshSoon()
    },
    stop: timers.stop,
  }
}

type KeyCalls = Pick<ServiceClient, 'validateKey'>

interface SpacedChecksOptions {
  readonly timers: Timers
  /** What a check by itself asks with. */
  readonly background: KeyCalls
  /** Never rejects. */
  check(calls: KeyCalls): Promise<void>
}

/** One check at a time, and a rest behind each. */
function createSpacedChecks({ timers, background, check }: SpacedChecksOptions) {
  let checking: Promise<void> | undefined
  let isResting = false
  let isRecheckWanted = false

  function ask(calls: KeyCalls): Promise<void> {
    if (timers.areStopped()) return Promise.resolve()
    checking ??= check(calls).finally(() => {
      checking = undefined
      isResting = true
      timers.later('rest', RECHECK_SPACING_MS, endRest)
    })
    return checking
  }

  const recheck = (): Promise<void> => ask(background)

  function endRest(): void {
    isResting = false
    if (isRecheckWanted) void recheck()
    isRecheckWanted = false
  }

  return {
    ask,
    recheck,
    /** Now, or once behind the check that is under way and its rest. */
    recheckSpaced(): void {
      if (isResting || checking) isRecheckWanted = true
      else void recheck()
    },
  }
}

interface RetriesOptions {
  readonly client: Pick<ServiceClient, 'keyStanding' | 'backgroundWaitMs'>
  readonly clock: Clock
  readonly timers: Timers
  recheck(): Promise<void>
  /** A person may try the key again. */
  onChange(): void
}

/** When the key is asked for again by itself. Owns how often in a row it was not found good. */
function createRetries({ client, clock, timers, recheck, onChange }: RetriesOptions) {
  let failures = 0
  return {
    /** What was found before still stands, and is looked at again when the rate has room. */
    planSoon(): void {
      timers.later('check', Math.max(RETRY_MS[0], client.backgroundWaitMs()), () => void recheck())
    },
    planAfter(found: Verdict): void {
      timers.cancel('check')
      timers.cancel('balance')
      failures = found.kind === 'online' ? 0 : failures + 1
      if (found.kind === 'online') return
      const restMs = untilNextAttemptMs(client.keyStanding(), clock.nowMs())
      if (found.retry !== 'when-asked') {
        const waits = { failures, restMs, rateWaitMs: client.backgroundWaitMs() }
        timers.later('check', untilRetryMs(found.retry, waits), () => void recheck())
      } else if (restMs > 0) {
        // Trying a refused key is left to a person: the screens are notified when it may be done.
        timers.later('check', restMs, onChange)
      }
    },
  }
}

function untilNextAttemptMs(standing: KeyStanding | undefined, nowMs: number): number {
  const next = standing?.next
  return next?.kind === 'later' ? Math.min(Math.max(next.fromMs - nowMs, 0), addressBlockMs) : 0
}

interface RetryWaits {
  /** Checks in a row, one at least, that did not find the key good. */
  readonly failures: number
  /** How long no attempt may be made. */
  readonly restMs: number
  /** How long the rate leaves no room. */
  readonly rateWaitMs: number
}

function untilRetryMs(
  retry: 'soon' | 'slowly' | 'after-block',
  { failures, restMs, rateWaitMs }: RetryWaits,
): number {
  const soonMs = RETRY_MS[failures - 1] ?? LONGEST_RETRY_MS
  const delayMs = { soon: soonMs, slowly: SLOWLY_MS, 'after-block': restMs + AFTER_BLOCK_MS }[retry]
  // A counter that is closed waits for the rate as well, at first not for as long as a poll may have to: each time it finds
  // the rate used up it waits longer, since where refused requests are counted too it would never open.
  const mostMs = SLOWLY_MS * 2 ** Math.min(failures - 1, MOST_DOUBLINGS)
  return Math.max(delayMs, Math.min(rateWaitMs, mostMs))
}

const isHeldBy = (failure: CallFailure, reason: BindingReason): boolean =>
  failure.kind === 'not-sent' && failure.reason === reason

const viewOf = (
  verdict: Verdict | undefined,
  balance: StatusView['balance'],
  standing: KeyStanding | undefined,
): ConnectionView => ({
  account: verdict?.kind === 'online' ? { username: verdict.username } : null,
  connection: verdict === undefined ? 'connecting' : provesLine(verdict) ? 'online' : 'offline',
  balance,
  selling: sellingOf(verdict, standing),
})

function sellingOf(verdict: Verdict | undefined, standing: KeyStanding | undefined): StatusView['selling'] {
  if (verdict === undefined) return { open: false, why: 'connecting', detail: '' }
  if (verdict.kind === 'closed') {
    const { why, detail, address, retry } = verdict
    // While the service cannot be asked that comes first: a check by itself soon comes back to the key.
    if (retry === 'soon' || standing === undefined) return { open: false, why, detail, address }
    const { attemptsLeft, next: nextCheck } = standing
    return { open: false, why, detail, address, attemptsLeft, nextCheck }
  }
  return verdict.canSell ? { open: true } : { open: false, why: 'read-only-key', detail: 'scope READ-ONLY' }
}

// The balance as it was read last. Owns when it is read again: now and then, and soon after money moved.

/** The balance is read again this often, and this soon after money moved. */
const BALANCE_EVERY_MS = 3 * 60_000
const BALANCE_AFTER_MONEY_MS = 500

interface BalanceOptions {
  readonly client: ServiceClient
  readonly clock: Clock
  readonly timers: Timers
  onChange(): void
  /** A reading by itself ended without a usable answer. */
  onFailure(failure: CallFailure): void
  onFault(fault: unknown): void
}

function createBalance({ client, clock, timers, onChange, onFailure, onFault }: BalanceOptions) {
  let balance: StatusView['balance'] = null
  let begun = 0
  let shownTurn = 0

  async function read(): Promise<CallFailure | undefined> {
    timers.later('balance', BALANCE_EVERY_MS, refresh)
    begun += 1
    const turn = begun
    const outcome = await client.background.readBalance()
    if (timers.areStopped()) return
    if (outcome.kind !== 'accepted') return outcome
    // A reading that was begun later has brought a newer one.
    if (turn < shownTurn) return
    shownTurn = turn
    balance = { amountCentimes: outcome.value.amountCentimes, atMs: clock.nowMs() }
    onChange()
    return
  }

  /** By itself, and so behind the cashier's calls: where the rate is short it waits. */
  function refresh(): void {
    const waitMs = client.backgroundWaitMs()
    if (waitMs > 0) timers.later('balance', waitMs, refresh)
    else read().then((failure) => failure && onFailure(failure), onFault)
  }

  return {
    view: () => balance,
    /** Reads it now, and again now and then; answers why that failed. */
    read,
    refreshSoon: () => timers.later('balance', BALANCE_AFTER_MONEY_MS, refresh),
  }
}
