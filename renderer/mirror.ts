/**
 * The window's copy of the core's views, as pure functions. A mirror at `sequence` has seen every event up to that number,
 * each once and in order: anything else is a gap, and a gap asks for a new snapshot. Each sale is held once, by its ref.
 */
import type { NumberedEvent } from '#shared/ipc/wire.ts'
import type { PrintJobView } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import { unreachable } from '#shared/result.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { SaleView, Snapshot } from '#shared/views.ts'

/** All that the core shows but its sales, and what its store notes of them. */
export type Mirror = Omit<Snapshot, 'sales' | 'lateCodes'>

/** Every sale that the window knows, each once. Screens hold refs and read the sale here. */
export interface Sales {
  readonly salesByRef: ReadonlyMap<Ref, SaleView>
  /**
   * Sales of the core's lists, newest first: open ones, and those that ended lately. Another array whenever one of them is
   * another view.
   */
  readonly listed: readonly Ref[]
  /** Sales of no list: a screen holds their ref. */
  readonly kept: ReadonlySet<Ref>
}

export const noSales: Sales = { salesByRef: new Map(), listed: [], kept: new Set() }

/** What the window shows of the core. */
export interface Views extends Sales {
  readonly mirror: Mirror
}

export type Applied =
  | { readonly kind: 'applied'; readonly views: Views }
  /** Already in the mirror. */
  | { readonly kind: 'old' }
  | { readonly kind: 'gap' }

/** Applies one event to the views. */
export function applyEvent(views: Views, { sequence, event }: NumberedEvent): Applied {
  const { mirror } = views
  if (sequence <= mirror.sequence) return { kind: 'old' }
  if (sequence !== mirror.sequence + 1) return { kind: 'gap' }
  const applied = (change: Partial<Mirror>, sales: Sales = views): Applied => ({
    kind: 'applied',
    views: { ...views, ...sales, mirror: { ...mirror, ...change, sequence } },
  })
  switch (event.kind) {
    case 'sale-changed':
      return applied({}, putSale(views, event.sale))
    case 'status-changed':
      // What a newly opened journal holds was not published: it takes a snapshot to know it.
      if (mirror.status.journal.kind === 'closed' && event.status.journal.kind === 'open')
        return { kind: 'gap' }
      return applied({ status: event.status })
    case 'settings-changed':
      return applied({ settings: event.settings })
    case 'print-changed':
      return applied({ printJobs: putJob(mirror.printJobs, event.job) })
    case 'sale-pressed':
      // What the notification held may be older than what the mirror holds.
      return applied({})
    case 'display-changed':
    case 'reconciliation-changed':
    case 'export-changed':
    case 'archive-changed':
      // Others show them: the customer's display, and screens that ask and hear by themselves.
      return applied({})
    case 'till-changed':
      // Whoever is signed in now may see more of every sale, or less: it takes a snapshot to know it.
      if (mirror.till?.people.signedIn !== event.till.people.signedIn) return { kind: 'gap' }
      return applied({ till: event.till })
    case 'account-changed':
      // Nothing of this mirror is the new account's.
      return { kind: 'gap' }
    default:
      return unreachable(event)
  }
}

/** Applies what arrived while a snapshot was on its way, in the order of its numbers. */
export function applyBacklog(snapshot: Views, backlog: readonly NumberedEvent[]): Applied {
  let views = snapshot
  for (const event of backlog.toSorted((a, b) => a.sequence - b.sequence)) {
    const applied = applyEvent(views, event)
    if (applied.kind === 'gap') return applied
    if (applied.kind === 'applied') views = applied.views
  }
  return { kind: 'applied', views }
}

/** A sale that changed, with what the lists held before; undefined where they held nothing. */
export type SaleChange = readonly [before: SaleView | undefined, after: SaleView]

/** What became of the listed sales between two snapshots, oldest first. A sale that merely left the lists is no change. */
export const changesBetween = (before: Sales, after: Sales): readonly SaleChange[] =>
  after.listed.flatMap((ref) => changeOf(before, after, ref)).reverse()

/** What became of one sale; nothing where it is as it was. */
export function changeOf(before: Sales, after: Sales, ref: Ref): readonly SaleChange[] {
  const old = isListed(before, ref) ? before.salesByRef.get(ref) : undefined
  const sale = after.salesByRef.get(ref)
  if (!sale || old === sale || JSON.stringify(old) === JSON.stringify(sale)) return []
  return [[old, sale]]
}

const isListed = ({ salesByRef, kept }: Sales, ref: Ref): boolean => salesByRef.has(ref) && !kept.has(ref)

/**
 * Takes a snapshot, whose sales are all that the lists hold, newest first. Sales that a screen holds and that left the lists stay as
 * they were last known, so that no screen is emptied.
 */
export function takeSnapshot(
  { sales, lateCodes: _late, ...mirror }: Snapshot,
  before: Sales,
  held: ReadonlySet<Ref>,
): Views {
  const salesByRef = new Map(sales.map((sale) => [sale.ref, sale]))
  const kept = new Set<Ref>()
  for (const ref of held) {
    const sale = before.salesByRef.get(ref)
    if (!sale || salesByRef.has(ref)) continue
    salesByRef.set(ref, sale)
    kept.add(ref)
  }
  return { mirror, salesByRef, kept, listed: sales.map(({ ref }) => ref) }
}

/**
 * Puts a changed sale into the lists. Its time never changes, so that a listed sale stays in its place; a new one is nearly
 * always the newest, and is put in its place without sorting.
 */
