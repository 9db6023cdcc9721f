/**
 * Every commit of the journal, at SQLite's own calls. Owns the memory of what was committed, which no crash takes away, and
 * what a disk may say: that it is full, that it cannot, or that it could not although it did.
 */
import Database from 'better-sqlite3'
import type { Dice } from '../dice.ts'
import type { CommitWatch } from '../disk.ts'
import { readNewEntries } from '../journal-file.ts'
import type { CommitKind } from './doom.ts'
import { isDoomedAtCommit, isFullAt, type Run } from './run.ts'

export interface CommittedEntries {
  /** The hashes of all entries that a commit has ever put into the journal, in order. */
  list(): readonly string[]
  /** A copy of the journal was put back that holds as many of them. */
  cutTo(count: number): void
}

interface CommitOptions {
  readonly currentRun: () => Run | undefined
  /** Ends the process. Answers what its code meets where it would go on. */
  readonly kill: (run: Run) => Error
  readonly onRefusal: (what: string) => void
  /** A commit was kept, and the process got an error that it was not: it does not do what it wrote of these sales. */
  readonly onDenied: (refs: readonly string[]) => void
}

const TORN_PERCENT = 30
/** A journal that has no name yet may never get one. */
const isNamed = (file: Database.Database) => file.name.endsWith('.journal')
/** One that is being made is a journal already. */
const kindOf = (file: Database.Database): CommitKind => (file.name.includes('.journal') ? 'journal' : 'aside')

export function createCommitWatch(options: CommitOptions): CommitWatch & CommittedEntries {
  const { currentRun, kill, onRefusal, onDenied } = options
  const committed: string[] = []
  /** What a commit that is kept is denied with. */
  let torn: Error | undefined

  function refuseNowAndThen(run: Run, kind: CommitKind): void {
    torn = undefined
    if (kind === 'journal' && isFullAt(run)) {
      run.diskRefused = true
      onRefusal('the disk is full')
      throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
    }
    if (run.refusesPercent === 0) return
    const dice = run.fate.apart('commit', kind, run.commits[kind])
    if (!dice.happens(run.refusesPercent)) return
    run.diskRefused = true
    const isKept = dice.happens(TORN_PERCENT)
    onRefusal(isKept ? 'a commit is kept and denied' : 'a commit is refused')
    if (!isKept) throw diskError(dice)
    torn = diskError(dice)
  }

  return {
    list: () => committed,
    cutTo(count) {
      committed.length = count
    },
    before(file) {
      const [run, kind] = [currentRun(), kindOf(file)]
      if (run === undefined) return
      run.commits[kind] += 1
      if (isDoomedAtCommit(run, kind, 'before')) throw kill(run)
      refuseNowAndThen(run, kind)
    },
    after(file) {
      const entries = isNamed(file) ? readNewEntries(file, committed.length) : []
      committed.push(...entries.map(({ hash }) => hash))
      const run = currentRun()
      if (run === undefined) return
      if (isDoomedAtCommit(run, kindOf(file), 'after')) throw kill(run)
      if (torn === undefined) return
      onDenied(entries.flatMap(({ ref }) => ref ?? []))
      throw torn
    },
  }
}

const diskError = (dice: Dice): Error =>
  dice.happens(50)
    ? new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC')
    : new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
