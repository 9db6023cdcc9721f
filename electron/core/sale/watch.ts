/**
 * What this process remembers of a sale between two looks, and the journal does not hold: forgotten at a restart, when
 * counting begins again. Counters belong to one phase; a change of phase sets them to nothing.
 */
import type { Ref } from '#shared/ref.ts'
import { phaseOf } from '#shared/states/observed.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import type { SaleEntryBody } from '../journal/entry.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { SaleFacts } from './decide.ts'

export interface Watch {
  attempt: SaleFacts['attempt']
  /** How the attempt ended, where the disk refused to take it. */
  unrecorded: SaleEntryBody | null
  phase: SalePhase | null
  looks: number
  notFoundLookUps: number
  watchedMs: number
  /** Not a counter: it holds for as long as this sale is remembered. */
  strangerFound: boolean
}

export interface Watches {
  /** The memory of this sale, its counters set back where its phase has changed. */
  of(sale: StoredSale): Watch
  forget(ref: Ref): void
}

export function createWatches(): Watches {
  const watches = new Map<Ref, Watch>()
  return {
    of(sale) {
      const watch = watches.get(sale.ref) ?? blank()
      watches.set(sale.ref, watch)
      const phase = phaseOf(sale.state, sale.order.kind, sale.serverStatus)
      if (watch.phase !== phase) Object.assign(watch, { phase, looks: 0, notFoundLookUps: 0, watchedMs: 0 })
      return watch
    },
    forget: (ref) => void watches.delete(ref),
  }
}

const blank = (): Watch => ({
  attempt: 'none',
  unrecorded: null,
  phase: null,
  looks: 0,
  notFoundLookUps: 0,
  watchedMs: 0,
  strangerFound: false,
})

export const factsOf = (watch: Watch, byRefProven: boolean): SaleFacts => ({
  attempt: watch.attempt,
  unrecorded: watch.unrecorded !== null,
  looks: watch.looks,
  notFoundLookUps: watch.notFoundLookUps,
  strangerFound: watch.strangerFound,
  watchedMs: watch.watchedMs,
  byRefProven,
})
