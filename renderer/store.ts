/**
 * The counter's store: a mirror of the core, kept level by numbered events. It decides nothing. When it cannot be sure
 * that it is level (a gap, an unreadable event, a snapshot that fails), it says so rather than show something stale.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '#shared/app-error.ts'
import type { NumberedEvent } from '#shared/ipc/wire.ts'
import { err } from '#shared/result.ts'
import type { SaleView } from '#shared/views.ts'
import type { Client } from './client.ts'
import { applyBacklog, applyEvent, changesBetween, type Mirror } from './mirror.ts'

export interface CounterState {
  /** `broken`: the journal's views cannot be had; the mirror, if any, may be stale. */
  readonly phase: 'loading' | 'level' | 'broken'
  readonly mirror: Mirror | null
  readonly error: AppError | null
}

export interface Counter {
  readonly store: StoreApi<CounterState>
  /** Listens to events and takes the first snapshot. The answer stops listening. */
  start(): () => void
  /** Takes a new snapshot; true once the mirror is level. Callers at the same time share one. */
  resync(): Promise<boolean>
}

export interface CounterOptions {
  readonly client: Client
  /** Waits between two tries at a snapshot. */
  readonly wait: (delayMs: number) => Promise<void>
  /** Told of every sale that changed, by an event or between two snapshots, with what the mirror held before. */
  readonly onSale?: (before: SaleView | undefined, after: SaleView) => void
  /** Told of the first mirror: what had changed before it was told to nobody. */
  readonly onFirst?: (mirror: Mirror) => void
  /** Told of a sale whose notification a person has pressed. */
  readonly onPressed?: (sale: SaleView) => void
  /**
   * Told when another account was opened: by its event, or by a snapshot of another core where the event was lost. What the
   * window holds beside the mirror (a sale in hand, notes) is the old account's, so the window begins anew.
   */
  readonly onAccount?: () => void
}

/** Pauses before the second, third and fourth try at a snapshot; after that the screen says that it is broken. */
export const snapshotPausesMs: readonly number[] = [250, 1_000, 3_000]

/** A snapshot that takes longer than this has failed. */
export const snapshotTimeoutMs = 10_000

/** Events kept while a snapshot is on its way; more than these are a gap. */
export const backlogLimit = 1_000

export function createCounter(options: CounterOptions): Counter {
  const { client, onPressed, onAccount } = options
  const store = createStore<CounterState>(() => ({ phase: 'loading', mirror: null, error: null }))
  let backlog: NumberedEvent[] = []
  let running: Promise<boolean> | undefined

  /** False where the snapshot and what was heard since do not fit together. */
  const take = (snapshot: Mirror): boolean => {
    const applied = applyBacklog(snapshot, backlog)
    backlog = []
    if (applied.kind !== 'applied') return false
    const before = store.getState().mirror
    store.setState({ phase: 'level', mirror: applied.mirror, error: null })
    tellSnapshot(before, applied.mirror, options)
    return true
  }

  const resync = (): Promise<boolean> => {
    const fail = (error: AppError) => store.setState({ phase: 'broken', error })
    running ??= trySnapshots(options, take, fail).finally(() => {
      running = undefined
    })
    return running
  }

  /** Something was missed. A snapshot that is already on its way may or may not hold it: the next number will tell. */
  const gap = (kept: NumberedEvent[]): void => {
    if (running) return
    backlog = kept
    void resync()
  }

  const hear = (event: NumberedEvent | undefined): void => {
    const { mirror } = store.getState()
    if (!event) {
      gap([])
      return
    }
    if (event.event.kind === 'account-changed' && event.sequence > (mirror?.sequence ?? 0)) onAccount?.()
    if (running || !mirror) {
      backlog = [...backlog, event].slice(-backlogLimit)
      return
    }
    const applied = applyEvent(mirror, event)
    if (applied.kind === 'gap') gap([event])
    if (applied.kind !== 'applied') return
    store.setState({ mirror: applied.mirror })
    tellChanges(mirror, applied.mirror, options)
    if (event.event.kind === 'sale-pressed') onPressed?.(event.event.sale)
  }

  return {
    store,
    resync,
    start: () => {
      const stop = client.onEvent(hear)
      void resync()
      return stop
    },
  }
}

/** Asks for snapshots, with a pause before each further one, until `take` can use one; true then. */
async function trySnapshots(
  { client, wait }: CounterOptions,
  take: (snapshot: Mirror) => boolean,
  fail: (error: AppError) => void,
): Promise<boolean> {
  let error: AppError = { kind: 'internal' }
  for (const pauseMs of [0, ...snapshotPausesMs]) {
    if (pauseMs > 0) await wait(pauseMs)
    const asked = await Promise.race([
      client.command('app.snapshot', {}),
      wait(snapshotTimeoutMs).then(() => err<AppError>({ kind: 'internal' })),
    ])
    if (!asked.ok) error = asked.error
    else if (take(asked.value)) return true
  }
  fail(error)
  return false
}

/** Tells what a snapshot changes: another account, the first look at the sales, or single sales. */
function tellSnapshot(before: Mirror | null, after: Mirror, options: CounterOptions): void {
  const { onFirst, onAccount } = options
  if (before && before.startedAtMs !== after.startedAtMs) onAccount?.()
  // A mirror of a closed journal held no sales: this is the first look at them.
  else if (before?.status.journal.kind === 'open') tellChanges(before, after, options)
  else onFirst?.(after)
}

function tellChanges(before: Mirror, after: Mirror, { onSale }: CounterOptions): void {
  for (const [old, sale] of changesBetween(before, after)) onSale?.(old, sale)
}
