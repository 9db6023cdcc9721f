/** Printing where the journal cannot be opened: nothing is printed that could not be counted, and every answer says why. */
import type { AppError } from '#shared/app-error.ts'
import { err } from '#shared/result.ts'
import type { PrintService } from './print-service.ts'

export function closedPrintService(error: AppError): PrintService {
  const closed = err(error)
  return {
    readStatus: async () => ({ kind: 'none' }),
    test: () => closed,
    printSlip: async () => closed,
    printOfficial: () => closed,
    again: async () => closed,
    settle: () => closed,
    listOf: () => closed,
    listNotDone: () => [],
    readPage: () => undefined,
    stop: async () => undefined,
  }
}
