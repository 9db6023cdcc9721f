/**
 * Looks a journal's file over: before anything may write to it, and again while it is in use. Invariant: a file that is
 * refused is left as it was found (SQLite's own index file, `-shm`, may appear beside it; it holds no data).
 */
import type { Checkpoint } from './checkpoint.ts'
import { type Db, openForReading } from './connection.ts'
import { JournalFault } from './faults.ts'
import { applicationId, describeSchema, expectedSchema, readApplicationId, readVersion } from './migrate.ts'
import { migrations } from './migrations/migrations.ts'
import { checkPages, checkPagesAside } from './page-check.ts'
import { atOnce, inSlices, type Steps } from './steps.ts'
import { type VerifiedChain, verifyChain } from './verify.ts'
import { type ProjectionCounts, verifyProjections, verifyProjectionsSince } from './verify-projections.ts'
import type { WitnessRecord } from './witness.ts'

export interface Inspected extends VerifiedChain {
  /** Absent for a file of an earlier version: its projections are made anew by its migration. */
  readonly counts?: ProjectionCounts
}

/** Looks at everything. Throws JournalFault, or SQLite's own error, for any file that must not be used as it is. */
export function inspectJournal(path: string, witnessed: WitnessRecord | undefined): Inspected {
  const inspected = inOneViewOf(path, function* (db) {
    checkPages(db)
    return yield* inspectContent(db, witnessed)
  })
  return atOnce(inspected)
}

/** The pages are looked at in a thread of the machine's, whose time is no other. */
const threadTime = { elapsedMs: () => performance.now() }

/** The same without keeping anyone waiting. Rejects as above, or with the reason of `signal`. */
export async function inspectInSlices(
  path: string,
  witnessed: WitnessRecord | undefined,
  signal: AbortSignal,
): Promise<Inspected> {
  await checkPagesAside(path, signal)
  const inspected = inOneViewOf(path, (db) => inspectContent(db, witnessed))
  return inSlices(inspected, signal, threadTime)
}

/**
 * Looks at what came after `checkpoint`, and at what it can be held against. Throws as above wherever something does not
 * fit; it is then for the look at everything to say what.
 */
export function inspectSince(
  path: string,
  witnessed: WitnessRecord | undefined,
  checkpoint: Checkpoint,
): VerifiedChain {
  const inspected = inOneViewOf(path, function* (db) {
    const chain = yield* verifyChain(db, witnessed, checkpoint)
    if (chain.created.journalId !== checkpoint.journalId) {
      throw new JournalFault('not-ours', `the checkpoint is of journal ${checkpoint.journalId}`)
    }
    yield* verifyProjectionsSince(db, checkpoint)
    return chain
  })
  return atOnce(inspected)
}

function* inspectContent(db: Db, witnessed: WitnessRecord | undefined): Steps<Inspected> {
  const chain = yield* verifyChain(db, witnessed)
  if (readVersion(db) !== migrations.length) return chain
  return { ...chain, counts: yield* verifyProjections(db) }
}

/** Works on one unmoving picture of the file, on a connection of its own that is closed however the work ends. */
function* inOneViewOf<T>(path: string, work: (db: Db) => Steps<T>): Steps<T> {
  const db = openForReading(path)
  try {
    db.connection.exec('BEGIN')
    checkHeader(db)
    return yield* work(db)
  } finally {
    db.connection.close()
  }
}

/** Throws JournalFault where the file is not a journal that this program can read. */
export function checkHeader(db: Db): void {
  const found = readApplicationId(db)
  if (found !== applicationId) {
    throw new JournalFault('not-ours', `the file is a database of another program (application_id ${found})`)
  }
  const version = readVersion(db)
  if (version > migrations.length) {
    const detail = `the file has version ${version}, this program knows ${migrations.length}: install the newer program`
    throw new JournalFault('newer', detail)
  }
  if (version < 1) throw new JournalFault('damaged', `the file has version ${version}`)
  const mode = db.connection.pragma('journal_mode', { simple: true })
  if (mode !== 'wal')
    throw new JournalFault('damaged', `the file's header tells journal mode ${String(mode)}`)
  if (describeSchema(db) !== expectedSchema(version)) {
    throw new JournalFault('damaged', 'the tables are not as this program makes them')
  }
}
