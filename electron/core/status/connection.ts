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

/** Waits between two tries while the line is down; the last one holds. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const
const LONGEST_RETRY_MS = 30_000
/** A moment after the end of a block, for clocks that differ. */
const AFTER_BLOCK_MS = 5_000
/** A refusal that may be lifted at the service while the counter is open is asked about this often. */
const SLOWLY_MS = 60_000
/** To a quarter of an hour. */
const MOST_DOUBLINGS = 4
/** The balance is read again this often, and this soon after money moved. */
const BALANCE_EVERY_MS = 3 * 60_000
const BALANCE_AFTER_MONEY_MS = 500
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

type TimerName = 'check' | 'balance' | 'rest'

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
  let balance: StatusView['balance'] = null
  let failures = 0
  let checking: Promise<void> | undefined
  let stopped = false
  let resting = false
  let recheckWanted = false
  const timers = new Map<TimerName, () => void>()

  function later(name: TimerName, delayMs: number, work: () => void): void {
    timers.get(name)?.()
    if (!stopped) timers.set(name, clock.after(delayMs, work))
  }

  async function askKey({ validateKey }: Pick<ServiceClient, 'validateKey'>): Promise<void> {
    const judged = judgeKey(await validateKey(), name)
    if (verdict?.kind === 'online' && saysNothingOfKey(judged)) return askAgainLater()
    verdict = judged
    failures = verdict.kind === 'online' ? 0 : failures + 1
    if (stopped) return
    onChange()
    planNext(verdict)
    // A balance that cannot be read does not close selling, and asks for no second check on its account.
    if (verdict.kind === 'online') await readBalance()
  }

  /** What was found before still stands, and is looked at again when the rate has room. */
  function askAgainLater(): void {
    later('check', Math.max(RETRY_MS[0], client.backgroundWaitMs()), () => void recheck())
  }

  function planNext(after: Verdict): void {
    timers.get('check')?.()
    timers.get('balance')?.()
    if (after.kind === 'online') return
    const restMs = untilNextAttemptMs()
    if (after.retry === 'when-asked') {
      // Trying a refused key is left to a person: the screens are told when it may be done.
      if (restMs > 0) later('check', restMs, onChange)
      return
    }
    const soonMs = RETRY_MS[failures - 1] ?? LONGEST_RETRY_MS
    const delayMs = { soon: soonMs, slowly: SLOWLY_MS, 'after-block': restMs + AFTER_BLOCK_MS }[after.retry]
    // A counter that is closed waits for the rate as well, at first not for as long as a poll may have to: each time it finds
    // the rate used up it waits longer, since where refused requests are counted too it would never open.
    const mostMs = SLOWLY_MS * 2 ** Math.min(failures - 1, MOST_DOUBLINGS)
    const rateWaitMs = Math.min(client.backgroundWaitMs(), mostMs)
    later('check', Math.max(delayMs, rateWaitMs), () => void recheck())
  }

  function untilNextAttemptMs(): number {
    const next = client.keyStanding()?.next
    return next?.kind === 'later' ? Math.min(Math.max(next.fromMs - clock.nowMs(), 0), addressBlockMs) : 0
  }

  async function readBalance(): Promise<CallFailure | undefined> {
    later('balance', BALANCE_EVERY_MS, refreshBalance)
    const outcome = await client.background.readBalance()
    if (stopped) return
    if (outcome.kind !== 'accepted') return outcome
    balance = { amountCentimes: outcome.value.amountCentimes, atMs: clock.nowMs() }
    onChange()
    return
  }

  /** By itself, and so behind the cashier's calls: where the rate is short it waits. */
  function refreshBalance(): void {
    const waitMs = client.backgroundWaitMs()
    if (waitMs > 0) later('balance', waitMs, refreshBalance)
    else readBalance().then((failure) => failure && noteFailure(failure), tellFault)
  }

  function ask(calls: Pick<ServiceClient, 'validateKey'>): Promise<void> {
    if (stopped) return Promise.resolve()
    checking ??= askKey(calls)
      .catch(tellFault)
      .finally(() => {
        checking = undefined
        resting = true
        later('rest', RECHECK_SPACING_MS, endRest)
      })
    return checking
  }

  const recheck = (): Promise<void> => ask(client.background)

  /** A fault of ours closes selling, and is tried again like a line that is down. */
  function tellFault(fault: unknown): void {
    log.write('error', 'a connection check failed by a fault of ours', { fault: String(fault) })
    verdict = { kind: 'closed', why: 'offline', detail: 'internal', retry: 'soon' }
    failures += 1
    if (stopped) return
    onChange()
    planNext(verdict)
  }

  function endRest(): void {
    resting = false
    if (recheckWanted) void recheck()
    recheckWanted = false
  }

  function noteFailure(failure: CallFailure): void {
    if (failure.kind === 'refused' && !isAboutKey(failure.refusal.code)) return
    // While the line is known to be down or the key refused, the plan above decides when to ask.
    if (verdict?.kind !== 'online' || stopped || isHeldBy(failure, 'bill-host-elsewhere')) return
    if (isHeldBy(failure, 'key-unknown')) {
      // What was found was of another key: nothing is sold, and nothing looked at, before this one is judged.
      verdict = undefined
      onChange()
    }
    if (resting || checking) recheckWanted = true
    else void recheck()
  }

  return {
    view: () => ({
      account: verdict?.kind === 'online' ? { username: verdict.username } : null,
      connection: verdict === undefined ? 'connecting' : provesLine(verdict) ? 'online' : 'offline',
      balance,
      selling: sellingOf(verdict, client.keyStanding()),
    }),
    canRead: () => verdict?.kind === 'online',
    check: () => ask(client),
    recheck,
    noteFailure,
    noteMoneyMoved() {
      if (verdict?.kind === 'online') later('balance', BALANCE_AFTER_MONEY_MS, refreshBalance)
    },
    stop() {
      stopped = true
      for (const cancel of timers.values()) cancel()
    },
  }
}

const isHeldBy = (failure: CallFailure, reason: BindingReason): boolean =>
  failure.kind === 'not-sent' && failure.reason === reason

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
