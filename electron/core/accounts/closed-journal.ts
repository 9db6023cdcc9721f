/**
 * The journal of an account that is not open, for one short piece of work. Keeps that it is opened the same way as ever,
 * looked over and locked, that it is closed again whatever happens, and that none is made where there never was one.
 */
import { join } from 'node:path'
import { err, ok, type Result } from '#shared/result.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import { readCopy } from '../journal/backup-files.ts'
import { type JournalError, type JournalTrouble, journalError, problemOf } from '../journal/faults.ts'
import type { Journal } from '../journal/journal.ts'
import { openJournal } from '../journal/open.ts'
import { journalName, journalPathsOf, sizeOf } from '../journal/paths.ts'
import { readRegistry } from '../journal/registry.ts'
import { listRefs } from '../journal/sales.ts'
import { tillRecordsIn } from '../journal/till-records.ts'
import type { AccountName, Clock, Log, Random } from '../ports.ts'

export interface ClosedJournalOptions {
  readonly dataDir: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

const fileOf = (name: AccountName, { dataDir }: ClosedJournalOptions) => ({
  folder: join(dataDir, 'journal'),
  name: journalName(name),
})

/** What `work` answers; undefined where the account has no journal yet. The error says why it does not open, or not take it. */
export function inClosedJournal<T>(
  name: AccountName,
  closed: ClosedJournalOptions,
  work: (journal: Journal) => T,
): Result<T | undefined, JournalError> {
  const { clock, random, log } = closed
  const options = {
    ...{ ...name, ...fileOf(name, closed), log },
    ...{ nowMs: () => clock.nowMs(), newId: random.newId },
  }
  try {
    if (isNew(options)) return ok(undefined)
    const journal = openJournal(options)
    if (!journal.ok) return refuse(journal.error)
    try {
      return ok(work(journal.value))
    } finally {
      journal.value.close()
    }
  } catch (fault) {
    return refuse(problemOf(fault))
  }
}

/**
 * How many sales are open in it, `limit` at the most. They are counted in the file as it stands, so that a long one costs no
 * more than a short one; where that cannot be read, the opening says why not.
 */
export function countOpenSales(
  name: AccountName,
  options: ClosedJournalOptions,
  limit: number,
): Result<number, JournalError> {
  const open = { states: openSaleStates, limit }
  try {
    return ok(readCopy(journalPathsOf(fileOf(name, options)).journal, (db) => listRefs(db, open).length))
  } catch {
    const opened = inClosedJournal(name, options, (journal) => journal.listRefs(open).length)
    return opened.ok ? ok(opened.value ?? 0) : opened
  }
}

/** Whether its shop has people; where that cannot be read, the opening says why not. */
export function hasPeople(name: AccountName, options: ClosedJournalOptions): Result<boolean, JournalError> {
  const file = fileOf(name, options)
  try {
    if (isNew(file)) return ok(false)
    return ok(readCopy(journalPathsOf(file).journal, (db) => tillRecordsIn(db).listPeople().length > 0))
  } catch {
    const opened = inClosedJournal(name, options, ({ till }) => till.listPeople().length > 0)
    return opened.ok ? ok(opened.value ?? false) : opened
  }
}

const refuse = (trouble: JournalTrouble) => err(journalError(trouble))

/** A registry that cannot be read may have known it: the opening says so. */
function isNew(options: ReturnType<typeof fileOf>): boolean {
  const registry = readRegistry(options.folder)
  const isKnown = registry.kind === 'broken' || registry.rows.some(({ name }) => name === options.name)
  return !isKnown && sizeOf(journalPathsOf(options).journal) === undefined
}
