/**
 * Opens a journal, or says why not. Invariant: an existing file is looked over before anything may write to it, by one
 * process at a time, and a file that is missing is made only where nothing remembers that there was one.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { err, ok, type Result } from '#shared/result.ts'
import type { StatusView } from '#shared/views.ts'
import { codeOf, publishFile, removeFile, setAside, writeDurably } from '../durable-file.ts'
import type { Log } from '../ports.ts'
import { keepBefore } from './backup.ts'
import { listBackupNames } from './backup-files.ts'
import { type Db, openForWriting } from './connection.ts'
import { readThrough, troubleOnDisk } from './diagnose-io.ts'
import { appendEntry, firstPreviousHash, readChainEnd, readLastKind, textOf } from './entries.ts'
import type { EntryBody } from './entry.ts'
import { JournalFault, type JournalTrouble, problemOf } from './faults.ts'
import { inspectJournal } from './inspect.ts'
import { installRestoredJournal } from './install-restored-journal.ts'
import type { Journal } from './journal.ts'
import { type JournalLock, takeLock } from './lock.ts'
import { migrate, readVersion } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openedJournal } from './opened-journal.ts'
import { isFile, type JournalPaths, journalPathsOf, refuseWithoutAccess, sizeOf } from './paths.ts'
import { addToRegistry, holdsNoTrace, isInBrokenRegistry, type Registry, readRegistry } from './registry.ts'
import type { VerifiedChain } from './verify.ts'
import { verifyOnOpen } from './verify-on-open.ts'
import { openWitness, readWitness } from './witness.ts'

export interface JournalOptions {
  readonly folder: string
  /** The file is `<folder>/<name>.journal`. Letters, digits, dot, dash and underscore. */
  readonly name: string
  readonly environment: StatusView['environment']
  readonly account: string
  readonly nowMs: () => number
  /** A name for a new journal that no other will have. */
  readonly newId: () => string
  readonly log?: Log
  /** The product's own: before another one opens a journal for the first time, a copy of it is kept. */
  readonly version?: string
  /** Receives what a full check of the open journal found: what it says can no longer be sold upon. */
  onTrouble?(trouble: JournalTrouble): void
}

const SMALLEST_PAGE_BYTES = 512

/**
 * Opens `<folder>/<name>.journal`, or makes it where there never was one, and holds its lock until it is closed. Never
 * throws; a refusal changes no data.
 */
