/** A journal that was found whole, as the rest of the core uses it. Owns its connection and its witness until close. */
import type { Log } from '../ports.ts'
import type { Db } from './connection.ts'
import { readChainEnd, readEntries } from './entries.ts'
import type { Entry } from './entry.ts'
import type { Journal } from './journal.ts'
import { rebuildProjections } from './project.ts'
import { recordEntries } from './record.ts'
import { findNewestKnown, findSaleByReview, listRepeats, listSales, readSale } from './sales.ts'
import type { Witness } from './witness.ts'

export function openedJournal(parts: {
  readonly db: Db
  readonly witness: Witness
  readonly journalId: string
  readonly log?: Log
}): Journal {
  const { db, witness, journalId, log } = parts
  /** The commit stands whether the witness can be written or not, so its failure is told and never thrown. */
  const tellWitness = (work: () => void) => {
    try {
      work()
    } catch (error) {
      log?.write('error', 'journal.witness-not-written', { why: String(error) })
    }
  }
  return {
    journalId,
    record(bodies, atMs) {
      const entries = recordEntries(db, bodies, atMs)
      const last: Entry | undefined = entries.at(-1)
      if (last) tellWitness(() => witness.write(last))
      return entries
    },
    readSale: (ref) => readSale(db, ref),
    findSaleByReview: (reviewId) => findSaleByReview(db, reviewId),
    listSales: (filter) => listSales(db, filter),
    findNewestKnown: () => findNewestKnown(db),
    listRepeats: (filter) => listRepeats(db, filter),
    readEntries: (ref) => readEntries(db, ref),
    rebuildProjections: () => rebuildProjections(db),
    close() {
      if (!db.connection.open) return
      tellWitness(() => {
        witness.write(readChainEnd(db))
        witness.flush()
      })
      witness.close()
      // SQLite brings the WAL into the file as it closes, unless another process still has it open.
      db.connection.close()
    },
  }
}
