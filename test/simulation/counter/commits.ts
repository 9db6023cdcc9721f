/**
 * Every commit of the journal, at SQLite's own door. Owns the memory of what was committed, which no crash takes away, and
 * what a disk may say: that it is full, that it cannot, or that it could not although it did.
 */
import Database from 'better-sqlite3'
import type { Dice } from '../dice.ts'
import type { CommitWatch } from '../disk.ts'
import { readNewEntries } from '../journal-file.ts'
import { isDoomedAtCommit, type Run } from './run.ts'

export interface CommittedEntries {
  /** The hashes of all entries that a commit has ever put into the journal, in order. */
  list(): readonly string[]
}

interface CommitOptions {
  readonly dice: Dice
  readonly currentRun: () => Run | undefined
  /** Ends the process. Answers what its code meets where it would go on. */
  readonly kill: (run: Run) => Error
  readonly onRefusal: (what: string) => void
}

const TORN_PERCENT = 30
/** A journal that has no name yet may never get one. */
const isNamed = (file: Database.Database) => file.name.endsWith('.journal')

export function createCommitWatch(options: CommitOptions): CommitWatch & CommittedEntries {
  const { dice, currentRun, kill, onRefusal } = options
  const committed: string[] = []
  let tears = false

  function refuseNowAndThen(run: Run): void {
    tears = false
    if (!dice.happens(run.refusesPercent)) return
    run.diskRefused = true
    tears = dice.happens(TORN_PERCENT)
    onRefusal(tears ? 'a commit is kept and denied' : 'a commit is refused')
    if (!tears) throw diskError(dice)
  }

  return {
    list: () => committed,
    before() {
      const run = currentRun()
      if (run === undefined) return
      run.commits += 1
      if (isDoomedAtCommit(run, 'before')) throw kill(run)
      refuseNowAndThen(run)
    },
    after(file) {
      if (isNamed(file)) committed.push(...readNewEntries(file, committed.length).map(({ hash }) => hash))
      const run = currentRun()
      if (run === undefined) return
      if (isDoomedAtCommit(run, 'after')) throw kill(run)
      if (tears) throw diskError(dice)
    },
  }
}

const diskError = (dice: Dice): Error =>
  dice.happens(50)
    ? new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC')
    : new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