export function openJournal(options: JournalOptions): Result<Journal, JournalTrouble> {
  const refuse = ({ detail, ...trouble }: JournalTrouble) =>
    err({ ...trouble, detail: `${options.name}.journal: ${detail}` })
  let paths: JournalPaths | undefined
  try {
    paths = journalPathsOf(options)
    mkdirSync(options.folder, { recursive: true })
    refuseWithoutAccess(paths)
    const lock = takeLock(paths.lock)
    try {
      return ok(openLocked(options, paths, lock))
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    return refuse(paths ? troubleOnDisk(error, paths.journal) : problemOf(error))
  }
}

function openLocked(options: JournalOptions, paths: JournalPaths, lock: JournalLock): Journal {
  if (installRestoredJournal(options)) options.log?.write('info', 'journal.restored', { name: options.name })
  try {
    return openOrMake(options, paths, lock)
  } catch (error) {
    const { problem, detail } = problemOf(error)
    if (problem !== 'damaged') throw error
    // A read that the disk has failed looks to SQLite like damage, for which a good file would be put aside: damaged is
    // what can be read and is found so twice.
    readThrough(paths)
    options.log?.write('warn', 'journal.looked-over-again', { name: options.name, why: detail })
    return openOrMake(options, paths, lock)
  }
}

function openOrMake(options: JournalOptions, paths: JournalPaths, lock: JournalLock): Journal {
  const registry = readRegistry(paths.folder)
  if (sizeOf(paths.journal) === undefined) {
    refuseIfRemembered(options, paths, registry)
    const { environment, account } = options
    const body = { kind: 'journal-created', journalId: options.newId(), environment, account } as const
    createJournal(paths.journal, body, options.nowMs())
    if (options.version !== undefined) keepOpenedBy(paths, options.version, options.log)
  }
  // What was just made is looked over like any other file: what counts is what is on disk.
  return openExisting(options, paths, lock, registry)
}

/** Any trace of an earlier journal of this name counts, not the registry alone. */
function refuseIfRemembered({ folder, name }: JournalOptions, paths: JournalPaths, registry: Registry): void {
  // An empty registry remembers nothing; alone in its folder, it hides nothing either.
  if (registry.kind === 'broken' && !(registry.isEmpty && holdsNoTrace(folder))) {
    const detail = `there is no file, and whether there was one cannot be known: ${registry.detail}`
    throw new JournalFault(registry.problem, detail)
  }
  const rows = registry.kind === 'read' ? registry.rows : []
  const row = rows.find((one) => one.name === name)
  const remembered =
    row !== undefined ||
    isFile(paths.witness) ||
    isFile(paths.checkpoint) ||
    (sizeOf(`${paths.journal}-wal`) ?? 0) > 0 ||
    listBackupNames({ folder, name }).length > 0 ||
    isInBrokenRegistry(folder, name)
  if (!remembered) return
  const since = row ? ` It was made on ${new Date(row.createdAtMs).toISOString()}.` : ''
  throw new JournalFault(
    'vanished',
    `the file is gone.${since} Put that very file back: an older copy lacks sales. Nothing was made anew`,
  )
}

function openExisting(
  options: JournalOptions,
  paths: JournalPaths,
  lock: JournalLock,
  registry: Registry,
): Journal {
  const { name, log, nowMs, version, onTrouble } = options
  if (!isFile(paths.journal)) throw new JournalFault('unreadable', 'what stands in its place is no file')
  refuseIfTooShort(sizeOf(paths.journal))
  const witnessed = readWitness(paths.witness)
  if (witnessed === 'broken') log?.write('warn', 'journal.witness-broken', { name })
  const known = witnessed === 'broken' ? undefined : witnessed
  const looked = verifyOnOpen(paths, known, options)
  checkOwner(options, looked.found, registry)
  const { journalId } = looked.found.created
  ensureRow(options, looked.found, registry)
  const openedBy = readOpenedBy(paths)
  const isByAnother = version !== undefined && version !== openedBy
  keepBefore(options, nowMs(), isByAnother)
  const db = openForWriting(paths.journal, { create: false })
  try {
    migrateAndLog(db, options, (error) => {
      const { problem, detail } = problemOf(error)
      // What the disk, or SQLite reading it, says of itself is no fault of this version's.
      if (problem !== 'damaged' || codeOf(error) === 'SQLITE_CORRUPT') return error
      // What a short look has passed over may be damaged: a backup mends that, and no other version of the program does.
      if (looked.checkpoint) inspectJournal(paths.journal, known)
      return notMigrated(detail, openedBy)
    })
    if (isByAnother) keepOpenedBy(paths, version, log)
    const witness = openWitness(paths.witness, journalId, readChainEnd(db))
    const parts = {
      db,
      paths,
      lock,
      witness,
      journalId,
      isUnwitnessed: known === undefined && !isFresh(db),
      isNew: looked.found.end.sequence === 1,
      nowMs,
      ...(log && { log }),
      ...(onTrouble && { onTrouble }),
    }
    return openedJournal(parts, looked)
  } catch (error) {
    db.connection.close()
    throw error
  }
}

/** Nothing was written since it was made, or since a restore, which sets the witness of what it replaces aside. */
function isFresh(db: Db): boolean {
  // What a restore writes behind its own entry, see restore.ts.
  const last = readLastKind(db, ['attempt-started', 'doubted'])
  return last === 'journal-created' || last === 'journal-restored'
}

/** A long journal takes its time, in which nothing is sold: whoever reads the log learns what it was for, and how long. */
function migrateAndLog(
  db: Db,
  { name, log, nowMs }: JournalOptions,
  whyNot: (error: unknown) => unknown,
): void {
  const from = readVersion(db)
  if (from === migrations.length) return
  const startedAtMs = nowMs()
  const facts = { name, from, to: migrations.length, entries: readChainEnd(db).sequence }
  log?.write('info', 'journal.migrating', facts)
  try {
    migrate(db)
  } catch (error) {
    throw whyNot(error)
  }
  log?.write('info', 'journal.migrated', { ...facts, tookMs: nowMs() - startedAtMs })
}

/** A file that is whole and that this version of the program cannot take over. */
function notMigrated(detail: string, openedBy: string | undefined): JournalFault {
  const before = openedBy === undefined ? 'the version before' : `version ${openedBy}`
  const opensWith = openedBy === undefined ? {} : { opensWith: openedBy }
  return new JournalFault('not-migrated', `${detail}; it is as it was, and ${before} opens it`, opensWith)
}

/** SQLite takes a file below its smallest page for an empty database, and so for somebody else's. */
function refuseIfTooShort(sizeBytes = 0): void {
  if (sizeBytes === 0) throw new JournalFault('vanished', 'the file is empty')
  if (sizeBytes < SMALLEST_PAGE_BYTES) {
    throw new JournalFault('damaged', `the file was cut off: ${sizeBytes} bytes are left`)
  }
}

/** The file must be the one that was made for this environment and account, and not another put in its place. */
export function checkOwner(options: JournalOptions, { created }: VerifiedChain, registry: Registry): void {
  const rows = registry.kind === 'read' ? registry.rows : []
  const row = rows.find((one) => one.name === options.name)
  if (row !== undefined && row.journalId !== created.journalId) {
    throw new JournalFault('not-ours', `the file is journal ${created.journalId}, made was ${row.journalId}`)
  }
  if (created.environment !== options.environment || created.account !== options.account) {
    const detail = `the file belongs to ${created.environment} and account ${created.account}`
    throw new JournalFault('not-ours', detail)
  }
}

function ensureRow({ folder, name, log }: JournalOptions, chain: VerifiedChain, registry: Registry): void {
  if (registry.kind === 'read' && registry.rows.some((one) => one.name === name)) return
  const { createdAtMs, created } = chain
  addToRegistry(folder, registry, { name, journalId: created.journalId, createdAtMs })
  const why = registry.kind === 'broken' ? registry.detail : 'no row'
  log?.write(registry.kind === 'broken' ? 'error' : 'info', 'journal.registry-row-added', { name, why })
}

// Which version of the product opened a journal last, in `<name>.opened-by`. Before another one does, a copy is kept: whatever
// that version does to the journal, the one before finds it as it was.

const MAX_LENGTH = 100

/** Undefined where it is not known: a journal from before this was written, or a file that cannot be read. */
function readOpenedBy({ openedBy }: JournalPaths): string | undefined {
  try {
    return readFileSync(openedBy, 'utf8').trim().slice(0, MAX_LENGTH) || undefined
  } catch {
    return undefined
  }
}

/** What cannot be kept leads to one more copy at the next opening, and to nothing else. */
function keepOpenedBy({ openedBy }: JournalPaths, version: string, log: Log | undefined): void {
  try {
    writeDurably(openedBy, `${version}\n`)
  } catch (fault) {
    log?.write('warn', 'journal.version-not-kept', { fault: String(fault) })
  }
}

// Makes a new journal. Invariant: under its final name there is a finished journal or no file at all, so that a crash at
// any moment is either before the journal existed or after.

type JournalCreated = Extract<EntryBody, { kind: 'journal-created' }>

const unfinishedMark = '.unfinished'

/** The files that SQLite may leave beside a database. */
const sqliteEndings = ['-wal', '-shm', '-journal'] as const

/** Writes the journal with its first entry under another name, then names it. Throws SQLite's or the system's error. */
function createJournal(path: string, body: JournalCreated, atMs: number): void {
  removeUnfinished(path)
  const unfinished = path + unfinishedMark
  try {
    writeJournal(unfinished, body, atMs)
  } catch (error) {
    const { problem, detail } = problemOf(error)
    // What was made a moment ago can be damaged by nothing but the disk.
    throw problem === 'damaged' ? new JournalFault('disk-failing', detail) : error
  }
  publishFile(unfinished, path)
}

function writeJournal(unfinished: string, body: JournalCreated, atMs: number): void {
  const db = openForWriting(unfinished, { create: true })
  try {
    migrate(db)
    appendEntry(db, { sequence: 0, hash: firstPreviousHash }, textOf(body), atMs)
    db.connection.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.connection.close()
  }
}

/** What a creation left that did not come to its end: nothing was ever recorded in it. A folder is not ours, and is kept. */
function removeUnfinished(path: string): void {
  for (const ending of ['', ...sqliteEndings]) {
    const found = path + unfinishedMark + ending
    const isFolder = statSync(found, { throwIfNoEntry: false })?.isDirectory() ?? false
    if (isFolder) setAside(found, (number) => `${basename(found)}.set-aside-${number}`)
    else removeFile(found)
  }
}
