/** The sales where the journal cannot be opened: nothing is sold and nothing is listed, and every answer says why. */
import type { AppError } from '#shared/app-error.ts'
import { err } from '#shared/result.ts'
import type { JournalTrouble } from '../journal/faults.ts'
import type { SaleService } from './sale-service.ts'

export function createClosedSaleService({ problem, detail }: JournalTrouble): SaleService {
  const closed = err<AppError>({ kind: 'journal', problem, detail })
  const noSelling = err<AppError>({ kind: 'selling-closed', why: 'journal' })
  return {
    review: async () => noSelling,
    readReview: () => undefined,
    confirm: () => noSelling,
    resend: async () => noSelling,
    cancel: async () => closed,
    decide: async () => closed,
    lookUp: async () => closed,
    readSale: () => closed,
    revealCards: async () => closed,
    findByReview: () => closed,
    listSales: () => [],
    setLine: () => undefined,
    wake: () => undefined,
    stop: async () => undefined,
  }
}
