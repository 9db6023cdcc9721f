/** Brings the projections along with the entries. Invariant: replaying all entries gives exactly the tables on disk. */
import { isDeepStrictEqual } from 'node:util'
import { deleteHistory, projectHistory } from '../history/project-history.ts'
import { indexTerms } from '../history/term-rows.ts'
import { deleteAttempts, readLastAttempt, writeAttempt } from './attempts.ts'
import { type Db, inOneCommit } from './connection.ts'
import { addAct, addSaleChange, deleteTotals } from './day-totals.ts'
import { readEntriesAfter } from './entries.ts'
import { type Entry, isSaleEntry, type SaleEntryBody } from './entry.ts'
import { JournalFault, JournalRefusal } from './faults.ts'
import type { StoredSale } from './journal.ts'
import { nextAttempt, nextSale } from './next-sale.ts'
import { isPrintEntry, type PrintEntryBody } from './print-entry.ts'
import { deletePrintJobs, nextPrintJob, readPrintJob, writePrintJob } from './print-jobs.ts'
import { deleteRefunds, nextRefund, readRefund, writeRefund } from './refunds.ts'
import { deleteSales, insertSale, readSale, updateSale } from './sales.ts'
import { deleteShifts, nextShift, readLastShift, readShift, writeShift } from './shifts.ts'
import { isRefundEntry, isShiftEntry, type RefundEntryBody, type ShiftEntryBody } from './till-entry.ts'

const REBUILD_BATCH = 1_000

/** Applies one entry, inside the caller's transaction. Throws JournalRefusal for a step the sale's table refuses. */
export function projectEntry(db: Db, entry: Entry): void {
  const { body } = entry
  if (isPrintEntry(body)) projectPrint(db, { ...entry, body })
  if (isSaleEntry(body)) projectSale(db, { ...entry, body })
  if (isShiftEntry(body)) projectShift(db, { ...entry, body })
  if (isShiftEntry(body) || isRefundEntry(body)) addAct(db, { ...entry, body })
  if (isRefundEntry(body)) {
    const sale = readSale(db, body.ref)
    if (!sale) throw new JournalRefusal('unknown-sale', `${body.kind} of ${body.ref}`)
    projectRefund(db, sale, { ...entry, body })
  }
}

function projectShift(db: Db, entry: Entry & { readonly body: ShiftEntryBody }): void {
  const shift = nextShift(readLastShift(db), entry)
  writeShift(db, shift)
  if (!isDeepStrictEqual(readShift(db, shift.shift), shift)) {
    throw new JournalFault('damaged', `shift ${shift.shift} reads back otherwise than it was written`)
  }
}

function projectRefund(
  db: Db,
  sale: StoredSale,
  entry: Entry & { readonly body: SaleEntryBody | RefundEntryBody },
): void {
  const before = readRefund(db, sale.ref)
  const refund = nextRefund(before, sale, entry)
  if (refund === undefined || refund === before) return
  writeRefund(db, refund)
  if (!isDeepStrictEqual(readRefund(db, sale.ref), refund)) {
    throw new JournalFault('damaged', `the refund of ${sale.ref} reads back otherwise than it was written`)
  }
}

function projectPrint(db: Db, { body, atMs, sequence }: Entry & { readonly body: PrintEntryBody }): void {
  const job = nextPrintJob(readPrintJob(db, body.jobId), { body, atMs })
  writePrintJob(db, job, sequence)
  if (!isDeepStrictEqual(readPrintJob(db, body.jobId), job)) {
    throw new JournalFault('damaged', `print job ${body.jobId} reads back otherwise than it was written`)
  }
}

function projectSale(db: Db, entry: Entry & { readonly body: SaleEntryBody }): void {
  const { body, atMs, sequence } = entry
  const before = readSale(db, body.ref)
  const sale = nextSale(before, { body, atMs })
  if (body.kind === 'sale-recorded') insertSale(db, sale, sequence)
  else updateSale(db, sale, sequence)
  if (!isDeepStrictEqual(readSale(db, body.ref), sale)) {
    throw new JournalFault('damaged', `sale ${body.ref} reads back otherwise than it was written`)
  }
  const attempt = nextAttempt(readLastAttempt(db, body.ref), { body, atMs })
  if (attempt) writeAttempt(db, attempt)
  projectRefund(db, sale, entry)
  addSaleChange(db, before, sale, atMs)
  projectHistory(db, entry)
}

/** Empties the projections and replays every entry, in one transaction: all of it or none. */
export function rebuildProjections(db: Db): void {
  inOneCommit(db, () => {
    deletePrintJobs(db)
    deleteShifts(db)
    deleteRefunds(db)
    deleteAttempts(db)
    deleteSales(db)
    deleteHistory(db)
    deleteTotals(db)
    let last = 0
    // Each turn moves `last` on, so the number of entries bounds the loop.
    for (;;) {
      const batch = readEntriesAfter(db, last, REBUILD_BATCH)
      const end = batch.at(-1)
      if (!end) break
      for (const entry of batch) projectEntry(db, entry)
      last = end.sequence
    }
    indexTerms(db)
  })
}
