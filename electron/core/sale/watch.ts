/**
 * What this process remembers of a sale between two looks, and the journal does not hold: forgotten at a restart, when
 * counting begins again. Counters belong to one phase; a change of phase sets them to nothing.
 */
import { endsByDecision } from '#shared/decisions.ts'
import type { Ref } from '#shared/ref.ts'
import { phaseOf } from '#shared/states/observed.ts'
import type { SaleEntryBody } from '../journal/entry.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { PaceName } from '../schedule/cadence.ts'
import type { SaleFacts } from './decide.ts'
import { lacksOfDelivery, mayBeRefundedLate } from './delivery.ts'
import { isDecidable } from './standing-doubt.ts'

export interface Watch {
  attempt: SaleFacts['attempt']
  /** How the attempt ended, where the disk refused to take it. */
  unrecorded: SaleEntryBody | null
  phase: PaceName | null
  looks: number
  notFoundLookUps: number
  watchedMs: number
  /** How many of the last looks in a row brought what looks do not end. */
  doubtfulLooks: number
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
      const phase = paceOf(sale)
      if (watch.phase !== phase) Object.assign(watch, noCounts, { phase })
      return watch
    },
    forget: (ref) => void watches.delete(ref),
  }
}

/** By what the waits between looks at this sale go. */
function paceOf(sale: StoredSale): PaceName {
  if (endsByDecision(sale)) return 'decided'
  if (sale.state === 'in-doubt' && isDecidable(sale)) return 'undecided'
  if (lacksOfDelivery(sale)) return 'undelivered-rest'
  return mayBeRefundedLate(sale) ? 'refundable' : phaseOf(sale.state, sale.order.kind, sale.serverStatus)
}

const noCounts = {
  looks: 0,
  notFoundLookUps: 0,
  watchedMs: 0,
  doubtfulLooks: 0,
} as const

const blank = (): Watch => ({
  attempt: 'none',
  unrecorded: null,
  phase: null,
  ...noCounts,
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
