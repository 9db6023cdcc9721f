/**
 * Looks a journal's file over: before anything may write to it, and again while it is in use. Invariant: a file that is
 * refused is left as it was found (SQLite's own index file, `-shm`, may appear beside it; it holds no data).
 */
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import type { Checkpoint } from './checkpoint.ts'
import { BUSY_TIMEOUT_MS, type Db, openForReading } from './connection.ts'
import { readChainEnd, readRow } from './entries.ts'
import { JournalFault } from './faults.ts'
import { applicationId, describeSchema, expectedSchema, readApplicationId, readVersion } from './migrate.ts'
import { migrations } from './migrations.ts'
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

/** A journal of more entries is opened before all of it was looked at: the rest is looked at while the counter sells. */
const MAX_AT_ONCE_ENTRIES = 10_000

/** What a look at the opening has passed over: nothing; how many rows the projections have; or all but the end. */
export type PassedOver = 'nothing' | 'counts' | 'all-but-the-end'

interface ShortLook {
  readonly found: VerifiedChain
  readonly passedOver: PassedOver
}

/**
 * Looks at what came after `checkpoint`, and at what it can be held against. Throws as above wherever something does not
 * fit; it is then for the look at everything to say what.
 */
export function inspectSince(
  path: string,
  witnessed: WitnessRecord | undefined,
  checkpoint: Checkpoint,
): ShortLook {
  const inspected = inOneViewOf(path, function* (db): Steps<ShortLook> {
    const found = yield* verifyChain(db, witnessed, checkpoint)
    if (found.created.journalId !== checkpoint.journalId) {
      throw new JournalFault('not-ours', `the checkpoint is of journal ${checkpoint.journalId}`)
    }
    const isLong = found.end.sequence > MAX_AT_ONCE_ENTRIES
    const counts = isLong ? undefined : checkpoint
    yield* verifyProjectionsSince(db, checkpoint.sequence, counts)
    return { found, passedOver: isLong ? 'counts' : 'nothing' }
  })
  return atOnce(inspected)
}

/** Entries at the end of a long journal that are looked at whatever else is known of it. */
const END_ENTRIES = 2_000

/**
 * Looks at the end of a long journal: the last entries, the sales that they are of, and every sale that the counter will act
 * on. Undefined for one that is short, or of an earlier version, or where fewer entries came after `checkpoint`. Throws as above.
 */
