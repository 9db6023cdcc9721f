/** Brings the projections along with the entries. Invariant: replaying all entries gives exactly the tables on disk. */
import { isDeepStrictEqual } from 'node:util'
import type { CarnetLine } from '#shared/till/carnet.ts'
import { deleteHistory, projectHistory } from '../history/project-history.ts'
import { indexTerms } from '../history/term-rows.ts'
import { deleteAttempts, readLastAttempt, writeAttempt } from './attempts.ts'
import {
  checkCarnetMoney,
  checkCustomer,
  checkCustomerOfSale,
  deleteLines,
  lineOfMoney,
  nextLines,
  readLine,
  readLinesOfSale,
  writeLine,
} from './carnet.ts'
import { type Db, inOneCommit } from './connection.ts'
import { deleteCustomers, nextCustomer, readCustomer, writeCustomer } from './customers.ts'
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
import {
  type CarnetEntryBody,
  type CustomerEntryBody,
  isCarnetEntry,
  isCustomerEntry,
  isRefundEntry,
  isShiftEntry,
  type RefundEntryBody,
  type ShiftEntryBody,
} from './till-entry.ts'

const REBUILD_BATCH = 1_000

/** Applies one entry, inside the caller's transaction. Throws JournalRefusal for a step the sale's table refuses. */
export function projectEntry(db: Db, entry: Entry): void {
  const { body } = entry
  if (isPrintEntry(body)) projectPrint(db, { ...entry, body })
  if (isSaleEntry(body)) projectSale(db, { ...entry, body })
  if (isShiftEntry(body)) projectShift(db, { ...entry, body })
  if (isRefundEntry(body)) {
    const sale = readSale(db, body.ref)
    if (!sale) throw new JournalRefusal('unknown-sale', `${body.kind} of ${body.ref}`)
    if (body.customer !== undefined) checkCustomer(db, body.customer)
    projectRefund(db, sale, { ...entry, body })
    projectLines(db, sale, entry)
  }
  if (isCustomerEntry(body)) projectCustomer(db, { ...entry, body })
  if (isCarnetEntry(body)) projectCarnetMoney(db, { ...entry, body })
}

function projectCustomer(db: Db, { body, atMs }: Entry & { readonly body: CustomerEntryBody }): void {
  const customer = nextCustomer(readCustomer(db, body.customer), { body, atMs })
  writeCustomer(db, customer)
  if (!isDeepStrictEqual(readCustomer(db, body.customer), customer)) {
    throw new JournalFault('damaged', `customer ${body.customer} reads back otherwise than it was written`)
  }
}

function projectCarnetMoney(db: Db, entry: Entry & { readonly body: CarnetEntryBody }): void {
  checkCarnetMoney(db, entry.body)
  project(db, lineOfMoney(entry))
}

/** What the entry made of the lines that the sale has on a carnet. */
function projectLines(db: Db, sale: StoredSale, entry: Entry): void {
  if (sale.till === undefined && !isRefundEntry(entry.body)) return
  const before = readLinesOfSale(db, sale.ref)
  const after = nextLines(before, sale, readRefund(db, sale.ref), entry)
  for (const [place, line] of after.entries()) if (!isDeepStrictEqual(line, before[place])) project(db, line)
}

function project(db: Db, line: CarnetLine): void {
  writeLine(db, line)
  if (!isDeepStrictEqual(readLine(db, line.sequence), line)) {
    throw new JournalFault('damaged', `line ${line.sequence} of a carnet reads back otherwise than written`)
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
  const sale = nextSale(readSale(db, body.ref), { body, atMs })
  if (body.kind === 'sale-recorded') checkCustomerOfSale(db, sale)
  if (body.kind === 'sale-recorded') insertSale(db, sale, sequence)
  else updateSale(db, sale, sequence)
  if (!isDeepStrictEqual(readSale(db, body.ref), sale)) {
    throw new JournalFault('damaged', `sale ${body.ref} reads back otherwise than it was written`)
  }
  const attempt = nextAttempt(readLastAttempt(db, body.ref), { body, atMs })
  if (attempt) writeAttempt(db, attempt)
  projectRefund(db, sale, entry)
  projectLines(db, sale, entry)
  projectHistory(db, entry)
}

/** Empties the projections and replays every entry, in one transaction: all of it or none. */
export function rebuildProjections(db: Db): void {
  inOneCommit(db, () => {
    deletePrintJobs(db)
    deleteShifts(db)
    deleteLines(db)
    deleteCustomers(db)
    deleteRefunds(db)
    deleteAttempts(db)
    deleteSales(db)
    deleteHistory(db)
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
