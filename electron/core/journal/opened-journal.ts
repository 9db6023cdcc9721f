/** A journal that was found whole, as the rest of the core uses it. Owns all that it holds open, until close. */
import { findPage } from '../history/page.ts'
import type { Log } from '../ports.ts'
import { type Checkpoint, dropCheckpoint, writeCheckpoint } from './checkpoint.ts'
import type { Db } from './connection.ts'
import {
  countRestores,
  findAccepted,
  findChange,
  listRestores,
  readChainEnd,
  readEntries,
  readLastEntry,
  readRow,
  readRowsAfter,
  wroteAfter,
} from './entries.ts'
import type { Entry } from './entry.ts'
import { asUnread, type JournalTrouble, JournalUnread } from './faults.ts'
import type { Inspected } from './inspect.ts'
import type { Journal } from './journal.ts'
import type { JournalLock } from './lock.ts'
import { createLosses } from './losses.ts'
import type { JournalPaths } from './paths.ts'
import { listPrintJobsNotDone, listPrintJobsOf, listPrintJobsOfPaper, readPrintJob } from './print-jobs.ts'
import { rebuildProjections } from './project.ts'
import { reconciledIn } from './reconciled.ts'
import {
  recordActs,
  recordBeside,
  recordChange,
  recordCustomer,
  recordEntries,
  recordTill,
} from './record.ts'
import {
  findNewestKnown,
  findSaleByReview,
  findSaleByTransaction,
  listClaims,
  listDecided,
  listRefs,
  listRepeats,
  listSales,
  listSealed,
  listWithoutReceipt,
  readSale,
} from './sales.ts'
import { tillRecordsIn } from './till-records.ts'
import type { Looked } from './verify-on-open.ts'
import { createWholeCheck } from './whole-check.ts'
import type { Witness } from './witness.ts'

interface OpenedParts {
  readonly db: Db
  readonly paths: JournalPaths
  readonly lock: JournalLock
  readonly witness: Witness
  readonly journalId: string
  readonly isUnwitnessed: boolean
  readonly isNew: boolean
  readonly nowMs: () => number
  readonly log?: Log
  onTrouble?(trouble: JournalTrouble): void
}

export function openedJournal(parts: OpenedParts, { found, checkpoint, passedOver }: Looked): Journal {
  const { db, paths, lock, witness, journalId, nowMs, log } = parts
  const clock = createClockWatch(readRow(db, found.end.sequence)?.at_ms ?? 0, log)
  const trust = keepTrust(parts, checkpoint)
  const wholeCheck = createWholeCheck({
    ...{ path: paths.journal, nowMs, committed: () => ({ journalId, ...readChainEnd(db) }) },
    ...{ onWhole: trust.renew, ...(log && { log }) },
    onTrouble(trouble) {
      trust.end()
      parts.onTrouble?.(trouble)
    },
  })
  if (passedOver === 'nothing' && !checkpoint) trust.renew(found, nowMs())
  void wholeCheck.runRest(passedOver, checkpoint)
  clock.note(nowMs())
  let heard: (sequence: number) => void = () => undefined
  const noted = (entries: readonly Entry[], atMs: number): readonly Entry[] => {
    const last = entries.at(-1)
    clock.note(atMs)
    if (!last) return entries
    tryBeside(log, 'journal.witness-not-written', () => witness.write(last))
    heard(last.sequence)
    return entries
  }
  return {
    ...readsOf(db),
    journalId,
    isUnwitnessed: parts.isUnwitnessed,
    isNew: parts.isNew,
    record: (bodies, atMs) => noted(recordEntries(db, bodies, atMs), atMs),
    recordChange: (body, atMs) => void noted(recordChange(db, body, atMs), atMs),
    recordBeside: (bodies, atMs) => void noted(recordBeside(db, bodies, atMs), atMs),
    recordActs: (bodies, atMs) => void noted(recordActs(db, bodies, atMs), atMs),
    recordTill: (bodies, atMs) => noted(recordTill(db, bodies, atMs), atMs),
    recordCustomer: (body, named, atMs) => void noted(recordCustomer(db, body, named, atMs), atMs),
    onCommit(listener) {
      heard = listener
    },
    rebuildProjections: () => rebuildProjections(db),
    verifyWhole: () => wholeCheck.run(),
    copyTo: (path, signal) => copyPages(db, path, signal),
    clockBehindMs: () => clock.behindMs(nowMs()),
    isOpen: () => db.connection.open,
    close() {
      if (!db.connection.open) return
      wholeCheck.stop()
      try {
        tryBeside(log, 'journal.witness-not-written', () => witness.conclude(readChainEnd(db)))
        witness.close()
        // SQLite brings the WAL into the file as it closes, unless another process still has it open.
        db.connection.close()
        trust.leave()
      } finally {
        lock.release()
      }
    },
  }
}

