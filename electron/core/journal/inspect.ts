/**
 * Looks a journal's file over: before anything may write to it, and again while it is in use. Invariant: a file that is
 * refused is left as it was found (SQLite's own index file, `-shm`, may appear beside it; it holds no data).
 */
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import type { Checkpoint } from './checkpoint.ts'
import { BUSY_TIMEOUT_MS, type Db, openForReading } from './connection.ts'
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

// SQLite's own check of every page of a file: trees, indexes, free pages. It is one statement that cannot be put down
// half-way and grows with the file, so while the counter sells it is asked on a thread of its own.

const MAX_FINDINGS_TOLD = 5
/** How long a check that is put down is waited for. A file that takes longer is a very long journal. */
const THREAD_END_MS = 2_000

/** SQLite's own number, as its findings tell it. */
const SQLITE_IOERR = 10

/** integrity_check and not quick_check: an index that lost a row hides a sale just as well. */
const question = `PRAGMA integrity_check(${MAX_FINDINGS_TOLD})`

/** Throws JournalFault with SQLite's findings ('damaged', or 'disk-failing' where they are reads that failed), or SQLite's own error. */
const checkPages = (db: Db): void => judge(db.connection.prepare(question).pluck().all())

/** The whole of the thread's program. It is text because a file of its own would be lost when the core is bundled. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { driver, path, options, question, putDown } = workerData
const Database = require(driver)
try {
  if (Atomics.load(putDown, 0) === 1) process.exit()
  const connection = new Database(path, options)
  parentPort.postMessage({ findings: connection.prepare(question).pluck().all() })
  connection.close()
} catch (error) {
  parentPort.postMessage({ failed: String(error.message), code: String(error.code) })
}`

const answerSchema = z.union([
  z.object({ findings: z.array(z.unknown()) }),
  z.object({ failed: z.string(), code: z.string() }),
])
type Answer = z.infer<typeof answerSchema>

/** The same on another thread, of the file as it stands when the check begins. Rejects as above, or when aborted. */
async function checkPagesAside(path: string, signal: AbortSignal): Promise<void> {
  const answer = await askThread(path, signal)
  if (answer && 'findings' in answer) return judge(answer.findings)
  if (answer?.code.startsWith('SQLITE_')) throw Object.assign(new Error(answer.failed), { code: answer.code })
  // That there is no thread says nothing of the file: it is then asked here.
  const db = openForReading(path)
  try {
    checkPages(db)
  } finally {
    db.connection.close()
  }
}

/** undefined where the thread could not be had, or ended without an answer. */
async function askThread(path: string, signal: AbortSignal): Promise<Answer | undefined> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3')
  const options = { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }
  /** Seen by the thread as it is set: what is put down before it has opened the file opens nothing. */
  const putDown = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let thread: Worker | undefined
  try {
    signal.throwIfAborted()
    thread = new Worker(program, { eval: true, workerData: { driver, path, options, question, putDown } })
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
  const told = findings.join('; ')
  const codes = [...told.matchAll(/error code=(\d+)/g)].map(([, code]) => Number(code))
  // What could not be read may be whole; what else does not fit then follows from the pages that are lacking.
  throw new JournalFault(codes.some(isOfTheDisk) ? 'disk-failing' : 'damaged', told)
}

/** SQLITE_IOERR in any of its kinds, which the higher bits tell. */
const isOfTheDisk = (code: number): boolean => (code & 0xff) === SQLITE_IOERR