function putSale(sales: Sales, sale: SaleView): Sales {
  const { ref } = sale
  const salesByRef = new Map(sales.salesByRef).set(ref, sale)
  if (isListed(sales, ref)) return { salesByRef, listed: sales.listed.slice(), kept: sales.kept }
  const place = sales.listed.findIndex((other) => isOlder(salesByRef.get(other) ?? sale, sale))
  const listed = sales.listed.toSpliced(place < 0 ? sales.listed.length : place, 0, ref)
  return { salesByRef, listed, kept: without(sales.kept, ref) }
}

/** Refs sort by age, so they settle equal times. */
const isOlder = (one: SaleView, other: SaleView): boolean =>
  one.recordedAtMs < other.recordedAtMs || (one.recordedAtMs === other.recordedAtMs && one.ref < other.ref)

const without = (refs: ReadonlySet<Ref>, ref: Ref): ReadonlySet<Ref> =>
  refs.has(ref) ? new Set([...refs].filter((one) => one !== ref)) : refs

/** Puts a sale of an answer beside the lists. A listed sale stays as it is: events bring each of its changes. */
export function keepSale(sales: Sales, sale: SaleView): Sales {
  if (isListed(sales, sale.ref) || sales.salesByRef.get(sale.ref) === sale) return sales
  return {
    salesByRef: new Map(sales.salesByRef).set(sale.ref, sale),
    listed: sales.listed,
    kept: new Set(sales.kept).add(sale.ref),
  }
}

/** Drops what neither a list nor a screen holds; the same sales where there is nothing to drop. */
export function dropUnheld(sales: Sales, held: ReadonlySet<Ref>): Sales {
  const dropped = [...sales.kept].filter((ref) => !held.has(ref))
  if (dropped.length === 0) return sales
  const salesByRef = new Map(sales.salesByRef)
  for (const ref of dropped) salesByRef.delete(ref)
  return { salesByRef, listed: sales.listed, kept: new Set([...sales.kept].filter((ref) => held.has(ref))) }
}

/**
 * Takes sales that had ended before `sinceMs` off the lists: the core's lists have them no more. Those that a screen holds are
 * kept.
 */
export function leaveDay(sales: Sales, sinceMs: number, held: ReadonlySet<Ref>): Sales {
  const isListedStill = (sale: SaleView | undefined): boolean =>
    sale !== undefined && (isOpen(sale) || sale.changedAtMs >= sinceMs)
  const listed = sales.listed.filter((ref) => isListedStill(sales.salesByRef.get(ref)))
  if (listed.length === sales.listed.length) return sales
  const staying = new Set(listed)
  const leaving = sales.listed.filter((ref) => !staying.has(ref))
  return dropUnheld({ ...sales, listed, kept: new Set([...sales.kept, ...leaving]) }, held)
}

/** The views of a list, made once for it: every screen that shows the list has the same array. */
const viewsOf = new WeakMap<Sales['listed'], readonly SaleView[]>()

/** The sales of the core's lists, newest first: the same array until one of them changes. */
export function listedSales({ salesByRef, listed }: Sales): readonly SaleView[] {
  const views = viewsOf.get(listed) ?? listed.flatMap((ref) => salesByRef.get(ref) ?? [])
  viewsOf.set(listed, views)
  return views
}

/** So many jobs that are over are kept for a while, so that the screen can say what became of them; the oldest give way. */
const overLimit = 200

/** Oldest first, as in a snapshot. What waits for a person never gives way, and takes no place of the others. */
function putJob(jobs: readonly PrintJobView[], job: PrintJobView): Snapshot['printJobs'] {
  const others = jobs.filter(({ jobId }) => jobId !== job.jobId)
  const all = [...others, job].sort((a, b) => a.queuedAtMs - b.queuedAtMs)
  const leaving = new Set(all.filter(isOver).slice(0, -overLimit))
  return all.filter((one) => !leaving.has(one))
}

/** Nothing becomes of it any more, and nobody has to look. */
export const isOver = ({ state }: PrintJobView): boolean =>
  state === 'printed' || state === 'sent' || state === 'settled'

/**
 * Jobs that failed, or that may have printed: nothing becomes of them before a person has looked. Whoever printed a test page
 * stands at the printer already.
 */
export const waitingJobs = (jobs: readonly PrintJobView[]): readonly PrintJobView[] =>
  jobs.filter(
    ({ what, state }) => what.kind !== 'test' && (state === 'failed' || state === 'may-have-printed'),
  )

/** Of those, what surely did not print: printed again, it is nobody's second slip. */
export const unprintedJobs = (jobs: readonly PrintJobView[]): readonly PrintJobView[] =>
  waitingJobs(jobs).filter(({ state }) => state === 'failed')

/** Of those, what may have printed: somebody looks first. */
export const doubtfulJobs = (jobs: readonly PrintJobView[]): readonly PrintJobView[] =>
  waitingJobs(jobs).filter(({ state }) => state === 'may-have-printed')

/** Sales in which money may still move: kept in sight until they end. */
export const openSales = (sales: readonly SaleView[]): readonly SaleView[] => sales.filter(isOpen)

const isOpen = ({ state }: SaleView): boolean => openSaleStates.includes(state)

/** Sales that ended on the shop's day since `sinceMs`, whenever they were made: a late refund must be seen. */
export const endedSales = (sales: readonly SaleView[], sinceMs: number): readonly SaleView[] =>
  sales.filter((sale) => sale.changedAtMs >= sinceMs && !isOpen(sale))
