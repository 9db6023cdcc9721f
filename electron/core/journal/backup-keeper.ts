/**
 * Sees to the backups of an open journal: one a day while the counter is open, and one whenever a person asks. Owns that
 * one is made at a time, and that none of a day begins while a sale is on its way.
 */
import type { BackupReason, BackupView } from '#shared/backups.ts'
import { startOfShopDay } from '#shared/dates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import { backUp } from './backup.ts'
import { type JournalLocation, listBackups, removeBackups } from './backup-files.ts'
import { type JournalTrouble, problemOf } from './faults.ts'
import type { Journal } from './journal.ts'

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

// Which backups are kept. Pure. Invariants: the newest good one is never removed, and no clock decides: a copy is newer
// than another because it holds more entries, and "seven days" are the last seven on which a copy was made, so that
// neither a wrong date nor a month of closed shutters empties the backup folder.

export interface KeptCopy {
  readonly name: string
  readonly why: BackupReason
  readonly atMs: number
  /** null where it cannot be read. Such a copy counts for nothing and is left to a person. */
  readonly entries: number | null
}

const DAY_MS = 86_400_000
/** Algeria is one hour ahead of UTC all year: with it, a shop day begins at a multiple of DAY_MS. */
const SHOP_OFFSET_MS = 3_600_000
const DAYS_A_WEEK = 7

const dayOf = (atMs: number): number => (startOfShopDay(atMs) + SHOP_OFFSET_MS) / DAY_MS
const weekOf = (atMs: number): number => Math.floor(dayOf(atMs) / DAYS_A_WEEK)
const monthOf = (atMs: number): string => new Date(dayOf(atMs) * DAY_MS).toISOString().slice(0, 7)

/** Daily copies thin out with age: what one row does not hold goes on to the next. */
const keptByAge = [
  { keep: 7, periodOf: dayOf },
  { keep: 5, periodOf: weekOf },
  { keep: 12, periodOf: monthOf },
] as const

const keepBeforeMigration = 3
const keepOnDemand = 5

/** The names of the copies that the rule lets go. */
export function backupsToRemove(copies: readonly KeptCopy[]): readonly string[] {
  const good = copies.filter(({ entries }) => entries !== null).toSorted(newestFirst)
  const madeFor = (why: BackupReason) => good.filter((copy) => copy.why === why)
  const kept = new Set([
    ...good.slice(0, 1),
    ...thinnedOut(madeFor('daily')),
    ...madeFor('before-migration').slice(0, keepBeforeMigration),
    ...madeFor('on-demand').slice(0, keepOnDemand),
  ])
  return good.filter((copy) => !kept.has(copy)).map(({ name }) => name)
}

/** Whether a day's copy has to be made. One from the future was dated by a clock that was wrong, and does not count. */
export function isDailyDue(copies: readonly KeptCopy[], nowMs: number): boolean {
  const ages = copies
    .filter(({ why, entries }) => why === 'daily' && entries !== null)
    .map(({ atMs }) => nowMs - atMs)
  return !ages.some((ageMs) => ageMs >= 0 && ageMs < DAY_MS)
}

const newestFirst = (a: KeptCopy, b: KeptCopy): number =>
  (b.entries ?? 0) - (a.entries ?? 0) || b.atMs - a.atMs

function thinnedOut(newest: readonly KeptCopy[]): readonly KeptCopy[] {
  let rest = newest
  return keptByAge.flatMap(({ keep, periodOf }) => {
    const periods = [...new Set(rest.map(({ atMs }) => periodOf(atMs)))].slice(0, keep)
    const chosen = periods.flatMap((period) => rest.find(({ atMs }) => periodOf(atMs) === period) ?? [])
    rest = rest.filter(({ atMs }) => !periods.includes(periodOf(atMs)))
    return chosen
  })
}
