/** The balance as it was read last. Owns when it is read again: now and then, and soon after money moved. */
import type { StatusView } from '#shared/views.ts'
import type { ServiceClient } from '../api/client.ts'
import type { CallFailure } from '../call-error.ts'
import type { Clock } from '../ports.ts'
import type { Timers } from './timers.ts'

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

export function createBalance({ client, clock, timers, onChange, onFailure, onFault }: BalanceOptions) {
  let balance: StatusView['balance'] = null

  async function read(): Promise<CallFailure | undefined> {
    timers.later('balance', BALANCE_EVERY_MS, refresh)
    const outcome = await client.background.readBalance()
    if (timers.areStopped()) return
    if (outcome.kind !== 'accepted') return outcome
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
