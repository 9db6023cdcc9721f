/**
 * The folder of backups: `<folder>/backups/<name>.<UTC stamp>.<why>.journal`. Owns the names. Invariant: only a file of
 * exactly such a name is ours; anything else in there is neither listed, nor read, nor removed.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BackupReason, type BackupView, backupReasons } from '#shared/backups.ts'
import { codeOf, removeFile, syncFolder } from '../durable-file.ts'
import { type Db, inOneView, openForReading } from './connection.ts'
import { readChainEnd } from './entries.ts'
import { problemOf } from './faults.ts'
import { checkHeader } from './inspect.ts'
import { sizeOf } from './paths.ts'

/** Whose backups: the folder and the name of the journal. */
export interface JournalLocation {
  readonly folder: string
  readonly name: string
}

const stampShape = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/
const ending = '.journal'

export const backupFolder = ({ folder }: JournalLocation): string => join(folder, 'backups')

export const backupPath = (location: JournalLocation, fileName: string): string =>
  join(backupFolder(location), fileName)

/** 20260105T090000000Z: the moment in UTC without the characters that a file's name may not have everywhere. */
export const stampOf = (atMs: number): string => new Date(atMs).toISOString().replace(/[-:.]/g, '')

export const backupName = ({ name }: JournalLocation, atMs: number, why: BackupReason): string =>
  `${name}.${stampOf(atMs)}.${why}${ending}`

/** What a file's name says, or undefined where it is not the name of a backup of this journal. */
export function readBackupName(
  { name }: JournalLocation,
  fileName: string,
): { readonly atMs: number; readonly why: BackupReason } | undefined {
  if (!fileName.startsWith(`${name}.`) || !fileName.endsWith(ending)) return undefined
  const [stamp = '', reason, ...more] = fileName.slice(name.length + 1, -ending.length).split('.')
  const why = backupReasons.find((one) => one === reason)
  const atMs = Date.parse(stamp.replace(stampShape, '$1-$2-$3T$4:$5:$6.$7Z'))
  const isOurs = why !== undefined && more.length === 0 && stampShape.test(stamp) && !Number.isNaN(atMs)
  return isOurs ? { atMs, why } : undefined
}

/** The files of this journal's backups, by name. A folder that is missing holds none. Throws the system's error. */
export function listBackupNames(location: JournalLocation): readonly string[] {
  try {
    return readdirSync(backupFolder(location), { withFileTypes: true })
      .filter((entry) => entry.isFile() && readBackupName(location, entry.name) !== undefined)
      .map((entry) => entry.name)
      .sort()
  } catch (error) {
    // A file in the place of the folder holds none either.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}

/** Every backup after a first look: its header, and where its chain ends. Newest first. Throws the system's error. */
export function listBackups(location: JournalLocation): readonly BackupView[] {
  const views = listBackupNames(location).map((name) => {
    const path = backupPath(location, name)
    const fromName = readBackupName(location, name)
    return {
      name,
      atMs: fromName?.atMs ?? 0,
      why: fromName?.why ?? 'daily',
      bytes: sizeOf(path) ?? 0,
      ...lookAt(path),
    }
  })
  return views.toSorted((a, b) => b.atMs - a.atMs || (a.name < b.name ? 1 : -1))
}

function lookAt(path: string): Pick<BackupView, 'entries' | 'trouble'> {
  try {
    const entries = readCopy(path, (db) => {
      checkHeader(db)
      return readChainEnd(db).sequence
    })
    return { entries, trouble: null }
  } catch (error) {
    const { problem, detail } = problemOf(error)
    return { entries: null, trouble: { problem, detail } }
  }
}

/** Reads in a copy that nothing else has open, on one unmoving view of it. */
export function readCopy<T>(path: string, work: (db: Db) => T): T {
  const db = openForReading(path)
  try {
    return inOneView(db, () => work(db))
  } finally {
    db.connection.close()
    forgetIndex(path)
  }
}

/** Removes what SQLite leaves beside a file that was only read: an index, and a WAL that holds nothing. */
export function forgetIndex(path: string): void {
  if ((sizeOf(`${path}-wal`) ?? 0) > 0) return
  removeFile(`${path}-wal`)
  removeFile(`${path}-shm`)
}

/** Removes copies for good, by their names. Only for what the rule let go. */
export function removeBackups(location: JournalLocation, names: readonly string[]): void {
  const ours = names.filter((name) => readBackupName(location, name) !== undefined)
  for (const name of ours) removeCopy(backupPath(location, name))
  if (ours.length > 0) syncFolder(backupFolder(location))
}

/** Removes a copy that counts for nothing, with what SQLite may have left beside it. */
export function removeCopy(path: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) removeFile(path + end)
}
