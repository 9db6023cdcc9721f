/** Brings the projections along with the entries. Invariant: replaying all entries gives exactly the tables on disk. */
import { isDeepStrictEqual } from 'node:util'
import { deleteHistory, projectHistory } from '../history/project-history.ts'
import { indexTerms } from '../history/term-rows.ts'
import { deleteAttempts, readLastAttempt, writeAttempt } from './attempts.ts'
import { type Db, inOneCommit } from './connection.ts'
import { readEntriesAfter } from './entries.ts'
import { type Entry, isSaleEntry, type SaleEntryBody } from './entry.ts'
import { JournalFault } from './faults.ts'
import { nextAttempt, nextSale } from './next-sale.ts'
import { isPrintEntry, type PrintEntryBody } from './print-entry.ts'
import { deletePrintJobs, nextPrintJob, readPrintJob, writePrintJob } from './print-jobs.ts'
import { deleteSales, insertSale, readSale, updateSale } from './sales.ts'

const REBUILD_BATCH = 1_000

/** Applies one entry, inside the caller's transaction. Throws JournalRefusal for a step the sale's table refuses. */
export function projectEntry(db: Db, entry: Entry): void {
  const { body } = entry
  if (isPrintEntry(body)) projectPrint(db, { ...entry, body })
  if (isSaleEntry(body)) projectSale(db, { ...entry, body })
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
  if (body.kind === 'sale-recorded') insertSale(db, sale, sequence)
  else updateSale(db, sale, sequence)
  if (!isDeepStrictEqual(readSale(db, body.ref), sale)) {
    throw new JournalFault('damaged', `sale ${body.ref} reads back otherwise than it was written`)
  }
  const attempt = nextAttempt(readLastAttempt(db, body.ref), { body, atMs })
  if (attempt) writeAttempt(db, attempt)
  projectHistory(db, entry)
}

/** Empties the projections and replays every entry, in one transaction: all of it or none. */
export function rebuildProjections(db: Db): void {
  inOneCommit(db, () => {
    deletePrintJobs(db)
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
