/** Brings the projections along with the entries. Invariant: replaying all entries gives exactly the tables on disk. */
import { isDeepStrictEqual } from 'node:util'
import { deleteAttempts, readLastAttempt, writeAttempt } from './attempts.ts'
import { type Db, inOneCommit } from './connection.ts'
import { readEntriesAfter } from './entries.ts'
import { type Entry, isJournalEntry } from './entry.ts'
import { JournalFault } from './faults.ts'
import { nextAttempt, nextSale } from './next-sale.ts'
import { deleteSales, insertSale, readSale, updateSale } from './sales.ts'

const REBUILD_BATCH = 1_000

/** Applies one entry, inside the caller's transaction. Throws JournalRefusal for a step the sale's table refuses. */
export function projectEntry(db: Db, entry: Entry): void {
  const { body, atMs, sequence } = entry
  if (isJournalEntry(body)) return
  const sale = nextSale(readSale(db, body.ref), { body, atMs })
  if (body.kind === 'sale-recorded') insertSale(db, sale, sequence)
  else updateSale(db, sale, sequence)
  if (!isDeepStrictEqual(readSale(db, body.ref), sale)) {
    throw new JournalFault('damaged', `sale ${body.ref} reads back otherwise than it was written`)
  }
  const attempt = nextAttempt(readLastAttempt(db, body.ref), { body, atMs })
  if (attempt) writeAttempt(db, attempt)
}

/** Empties the projections and replays every entry, in one transaction: all of it or none. */
export function rebuildProjections(db: Db): void {
  inOneCommit(db, () => {
    deleteAttempts(db)
    deleteSales(db)
    let last = 0
    // Each turn moves `last` on, so the number of entries bounds the loop.
    for (;;) {
      const batch = readEntriesAfter(db, last, REBUILD_BATCH)
      const end = batch.at(-1)
      if (!end) return
      for (const entry of batch) projectEntry(db, entry)
      last = end.sequence
    }
  })
}
