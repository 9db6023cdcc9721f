/**
 * Which backups are kept. Pure. Invariants: the newest good one is never removed, and no clock decides: a copy is newer
 * than another because it holds more entries, and "seven days" are the last seven on which a copy was made, so that
 * neither a wrong date nor a month of closed shutters empties the backup folder.
 */
import type { BackupReason } from '#shared/backups.ts'
import { startOfShopDay } from '#shared/dates.ts'

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
const dailyShelf = [
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
  return dailyShelf.flatMap(({ keep, periodOf }) => {
    const periods = [...new Set(rest.map(({ atMs }) => periodOf(atMs)))].slice(0, keep)
    const chosen = periods.flatMap((period) => rest.find(({ atMs }) => periodOf(atMs) === period) ?? [])
    rest = rest.filter(({ atMs }) => !periods.includes(periodOf(atMs)))
    return chosen
  })
}
