/** The sales of a filtered history, page by page, newest first, with everything else let in between two pages. */
import type { HistoryAsked } from '#shared/history.ts'
import type { SaleView } from '#shared/views.ts'
import type { Journal } from '../journal/journal.ts'
import { viewOfSale } from '../sale/sale-repository.ts'
import { letOthersIn } from './progress.ts'

/** As many as are read in less than a frame: no key press waits longer. */
const PAGE_ROWS = 50

export interface HistoryPart {
  readonly sales: readonly SaleView[]
  /** How far the reading is through the journal's entries, of how many. */
  readonly done: number
  readonly total: number
}

export type HistoryPages = (
  asked: Pick<HistoryAsked, 'query' | 'filters'>,
) => AsyncGenerator<HistoryPart, void>

/**
 * Sales that are made meanwhile are not among them, and each is as it stands when its page is read. Throws JournalFault where
 * the journal cannot be read.
 */
export const historyPagesOf = (journal: Pick<Journal, 'findPage'>): HistoryPages =>
  async function* readPages({ query, filters }) {
    let from: HistoryAsked['from'] = { kind: 'newest' }
    // Each page begins further back in the journal, whose beginning ends the loop.
    for (;;) {
      const { sales, until, before } = journal.findPage({ query, filters, from, rows: PAGE_ROWS })
      yield { sales: sales.map(viewOfSale), done: before === null ? until : until - before, total: until }
      if (before === null) return
      from = { kind: 'behind', until, before }
      await letOthersIn()
    }
  }
