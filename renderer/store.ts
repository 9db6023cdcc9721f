/**
 * The counter's store: a mirror of the core, kept level by numbered events. It decides nothing. When it cannot be sure
 * that it is level (a gap, an unreadable event, a snapshot that fails), it says so rather than show something stale.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '#shared/app-error.ts'
import { listedSinceMs } from '#shared/dates.ts'
import { hasRestCome } from '#shared/display-status.ts'
import type { AppEvent, NumberedEvent } from '#shared/ipc/wire.ts'
import type { Ref } from '#shared/ref.ts'
import { err } from '#shared/result.ts'
import type { SaleView, Snapshot } from '#shared/views.ts'
import type { Client } from './client.ts'
import {
  applyBacklog,
  applyEvent,
  changeOf,
  changesBetween,
  dropUnheld,
  keepSale,
  leaveDay,
  listedSales,
  type Mirror,
  noSales,
  type SaleChange,
  type Sales,
  takeSnapshot,
  type Views,
} from './mirror.ts'

export interface CounterState extends Sales {
  /** `broken`: the journal's views cannot be had; the mirror, if any, may be stale. */
  readonly phase: 'loading' | 'level' | 'broken'
  readonly mirror: Mirror | null
  readonly error: AppError | null
}

/** What shows sales and holds their refs. */
export interface Holder {
  readonly refs: () => readonly Ref[]
  /** Calls `listener` when the refs may be others; left out where they stay the same. The answer stops it. */
  readonly subscribe?: (listener: () => void) => () => void
}

/** The one place of each sale, for what holds refs. */
export interface SaleStore {
  saleOf(ref: Ref): SaleView | undefined
  /**
   * Whether codes of it came after its end, while the window was there, or before and nobody was given them: its customer may
   * have left without them.
   */
  hasLateCodes(ref: Ref): boolean
  /** Puts the sale of an answer here, before its ref is held: the lists may not have it. */
  keep(sale: SaleView): void
  /** Sales whose refs are held stay here when they leave the lists, and are dropped when nothing holds them. The answer ends it. */
  hold(holder: Holder): () => void
}

export interface Counter extends SaleStore {
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
  /** The machine's clock. */
  readonly nowMs?: () => number
  /** Notified of every sale that changed, by an event or between two snapshots, with what the lists held before. */
  readonly onSale?: (before: SaleView | undefined, after: SaleView) => void
  /** Given the sales of the first snapshot, newest first: nobody was notified of what had changed before it. */
  readonly onFirst?: (sales: readonly SaleView[], mirror: Mirror) => void
  /** Given a sale whose notification a person has pressed. */
  readonly onPressed?: (sale: SaleView) => void
  /**
   * Notified when another account was opened: by its event, or by a snapshot of another core where the event was lost. What the
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
  const { client, onAccount, onSale, nowMs = Date.now } = options
  const store = createStore<CounterState>(() => ({ phase: 'loading', mirror: null, error: null, ...noSales }))
  const { held, noteLate, noteChanges, ...sales } = createSaleStore(store)
  const { noteRest, notify } = createReporter(noteChanges, onSale)
  let backlog: NumberedEvent[] = []
  let running: Promise<boolean> | undefined
  /** From when on the lists hold ended sales. */
  let sinceMs = listedSinceMs(nowMs())

  /** The sales, without those of the day before where a day has begun since. */
  const ofToday = (views: Sales): Sales => {
    const nowSinceMs = listedSinceMs(nowMs())
    if (nowSinceMs === sinceMs) return views
    sinceMs = nowSinceMs
    return leaveDay(views, sinceMs, held())
  }

  /** False where the snapshot and what was heard since do not fit together. */
  const take = (snapshot: Snapshot): boolean => {
    const before = store.getState()
    const applied = applyBacklog(takeSnapshot(snapshot, before, held()), backlog)
    backlog = []
    if (applied.kind !== 'applied') return false
    noteLate(snapshot.lateCodes)
    // A day may have begun since it was made.
    store.setState({ phase: 'level', error: null, ...applied.views, ...ofToday(applied.views) })
    notifyOfSnapshot(before, applied.views, { ...options, notify })
    return true
  }

  const resync = (): Promise<boolean> => {
    const fail = (error: AppError) => store.setState({ phase: 'broken', error })
    running ??= trySnapshots(options, take, fail).finally(() => {
      running = undefined
    })
    return running
  }

  /** Something was missed. A snapshot that is already on its way may or may not hold it: the next number will show it. */
  const gap = (kept: NumberedEvent[]): void => {
    if (running) return
    backlog = kept
    void resync()
  }

