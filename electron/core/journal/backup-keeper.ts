/**
 * Sees to the backups of an open journal: one a day while the counter is open, and one whenever a person asks. Owns that
 * one is made at a time, and that none of a day begins while a sale is on its way.
 */
import type { BackupView } from '#shared/backups.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import { backUp } from './backup.ts'
import { type JournalLocation, listBackups, removeBackups } from './backup-files.ts'
import { type JournalTrouble, problemOf } from './faults.ts'
import type { Journal } from './journal.ts'
import { backupsToRemove, isDailyDue } from './keep-rule.ts'

/** After the start, which is not to be slowed down, and then again and again. */
const FIRST_LOOK_MS = 60_000
const LOOK_EVERY_MS = 3_600_000
/** How soon it is tried again where a sale was on its way. */
const AFTER_SALE_MS = 60_000

export interface BackupKeeper {
  /** Makes one now; waits for the one under way. */
  backUpNow(): Promise<Result<BackupView, JournalTrouble>>
  /** Gives up what is under way, and begins nothing more. */
  stop(): Promise<void>
}

export interface BackupKeeperOptions {
  readonly journal: Journal
  readonly location: JournalLocation
  readonly clock: Clock
  readonly log: Log
  /** What became of the day's backup: undefined where all is well. */
  onDaily(trouble: JournalTrouble | undefined): void
}

export function createBackupKeeper(options: BackupKeeperOptions): BackupKeeper {
  const { journal, location, clock, log, onDaily } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let last: Promise<unknown> = Promise.resolve()
  let cancelLook = clock.after(FIRST_LOOK_MS, look)

  function backUpFor(why: BackupView['why']): Promise<Result<BackupView, JournalTrouble>> {
    const made = last.then(() => make(why))
    last = made
    return made
  }

  async function make(why: BackupView['why']): Promise<Result<BackupView, JournalTrouble>> {
    try {
      const name = await backUp(journal, { location, why, atMs: clock.nowMs(), signal })
      const copies = listBackups(location)
      // A clock that was set back may have dated it before others that hold as much.
      const gone = backupsToRemove(copies).filter((old) => old !== name)
      removeBackups(location, gone)
      const view = copies.find((copy) => copy.name === name)
      if (!view) throw new Error(`${name} is not among the backups`)
      log.write('info', 'journal.backed-up', { name, entries: view.entries, bytes: view.bytes })
      return ok(view)
    } catch (error) {
      if (signal.aborted) return err({ problem: 'unreadable', detail: 'the journal was closed meanwhile' })
      const trouble = problemOf(error)
      log.write('error', 'journal.not-backed-up', { why, ...trouble })
      return err(trouble)
    }
  }

  function look(): void {
    void daily().then(plan)
  }

  /** Answers when to look again. */
  async function daily(): Promise<number> {
    try {
      if (journal.listSales({ states: ['sending'], limit: 1 }).length > 0) return AFTER_SALE_MS
      if (!isDailyDue(listBackups(location), clock.nowMs())) return LOOK_EVERY_MS
    } catch (error) {
      onDaily(problemOf(error))
      return LOOK_EVERY_MS
    }
    const made = await backUpFor('daily')
    if (!signal.aborted) onDaily(made.ok ? undefined : made.error)
    // A good copy says that the pages were read well; a bad one leaves open which of the two is bad.
    if (!signal.aborted) await journal.verifyWhole()
    return LOOK_EVERY_MS
  }

  function plan(delayMs: number): void {
    if (!signal.aborted) cancelLook = clock.after(delayMs, look)
  }

  return {
    backUpNow: () => backUpFor('on-demand'),
    async stop() {
      stopping.abort()
      cancelLook()
      await last
    },
  }
}
