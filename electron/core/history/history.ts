/** The history as the commands use it, over one journal. Reads only: nothing here goes to the service, or changes a sale. */
import type { AppError } from '#shared/app-error.ts'
import type { HistoryAsked, HistoryPage, SaleHistory } from '#shared/history.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { JournalTrouble } from '../journal/faults.ts'
import type { Journal } from '../journal/journal.ts'
import { viewOfSale } from '../sale/sale-repository.ts'
import { momentsOf } from './timeline.ts'

export interface History {
  findPage(asked: HistoryAsked): Result<HistoryPage, AppError>
  readSale(ref: Ref): Result<SaleHistory, AppError>
}

export function createHistory(journal: Journal): History {
  return {
    findPage(asked) {
      const { sales, ...page } = journal.findPage(asked)
      return ok({ ...page, sales: sales.map(viewOfSale) })
    },
    readSale(ref) {
      const sale = journal.readSale(ref)
      if (!sale) return err({ kind: 'sale-not-found', ref })
      return ok({ sale: viewOfSale(sale), moments: [...momentsOf(journal.readEntries(ref))] })
    },
  }
}

/** The history of a journal that does not open: every answer says why. */
export function closedHistory({ problem, detail }: JournalTrouble): History {
  const closed = err<AppError>({ kind: 'journal', problem, detail })
  return { findPage: () => closed, readSale: () => closed }
}
