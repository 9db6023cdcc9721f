/**
 * The window's copy of the core's views, as pure functions. Keeps one invariant: a mirror at `sequence` has seen every
 * event up to that number, each once and in order. Anything else is a gap, and a gap asks for a new snapshot.
 */
import type { NumberedEvent } from '#shared/ipc/wire.ts'
import type { PrintJobView } from '#shared/printing.ts'
import { unreachable } from '#shared/result.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { SaleView, Snapshot } from '#shared/views.ts'

export type Mirror = Snapshot

export type Applied =
  | { readonly kind: 'applied'; readonly mirror: Mirror }
  /** Already in the mirror. */
  | { readonly kind: 'old' }
  | { readonly kind: 'gap' }

/** Applies one event to the mirror. */
export function applyEvent(mirror: Mirror, { sequence, event }: NumberedEvent): Applied {
  if (sequence <= mirror.sequence) return { kind: 'old' }
  if (sequence !== mirror.sequence + 1) return { kind: 'gap' }
  switch (event.kind) {
    case 'sale-changed':
      return { kind: 'applied', mirror: { ...mirror, sequence, sales: putSale(mirror.sales, event.sale) } }
    case 'status-changed':
      // What a journal holds that opens was told to nobody: it takes a snapshot to know it.
      if (mirror.status.journal.kind === 'closed' && event.status.journal.kind === 'open')
        return { kind: 'gap' }
      return { kind: 'applied', mirror: { ...mirror, sequence, status: event.status } }
    case 'settings-changed':
      return { kind: 'applied', mirror: { ...mirror, sequence, settings: event.settings } }
    case 'print-changed':
      return {
        kind: 'applied',
        mirror: { ...mirror, sequence, printJobs: putJob(mirror.printJobs, event.job) },
      }
    case 'sale-pressed':
      // What the notification held may be older than what the mirror holds.
      return { kind: 'applied', mirror: { ...mirror, sequence } }
    case 'display-changed':
    case 'reconciliation-changed':
    case 'export-changed':
    case 'archive-changed':
      // Others show them: the customer's display, and screens that ask and hear by themselves.
      return { kind: 'applied', mirror: { ...mirror, sequence } }
    case 'till-changed':
      // Whoever is signed in now may be told more of every sale, or less: it takes a snapshot to know it.
      if (mirror.till?.people.signedIn !== event.till.people.signedIn) return { kind: 'gap' }
      return { kind: 'applied', mirror: { ...mirror, sequence, till: event.till } }
    case 'account-changed':
      // Nothing of this mirror is the new account's.
      return { kind: 'gap' }
    default:
      return unreachable(event)
  }
}

/** Applies what arrived while a snapshot was on its way, in the order of its numbers. */
export function applyBacklog(snapshot: Snapshot, backlog: readonly NumberedEvent[]): Applied {
  let mirror = snapshot
  for (const event of backlog.toSorted((a, b) => a.sequence - b.sequence)) {
    const applied = applyEvent(mirror, event)
    if (applied.kind === 'gap') return applied
    if (applied.kind === 'applied') mirror = applied.mirror
  }
  return { kind: 'applied', mirror }
}

/** A sale that changed, with what the mirror held before; undefined where it held nothing. */
export type SaleChange = readonly [before: SaleView | undefined, after: SaleView]

/** What became of the sales between two mirrors, oldest first. A sale that merely left the lists is no change. */
export function changesBetween(before: Mirror, after: Mirror): readonly SaleChange[] {
  const earlier = new Map(before.sales.map((sale) => [sale.ref, sale]))
  return after.sales
    .map((sale): SaleChange => [earlier.get(sale.ref), sale])
    .filter(([old, sale]) => old !== sale && JSON.stringify(old) !== JSON.stringify(sale))
    .reverse()
}

/** Newest first, as in a snapshot; refs sort by age, so they settle equal times. */
function putSale(sales: readonly SaleView[], sale: SaleView): Snapshot['sales'] {
  return [sale, ...sales.filter((one) => one.ref !== sale.ref)].sort(
    (a, b) => b.recordedAtMs - a.recordedAtMs || (a.ref < b.ref ? 1 : -1),
  )
}

/** Jobs that are over are kept for a while, so that the screen can say what became of them; the oldest give way. */
const jobLimit = 200

/** Oldest first, as in a snapshot. What waits for a person never gives way. */
function putJob(jobs: readonly PrintJobView[], job: PrintJobView): Snapshot['printJobs'] {
  const others = jobs.filter(({ jobId }) => jobId !== job.jobId)
  const all = [...others, job].sort((a, b) => a.queuedAtMs - b.queuedAtMs)
  const surplus = Math.max(0, all.length - jobLimit)
  const leaving = new Set(all.filter(isOver).slice(0, surplus))
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
export const openSales = (sales: readonly SaleView[]): readonly SaleView[] =>
  sales.filter((sale) => openSaleStates.includes(sale.state))

/** Sales that ended on the shop's day since `sinceMs`, whenever they were made: a late refund must be seen. */
export const endedSales = (sales: readonly SaleView[], sinceMs: number): readonly SaleView[] =>
  sales.filter((sale) => sale.changedAtMs >= sinceMs && !openSaleStates.includes(sale.state))