/** What is read and changes nothing. */
function readsOf(db: Db) {
  const asked = askedIn(db)
  const losses = createLosses(db)
  const till = tillRecordsIn(db)
  return {
    listPrintJobsOfPaper: (paper) => asked(() => listPrintJobsOfPaper(db, paper)),
    readPrintJob: (jobId) => asked(() => readPrintJob(db, jobId)),
    listPrintJobsOf: (ref) => asked(() => listPrintJobsOf(db, ref)),
    listPrintJobsNotDone: () => asked(() => listPrintJobsNotDone(db)),
    till: { ...till, readPrices: () => asked(till.readPrices) },
    reconciled: reconciledIn(db),
    readLastEntry: () => asked(() => readLastEntry(db)),
    readSale: (ref) => asked(() => readSale(db, ref)),
    findSaleByReview: (reviewId) => asked(() => findSaleByReview(db, reviewId)),
    listSales: (filter) => asked(() => listSales(db, filter)),
    listRefs: (filter) => asked(() => listRefs(db, filter)),
    listSealed: (limit, first) => asked(() => listSealed(db, limit, first)),
    listWithoutReceipt: (sinceMs, limit) => asked(() => listWithoutReceipt(db, sinceMs, limit)),
    findSaleByTransaction: (transactionId) => asked(() => findSaleByTransaction(db, transactionId)),
    listDecided: (changedSinceMs) => asked(() => listDecided(db, changedSinceMs)),
    listClaims: (serviceIds) => asked(() => listClaims(db, serviceIds)),
    findNewestKnown: (kind) => asked(() => findNewestKnown(db, kind)),
    listRepeats: (filter) => asked(() => listRepeats(db, filter)),
    findPage: (page) => asked(() => findPage(db, page)),
    readEntries: (ref) => asked(() => readEntries(db, ref)),
    readRows: (sequence, limit) => asked(() => readRowsAfter(db, sequence, limit)),
    countRestores: (sequence) => asked(() => countRestores(db, sequence)),
    wroteAfter: (sequence, atMs) => asked(() => wroteAfter(db, sequence, atMs)),
    listRestores: () => asked(() => listRestores(db)),
    findChange: (whats, text) => asked(() => findChange(db, whats, text)),
    findAccepted: (anchorHash) => asked(() => findAccepted(db, anchorHash)),
    listLosses: (sequence) => asked(() => losses(sequence)),
  } satisfies Partial<Journal>
}

/** The checkpoint of an open journal: renewed by a full check, ended by a finding, tied to the file as it is left. */
function keepTrust({ paths, journalId, log }: OpenedParts, known: Checkpoint | undefined) {
  let checkpoint = known
  const write = (found: Omit<Checkpoint, 'file' | 'version'>) =>
    tryBeside(log, 'journal.checkpoint-not-written', () => {
      checkpoint = writeCheckpoint(paths, found)
    })
  return {
    renew({ end, counts }: Inspected, verifiedAtMs: number) {
      if (counts) write({ journalId, ...end, ...counts, verifiedAtMs })
    },
    end() {
      checkpoint = undefined
      tryBeside(log, 'journal.checkpoint-not-removed', () => dropCheckpoint(paths))
    },
    /** From here on, whoever writes to the file is noticed. */
    leave() {
      if (checkpoint) write(checkpoint)
    },
  }
}

/** Reads; what it throws says by its kind that a read failed. A command may come back from the service to a closed journal. */
const askedIn =
  ({ connection }: Db) =>
  <T>(read: () => T): T => {
    if (!connection.open) throw new JournalUnread('unreadable', 'the journal is not open')
    try {
      return read()
    } catch (error) {
      throw asUnread(error)
    }
  }

/** What stands beside the journal can be missing: a commit stands whether it can be written or not. */
function tryBeside(log: Log | undefined, what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    log?.write('error', what, { why: String(error) })
  }
}

// Notices a machine's clock that was set back: by the times that the journal has seen. It is reported and never a reason to
// refuse; the order of what happened is that of the entries and not that of their times.

/** A clock is corrected by seconds now and then; only more than this is reported. */
const TOLERANCE_MS = 60_000

interface ClockWatch {
  /** The clock said this, now. */
  note(atMs: number): void
  /** By how much a clock that says `nowMs` is behind; 0 where that is nothing to speak of. */
  behindMs(nowMs: number): number
}

/**
 * Goes by the last entry there is and by what is noted from then on. Not by the highest time of all entries: one that a
 * wrong clock once dated far ahead would be held against a right one for ever.
 */
function createClockWatch(lastEntryAtMs: number, log: Log | undefined): ClockWatch {
  let latestMs = lastEntryAtMs
  let wasBehind = false
  const behindMs = (nowMs: number) => (latestMs - nowMs > TOLERANCE_MS ? latestMs - nowMs : 0)
  return {
    note(atMs) {
      const behind = behindMs(atMs)
      if (behind > 0 && !wasBehind) log?.write('warn', 'journal.clock-behind', { behindMs: behind })
      wasBehind = behind > 0
      latestMs = Math.max(latestMs, atMs)
    },
    behindMs,
  }
}

// SQLite's online backup: an open file is copied page by page, and what is committed meanwhile is in the copy.

/** Pages of one step, with everything else let in between two: a step takes about a millisecond. */
const PAGES_A_STEP = 64

/** The copy is SQLite's, and not yet flushed by us. Rejects with SQLite's error, or with the reason of `signal`. */
async function copyPages(db: Db, path: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const progress = () => {
    signal.throwIfAborted()
    return PAGES_A_STEP
  }
  await db.connection.backup(path, { progress })
}
