/** The sales' room where the journal cannot be opened: nothing is sold and nothing is listed, and every answer says why. */
import type { AppError } from '#shared/app-error.ts'
import { err } from '#shared/result.ts'
import type { JournalTrouble } from '../journal/faults.ts'
import type { SaleDesk } from './desk.ts'

export function createClosedDesk({ problem, detail }: JournalTrouble): SaleDesk {
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
