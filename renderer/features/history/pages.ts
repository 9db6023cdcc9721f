/**
 * The pages of one list of the history: fetched as they come into view, and dropped later. Invariant: no more than `maxKept` pages
 * are held, however long the list is; of the others only where they begin is remembered.
 */
import { useEffect, useState } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '#shared/app-error.ts'
import { type HistoryAsked, type HistoryFilters, type HistoryPage, historyLimits } from '#shared/history.ts'
import type { SaleView } from '#shared/views.ts'
import type { Client } from '../../client.ts'
import { useParts } from '../../counter-context.tsx'

export const { pageRows } = historyLimits

/** Pages held at a time: those in view, and enough around them that a slow scroll meets none that is missing. */
export const maxKept = 12

/** A search goes on in steps until a page is full; after so many it counts as the end of what can be looked through. */
const maxSteps = 2_000

interface ListState {
  /** Rows that the list has as far as it is known; the last of them may be one that is yet to be asked for. */
  readonly rows: number
  /** How many sales there are; null: many, or not known yet. */
  readonly count: number | null
  readonly pages: ReadonlyMap<number, readonly SaleView[]>
  readonly isBusy: boolean
  readonly error: AppError | null
}

export interface HistoryList {
  readonly store: StoreApi<ListState>
  /** Asks for the rows from `first` to `last`, and for nothing that was asked for before and is out of view. */
  show(first: number, last: number): void
  rowAt(row: number): SaleView | undefined
  /** Asks for nothing more. */
  close(): void
}

export function createHistoryList(
  client: Pick<Client, 'command'>,
  sought: Pick<HistoryAsked, 'query' | 'filters'>,
): HistoryList {
  const store = createStore<ListState>(() => ({
    rows: 0,
    count: null,
    isBusy: true,
    error: null,
    pages: new Map(),
  }))
  const places = createPlaces((count) => store.setState({ count }))
  let wanted = { first: 0, last: 0 }
  let isClosed = false
  let isRunning = false

  /** One whole page, in as many steps as it takes; undefined where the list was closed meanwhile. */
  async function fetchPage(page: number): Promise<readonly SaleView[] | AppError | undefined> {
    let from = places.startOf(page)
    const sales: SaleView[] = []
    for (let step = 0; from !== undefined && step < maxSteps; step += 1) {
      const asked = await client.command('history.page', { ...sought, from, rows: pageRows - sales.length })
      if (isClosed) return undefined
      if (!asked.ok) return asked.error
      sales.push(...asked.value.sales)
      from = places.goOn(page, asked.value, sales.length)
    }
    return sales
  }

  function nextMissing(): number | undefined {
    const { pages } = store.getState()
    for (let page = wanted.first; page <= wanted.last; page += 1) {
      if (!pages.has(page) && places.mayHave(page)) return places.reachable(page)
    }
    return undefined
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    store.setState({ isBusy: true, error: null })
    let error: AppError | null = null
    for (let page = nextMissing(); page !== undefined && !error && !isClosed; page = nextMissing()) {
      const fetched = await fetchPage(page)
      if (fetched === undefined) return
      if ('kind' in fetched) error = fetched
      else {
        const pages = nearest([...store.getState().pages, [page, fetched]], wanted)
        store.setState({ pages, rows: places.rowsKnown(pages) })
      }
    }
    isRunning = false
    store.setState({ isBusy: false, error })
  }

  void run()
  return {
    store,
    show(first, last) {
      wanted = { first: Math.floor(first / pageRows), last: Math.floor(last / pageRows) }
      if (!isClosed && nextMissing() !== undefined) void run()
    },
    rowAt: (row) => store.getState().pages.get(Math.floor(row / pageRows))?.[row % pageRows],
    close() {
      isClosed = true
    },
  }
}

/** The pages that are kept: those around the middle of what is in view. */
function nearest(
  pages: readonly (readonly [number, readonly SaleView[]])[],
  inView: { readonly first: number; readonly last: number },
): ListState['pages'] {
  const middle = (inView.first + inView.last) / 2
  const near = pages.toSorted(([a], [b]) => Math.abs(a - middle) - Math.abs(b - middle))
  return new Map(near.slice(0, maxKept))
}

/** Where the pages begin and the list ends, as far as its steps have shown. `onCount` gets the number of sales. */
function createPlaces(onCount: (count: number | null) => void) {
  /** Where each page begins, as far as it was ever met. */
  const begins = new Map<number, number>()
  let until: number | undefined
  let hasRanks = false
  let count: number | null = null
  let end: number | undefined

  function startOf(page: number): HistoryAsked['from'] | undefined {
    if (page === 0 && until === undefined) return { kind: 'newest' }
    if (until === undefined) return undefined
    const before = page === 0 ? until + 1 : begins.get(page)
    if (before !== undefined) return { kind: 'behind', until, before }
    return hasRanks ? { kind: 'rank', until, rank: page * pageRows } : undefined
  }

  return {
    /** How to ask for the page from its beginning; undefined where nothing leads there yet. */
    startOf,
    /** Remembers what a step has found; answers where the next one begins, undefined where the page is whole. */
    goOn(page: number, found: HistoryPage, held: number): HistoryAsked['from'] | undefined {
      if (until === undefined) {
        until = found.until
        hasRanks = found.hasRanks
        count = found.count
        onCount(count)
      }
      if (found.before === null) {
        end = page * pageRows + held
        return undefined
      }
      if (held < pageRows) return { kind: 'behind', until, before: found.before }
      begins.set(page + 1, found.before)
      return undefined
    },
    rowsKnown(pages: ListState['pages']): number {
      if (end !== undefined) return end
      if (count !== null) return count
      // One row more than is known: when it comes into view, the next page is asked for.
      return Math.max(0, ...begins.keys(), ...pages.keys()) * pageRows + 1
    },
    mayHave: (page: number): boolean => end === undefined || page === 0 || page * pageRows < end,
    /** The page itself, or the one before it from which the way to it goes on. */
    reachable(page: number): number {
      let near = page
      while (near > 0 && startOf(near) === undefined) near -= 1
      return near
    },
  }
}

// The list that a query and filters ask for: a new one with each key, and an older one that still runs is closed.

export interface Sought {
  readonly query: string
  readonly filters: HistoryFilters
}

export function useHistory({ query, filters }: Sought): { readonly list: HistoryList | null; renew(): void } {
  const { client } = useParts()
  const [list, setList] = useState<HistoryList | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks the same again.
  useEffect(() => {
    const made = createHistoryList(client, { query, filters })
    setList(made)
    return made.close
  }, [client, query, filters, round])
  return { list, renew: () => setRound(round + 1) }
}
