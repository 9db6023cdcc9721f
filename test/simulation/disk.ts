/**
 * The disk of the simulated machine: one folder of real files, and SQLite's own calls, through which every commit of the
 * product passes. Owns what a crash leaves: the files as they are at that very moment, copied, and no write after it.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import Database from 'better-sqlite3'
import { letGoOfJournal } from './journal-file.ts'

/** What the world does at each commit of a file. Either may throw; what is thrown is what the product meets. */
export interface CommitWatch {
  /** Inside the transaction, when everything is written and nothing is committed. */
  before(file: Database.Database): void
  after(file: Database.Database): void
}

export interface Disk {
  /** The folder that the counter is given now. */
  folder(): string
  /** Keeps the files as they are now, in a new folder, as what the next start finds. What is written later is lost. */
  cutOff(): void
  /** Keeps a copy of the files as they are, and makes it what the next start finds; what was written since is lost. */
  keep(): void
  putBack(): void
  /** Closes what a process that is gone had open, and removes its files. */
  clearAway(): void
  close(): void
}

type Transaction = ReturnType<typeof Database.prototype.transaction>

/** Memory where the machine has such a folder: the simulation counts commits and is not about the speed of a disk. */
const quickFolder = '/dev/shm'
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
const home = () => (isFolder(quickFolder) ? quickFolder : tmpdir())

/** SQLite's index of the WAL and the journal's lock hold no data, and belong to the process that has the file open. */
const isData = (name: string) => !name.endsWith('-shm') && !name.endsWith('.lock')

export function createDisk(watch: CommitWatch): Disk {
  const root = mkdtempSync(join(home(), 'comptoir-simulation-'))
  const folderOf = (number: number) => join(root, `files-${number}`)
  let number = 1
  mkdirSync(folderOf(number))
  const opened = new Set<Database.Database>()
  /** Of processes that were gone at the last clearing: what their code goes on to by itself may read them until the next. */
  let gone = new Set<Database.Database>()
  const kept = join(root, 'kept')
  const isOurs = (file: Database.Database) => file.name.startsWith(root + sep)
  const isCurrent = (file: Database.Database) => file.name.startsWith(folderOf(number) + sep)
  const restore = guardConnections({
    opens: (file) => isOurs(file) && opened.add(file),
    guards: isOurs,
    before(file) {
      if (!isCurrent(file)) throw new Error('the process is gone')
      watch.before(file)
    },
    after: watch.after,
  })
  const closeOpened = (isLeft: (file: Database.Database) => boolean) => {
    for (const file of [...opened].filter(isLeft)) {
      opened.delete(file)
      file.close()
    }
  }
  return {
    folder: () => folderOf(number),
    cutOff() {
      const from = folderOf(number)
      number += 1
      copyFiles(from, folderOf(number))
    },
    keep: () => copyFiles(folderOf(number), kept),
    putBack() {
      number += 1
      copyFiles(kept, folderOf(number))
    },
    clearAway() {
      letGoOfJournal()
      closeOpened((file) => !file.open || gone.has(file))
      gone = new Set([...opened].filter((file) => !isCurrent(file)))
      for (let old = number - 1; old > 0 && isFolder(folderOf(old)); old -= 1) {
        rmSync(folderOf(old), { recursive: true })
      }
    },
    close() {
      letGoOfJournal()
      restore()
      closeOpened(() => true)
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function copyFiles(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFiles(source, target)
    else if (isData(entry.name)) copyFileSync(source, target)
  }
}

/** A power cut takes with it what was never flushed: the file is as it was when it was last. */
export const putBack = (path: string, text: string): void => writeFileSync(path, text)

interface ConnectionGuard extends CommitWatch {
  opens(file: Database.Database): void
  guards(file: Database.Database): boolean
}

/** Stands in better-sqlite3's own calls, for every connection that is set up in this process; the answer gives them back as it was. */
function guardConnections(guard: ConnectionGuard): () => void {
  const { prototype } = Database
  const { transaction, pragma, exec, close } = prototype
  prototype.pragma = function (this: Database.Database, source, options) {
    if (guard.guards(this)) guard.opens(this)
    return pragma.call(this, source, options)
  }
  prototype.exec = function (this: Database.Database, source) {
    if (guard.guards(this)) guard.opens(this)
    return exec.call(this, source)
  }
  prototype.transaction = function (this: Database.Database, work: (...args: unknown[]) => unknown) {
    const plain: Transaction = transaction.call(this, work)
    if (!guard.guards(this)) return plain
    const guarded: Transaction = transaction.call(this, (...args: unknown[]) => {
      const value = work(...args)
      guard.before(this)
      return value
    })
    const commit = (...args: unknown[]) => {
      const value: unknown = guarded.immediate(...args)
      guard.after(this)
      return value
    }
    const guardedForms = { immediate: commit, exclusive: commit, default: commit, deferred: plain.deferred }
    return Object.assign((...args: unknown[]) => commit(...args), guardedForms)
  } as typeof prototype.transaction
  prototype.close = function (this: Database.Database) {
    if (guard.guards(this)) letGoOfJournal()
    return close.call(this)
  }
  return () => Object.assign(prototype, { transaction, pragma, exec, close })
}