export function inspectEnd(
  path: string,
  witnessed: WitnessRecord | undefined,
  checkpoint: Checkpoint | undefined,
): ShortLook | undefined {
  const inspected = inOneViewOf(path, function* (db): Steps<ShortLook | undefined> {
    const { sequence } = readChainEnd(db)
    const isLong = sequence > MAX_AT_ONCE_ENTRIES && readVersion(db) === migrations.length
    const from = isLong ? readRow(db, sequence - END_ENTRIES) : undefined
    if (!from || from.sequence <= (checkpoint?.sequence ?? 0)) return undefined
    const found = yield* verifyChain(db, witnessed, from)
    yield* verifyProjectionsSince(db, from.sequence)
    return { found, passedOver: 'all-but-the-end' }
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

// SQLite's own check of every page of a file: trees, indexes, free pages. It is one statement that cannot be put down
// half-way and grows with the file, so while the counter sells it is asked on a thread of its own.

const MAX_FINDINGS = 5
/** How long a check that is put down is waited for. A file that takes longer is a very long journal. */
const THREAD_END_MS = 2_000

/** SQLite's own number, as its findings name it. */
const SQLITE_IOERR = 10

/** integrity_check and not quick_check: an index that lost a row hides a sale just as well. */
const question = `PRAGMA integrity_check(${MAX_FINDINGS})`

/** Throws JournalFault with SQLite's findings ('damaged', or 'disk-failing' where they are reads that failed), or SQLite's own error. */
const checkPages = (db: Db): void => judge(db.connection.prepare(question).pluck().all())

/** The whole of the thread's program. It is text because a file of its own would be lost when the core is bundled. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { driver, path, options, question, values, putDown } = workerData
const Database = require(driver)
try {
  if (Atomics.load(putDown, 0) === 1) process.exit()
  const connection = new Database(path, options)
  parentPort.postMessage({ rows: connection.prepare(question).raw().all(...values) })
  connection.close()
} catch (error) {
  parentPort.postMessage({ failed: String(error.message), code: String(error.code) })
}`

const answerSchema = z.union([
  z.object({ rows: z.array(z.array(z.unknown())) }),
  z.object({ failed: z.string(), code: z.string() }),
])
type Answer = z.infer<typeof answerSchema>

/** The same on another thread, of the file as it stands when the check begins. Rejects as above, or when aborted. */
const checkPagesAside = async (path: string, signal: AbortSignal): Promise<void> =>
  judge((await askAside(path, { question, values: [] }, signal)).map(([finding]) => finding))

/** How many rows each projection has that entries up to this one made, in one picture of the file. */
const countsUpTo = `SELECT
  (SELECT count(*) FROM sales) - count(*) FILTER (WHERE kind = 'sale-recorded'),
  (SELECT count(*) FROM attempts) - count(*) FILTER (WHERE kind = 'attempt-started'),
  (SELECT count(*) FROM print_jobs) - count(*) FILTER (WHERE kind = 'print-queued')
FROM entries WHERE sequence > ?`

/** Whether the projections of a journal in use have as many rows as `checkpoint` says. Rejects with SQLite's error, or when aborted. */
export async function countsFit(path: string, checkpoint: Checkpoint, signal: AbortSignal): Promise<boolean> {
  const { sequence, sales, attempts, printJobs } = checkpoint
  const rows = await askAside(path, { question: countsUpTo, values: [sequence] }, signal)
  return isDeepStrictEqual(rows, [[sales, attempts, printJobs]])
}

/** What is asked of a file in one statement, with what stands for each `?` in it. */
interface Question {
  readonly question: string
  readonly values: readonly number[]
}

/** The rows that answer it, from another thread. Rejects with SQLite's error, or when aborted. */
async function askAside(
  path: string,
  asked: Question,
  signal: AbortSignal,
): Promise<readonly (readonly unknown[])[]> {
  const answer = await askThread(path, asked, signal)
  if (answer && 'rows' in answer) return answer.rows
  if (answer?.code.startsWith('SQLITE_')) throw Object.assign(new Error(answer.failed), { code: answer.code })
  // That there is no thread says nothing of the file: it is then asked here.
  const db = openForReading(path)
  try {
    return z.array(z.array(z.unknown())).parse(
      db.connection
        .prepare(asked.question)
        .raw()
        .all(...asked.values),
    )
  } finally {
    db.connection.close()
  }
}

/** undefined where the thread could not be had, or ended without an answer. */
async function askThread(path: string, asked: Question, signal: AbortSignal): Promise<Answer | undefined> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3')
  const options = { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }
  /** Seen by the thread as it is set: what is put down before it has opened the file opens nothing. */
  const putDown = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let thread: Worker | undefined
  try {
    signal.throwIfAborted()
    thread = new Worker(program, { eval: true, workerData: { driver, path, options, ...asked, putDown } })
    // The counter may close meanwhile: the process does not wait for a check.
    thread.unref()
    // What goes wrong once nobody waits for its answer any more concerns nobody.
    thread.on('error', () => undefined)
    const ends = [once(thread, 'message', { signal }), once(thread, 'exit', { signal })]
    const [message] = await Promise.race(ends)
    return answerSchema.parse(message)
  } catch {
    signal.throwIfAborted()
    return undefined
  } finally {
    if (signal.aborted) Atomics.store(putDown, 0, 1)
    if (thread) await endOf(thread)
  }
}

/**
 * A thread that is ended from outside while it is inside SQLite's driver (loading it, above all) takes the whole process
 * with it. So it comes to its own end, and is waited for, because the process's end would end it, too.
 */
function endOf(thread: Worker): Promise<void> {
  return new Promise((resolve) => {
    // It is gone already: threads have no number any more once they have ended.
    if (thread.threadId < 0) return resolve()
    const timer = setTimeout(resolve, THREAD_END_MS)
    thread.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function judge(findings: readonly unknown[]): void {
  if (findings.length === 1 && findings[0] === 'ok') return
  const detail = findings.join('; ')
  const codes = [...detail.matchAll(/error code=(\d+)/g)].map(([, code]) => Number(code))
  // What could not be read may be whole; what else does not fit then follows from the pages that are lacking.
  throw new JournalFault(codes.some(isOfTheDisk) ? 'disk-failing' : 'damaged', detail)
}

/** SQLITE_IOERR in any of its kinds, which the higher bits distinguish. */
const isOfTheDisk = (code: number): boolean => (code & 0xff) === SQLITE_IOERR
