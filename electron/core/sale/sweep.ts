/**
 * Looks at many sales by reading the service's list of their kind, where that takes far fewer calls than a look at each.
 * Owns which sales are swept together and how long a sweep goes on. What a row shows of a sale goes through its visit like
 * any look; a sale that no row shows is looked at by itself, because a list may leave open orders out.
 */
import type { Ref } from '#shared/ref.ts'
import type { CallFailure } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { BeginSweep, Sweep, SweptPage } from '../schedule/sweep.ts'
import type { MatchContext } from './kinds/kind.ts'
import { spanOf, type TimeWindow } from './kinds/time-window.ts'
import type { FoundLook } from './look-up.ts'
import type { SaleRepository } from './sale-repository.ts'
import { listOf, type SweepList } from './sweep-lists.ts'

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
  readonly list: SweepList
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
  const list = sale && listOf(sale.order.kind)
  if (!list || list.namesOf(sale).length === 0) return undefined
  const window = list.windowOf(sale, matchContext)
  return window && { sale, list, window }
}

/** Sales of one kind, each made not long after the one before. */
function runsOf(placed: readonly Placed[]): readonly Run[] {
  const runs: [Placed, ...Placed[]][] = []
  const lastOfKind = new Map<SweepList, [Placed, ...Placed[]]>()
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
  const maxPages = Math.floor(run.length / SALES_PER_PAGE)
  const unseen = new Map(run.flatMap(({ sale }) => list.namesOf(sale).map((name) => [name, sale] as const)))
  let page = 0

  async function readPage(): Promise<SweptPage<FoundLook>> {
    page += 1
    const outcome = await list.readPage(matchContext.client, window, page)
    if (outcome.kind !== 'accepted') {
      onFailure(outcome)
      return { seen: new Map(), isLast: true }
    }
    const { rows, pageCount } = outcome.value
    const { requestId } = outcome.evidence
    const seen = new Map<Ref, FoundLook>()
    for (const row of rows) {
      const sale = unseen.get(row.name)
      const order = sale && row.describe(sale, matchContext)
      if (!order) continue
      for (const name of list.namesOf(sale)) unseen.delete(name)
      seen.set(sale.ref, { kind: 'found', order, requestId })
    }
    return { seen, isLast: unseen.size === 0 || page >= pageCount || pageCount > maxPages }
  }

  return { taken: run.map(({ sale }) => sale.ref), passed, readPage }
}