  const hear = (event: NumberedEvent | undefined): void => {
    const before = store.getState()
    const { mirror } = before
    if (!event) {
      gap([])
      return
    }
    noteRest(event.event)
    if (event.event.kind === 'account-changed' && event.sequence > (mirror?.sequence ?? 0)) onAccount?.()
    if (running || !mirror) {
      backlog = [...backlog, event].slice(-backlogLimit)
      return
    }
    const applied = applyEvent({ ...before, mirror }, event)
    if (applied.kind === 'gap') gap([event])
    if (applied.kind !== 'applied') return
    store.setState({ ...applied.views, ...ofToday(applied.views) })
    notifyOfEvent(event.event, [before, applied.views], { ...options, notify })
  }

  return {
    ...sales,
    store,
    resync,
    start: () => {
      const stop = client.onEvent(hear)
      void resync()
      return stop
    },
  }
}

/** Reports how sales changed. */
function createReporter(
  noteChanges: (changes: readonly SaleChange[]) => void,
  onSale: CounterOptions['onSale'],
) {
  /** Sales of which an event has said that the rest of their delivery came, and nothing is reported yet. */
  const rest = new Set<Ref>()
  /** Of a sale that had left the lists such an event alone says that its delivery lacked something. */
  const withRest = ([before, after]: SaleChange): SaleChange => [
    before ?? (rest.has(after.ref) ? { ...after, incomplete: true } : undefined),
    after,
  ]
  return {
    /** To be called with each event, whether it is applied now or the next snapshot holds it. */
    noteRest(event: AppEvent): void {
      if (event.kind === 'sale-changed' && event.restCame) rest.add(event.sale.ref)
    },
    notify(changes: readonly SaleChange[]): void {
      const whole = changes.map(withRest)
      rest.clear()
      noteChanges(whole)
      for (const [before, after] of whole) onSale?.(before, after)
    },
  }
}

/** The sales of a store, and the refs that are held. */
function createSaleStore(store: StoreApi<CounterState>): SaleStore & {
  readonly held: () => ReadonlySet<Ref>
  readonly noteLate: (refs: readonly Ref[]) => void
  readonly noteChanges: (changes: readonly SaleChange[]) => void
} {
  const lateCodes = new Set<Ref>()
  const holders = new Set<Holder>()
  const held = (): ReadonlySet<Ref> => new Set([...holders].flatMap(({ refs }) => refs()))
  // A screen changes with each key: where nothing is kept there is nothing to do.
  const drop = (): void => {
    const state = store.getState()
    if (state.kept.size > 0) store.setState(dropUnheld(state, held()))
  }
  return {
    held,
    noteLate: (refs) => {
      for (const ref of refs) lateCodes.add(ref)
    },
    noteChanges: (changes) => {
      for (const [before, after] of changes)
        if (hasRestCome(before, after) && after.cards.length > 0) lateCodes.add(after.ref)
    },
    hasLateCodes: (ref) => lateCodes.has(ref),
    saleOf: (ref) => store.getState().salesByRef.get(ref),
    keep: (sale) => store.setState((state) => keepSale(state, sale)),
    hold: (holder) => {
      holders.add(holder)
      const stop = holder.subscribe?.(drop)
      return () => {
        stop?.()
        holders.delete(holder)
        drop()
      }
    },
  }
}

/** Asks for snapshots, with a pause before each further one, until `take` can use one; true then. */
async function trySnapshots(
  { client, wait }: CounterOptions,
  take: (snapshot: Snapshot) => boolean,
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

interface Notified extends Pick<CounterOptions, 'onFirst' | 'onAccount' | 'onPressed'> {
  readonly notify: (changes: readonly SaleChange[]) => void
}

/** Notifies of what a snapshot changes: another account, the first look at the sales, or single sales. */
function notifyOfSnapshot(before: CounterState, after: Views, notified: Notified): void {
  const { onFirst, onAccount, notify } = notified
  if (before.mirror && before.mirror.startedAtMs !== after.mirror.startedAtMs) onAccount?.()
  // A mirror of a closed journal held no sales: this is the first look at them.
  else if (before.mirror?.status.journal.kind === 'open') notify(changesBetween(before, after))
  else onFirst?.(listedSales(after), after.mirror)
}

/** Notifies of what an event is about: one sale at the most, so that the others are not looked through. */
function notifyOfEvent(
  event: AppEvent,
  [before, after]: readonly [Sales, Sales],
  { notify, onPressed }: Notified,
): void {
  if (event.kind === 'sale-changed') notify(changeOf(before, after, event.sale.ref))
  if (event.kind === 'sale-pressed') onPressed?.(event.sale)
}
