/**
 * Every migration, in order: the n-th brings a file from version n - 1 to version n. One that was released is never
 * changed. A migration may reshape projections and add tables; it never touches `entries`.
 */
import { decidedEnds } from './decided-ends.ts'
import { firstJournal } from './first-journal.ts'
import { officialReceipts } from './official-receipts.ts'
import { printJobs } from './print-jobs.ts'
import { reconciliationIndexes } from './reconciliation.ts'
import { salesHistory } from './sales-history.ts'
import { salesOfEveryKind } from './sales-of-every-kind.ts'
import { salesRemember } from './sales-remember.ts'

export const migrations: readonly string[] = [
  firstJournal,
  salesRemember,
  salesOfEveryKind,
  officialReceipts,
  printJobs,
  salesHistory,
  reconciliationIndexes,
  decidedEnds,
]
