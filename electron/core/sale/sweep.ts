/**
 * Looks at many sales by reading the service's list of their kind, where that takes far fewer calls than a look at each.
 * Owns which sales are swept together and how long a sweep goes on. What a row shows of a sale goes through its visit like
 * any look; a sale that no row shows is looked at by itself, because a list may leave open orders out.
 */
import type { OrderKind } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import type { CallFailure } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { MatchContext } from '../products/kind.ts'
import { kindOf } from '../products/kinds.ts'
import type { ListedOrder, OrderList } from '../products/order-list.ts'
import type { BeginSweep, Sweep, SweptPage } from '../schedule/backlog.ts'
import type { FoundLook } from './look-up.ts'
import type { SaleRepository } from './sale-repository.ts'
import { askedBetween, spanOf, type TimeWindow } from './time-window.ts'

/** A page has to be worth this many looks: a list is read to its end only where it is no longer than that allows. */
const SALES_PER_PAGE = 10
/** Fewer sales of a kind and of a time are not swept. */
const MIN_SALES = 2 * SALES_PER_PAGE
/** Sales further apart in time are swept separately: what was sold in between would be read in vain. */
const MAX_GAP_MS = 60 * 60_000

interface SweepOptions {
  readonly repository: SaleRepository
  readonly matchContext: MatchContext
  onFailure(failure: CallFailure): void
}

/** A sale with its place in the list of its kind. */
interface Placed {
  readonly sale: StoredSale
  readonly list: OrderList
  readonly window: TimeWindow
}

type Run = readonly [Placed, ...Placed[]]

export function createSweeps({ repository, matchContext, onFailure }: SweepOptions): BeginSweep<FoundLook> {
  return (due) => {
    const placed = due.flatMap((ref) => placeOf(repository.read(ref), matchContext) ?? [])
    const runs = runsOf(placed).filter((run) => run.length >= MIN_SALES)
    const keptForSweeps = new Set(runs.flat().map(({ sale }) => sale.ref))
    const passed = due.filter((ref) => !keptForSweeps.has(ref))
    const largest = runs.toSorted((a, b) => b.length - a.length)[0]
    return largest === undefined
      ? { taken: [], passed, readPage: async () => ({ seen: new Map(), isLast: true }) }
      : sweepOf(largest, passed, { matchContext, onFailure })
  }
}

function placeOf(sale: StoredSale | undefined, matchContext: MatchContext): Placed | undefined {
  const list = sale && kindOf(sale).list
  if (!list || list.namesOf(sale).length === 0) return undefined
  const window = list.windowOf(sale, matchContext)
  return window && { sale, list, window }
}

/** Sales of one kind, each made not long after the one before. */
function runsOf(placed: readonly Placed[]): readonly Run[] {
  const runs: [Placed, ...Placed[]][] = []
  const lastOfKind = new Map<OrderList, [Placed, ...Placed[]]>()
  for (const one of placed.toSorted((a, b) => a.window.fromMs - b.window.fromMs)) {
    const run = lastOfKind.get(one.list)
    const before = run?.at(-1)
    if (run && before && one.window.fromMs - before.window.toMs <= MAX_GAP_MS) run.push(one)
    else {
      const begun: [Placed, ...Placed[]] = [one]
      runs.push(begun)
      lastOfKind.set(one.list, begun)
    }
  }
  return runs
}

function sweepOf(
  run: Run,
  passed: readonly Ref[],
  { matchContext, onFailure }: Omit<SweepOptions, 'repository'>,
): Sweep<FoundLook> {
  const [{ list, window: first }] = run
  const window = spanOf(run.map((one) => one.window)) ?? first
  const between = askedBetween(window)
  const maxPages = Math.floor(run.length / SALES_PER_PAGE)
  const unseen = new Map(run.flatMap(({ sale }) => list.namesOf(sale).map((name) => [name, sale] as const)))
  let page = 0
  let at = 1

  /** The sale that the row names and what it says of it, once for each sale. */
  function describe(row: ListedOrder<OrderKind>) {
    const sale = row.name === null ? undefined : unseen.get(row.name)
    const order = sale && row.describe(sale, matchContext)
    if (!order) return undefined
    for (const name of list.namesOf(sale)) unseen.delete(name)
    return { sale, order }
  }

  async function readPage(): Promise<SweptPage<FoundLook>> {
    page += 1
    const outcome = await list.readPage(matchContext.client, { at, ...between })
    if (outcome.kind !== 'accepted') {
      onFailure(outcome)
      return { seen: new Map(), isLast: true }
    }
    const { rows, pageCount, next } = outcome.value
    at = next ?? at
    const { requestId } = outcome.evidence
    const seen = new Map<Ref, FoundLook>()
    for (const row of rows) {
      const described = row.kind === 'order' && describe(row)
      if (described) seen.set(described.sale.ref, { kind: 'found', order: described.order, requestId })
    }
    const isRead = next === null || page >= pageCount || pageCount > maxPages
    return { seen, isLast: unseen.size === 0 || isRead }
  }

  return { taken: run.map(({ sale }) => sale.ref), passed, readPage }
}
