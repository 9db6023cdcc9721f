/**
 * What a person may do for the journal: back it up, try a backup out, restore one, have everything checked. There are two
 * of it, for a journal that is open and for one that is not, so that what is refused needs no asking.
 */
import type { AppError } from '#shared/app-error.ts'
import {
  type BackupView,
  isMendable,
  isOfTheMachine,
  type Rehearsal,
  type Restoration,
} from '#shared/backups.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { listBackupNames, listBackups } from './backup-files.ts'
import type { BackupKeeper } from './backup-keeper.ts'
import { type JournalTrouble, journalError, problemOf } from './faults.ts'
import type { Journal } from './journal.ts'
import type { JournalOptions } from './open.ts'
import { type RehearsalFound, rehearseForLost, rehearseForOpen, restoreJournal } from './restore.ts'
import type { WholeFinding } from './whole-check.ts'

export interface JournalUpkeep {
  /** Newest first, each after a first look. */
  listBackups(): Result<readonly BackupView[], AppError>
  backUp(): Promise<Result<BackupView, AppError>>
  /** Tries a backup out, by its file's name; touches nothing. */
  rehearse(backup: string): Promise<Result<Rehearsal, AppError>>
  /** Puts a backup in the place of a journal that does not open, and opens it. */
  restore(backup: string): Promise<Result<Restoration, AppError>>
  /** Checks every byte that an opening takes on trust. */
  verify(): Promise<Result<WholeFinding, AppError>>
  /** Gives up what is under way; resolves when it has. */
  stop(): Promise<void>
}

export interface OpenUpkeepOptions {
  readonly journal: Journal
  readonly opening: JournalOptions
  readonly keeper: BackupKeeper
}

export function createOpenUpkeep({ journal, opening, keeper }: OpenUpkeepOptions): JournalUpkeep {
  const stopping = new AbortController()
  const { signal } = stopping
  const drills = createTurn()
  return {
    listBackups: () => list(opening),
    async backUp() {
      const made = await keeper.backUpNow()
      return made.ok ? made : refuse(made.error)
    },
    rehearse: (backup) =>
      drills.take(() => rehearse(opening, backup, signal, () => rehearseForOpen(opening, backup, signal))),
    restore: async () => err({ kind: 'not-allowed-now', state: 'open', action: 'restore' }),
    async verify() {
      const found = await journal.verifyWhole()
      return found.ok ? found : refuse(found.error)
    },
    async stop() {
      stopping.abort()
      await Promise.all([keeper.stop(), drills.untilIdle()])
    },
  }
}

export interface ClosedUpkeepOptions {
  readonly opening: JournalOptions
  readonly trouble: JournalTrouble
  /** Resolves once nothing holds the journal's files open any more. */
  readonly letGo: Promise<unknown>
  /** Opens the journal that was restored; what keeps it closed all the same, or undefined. */
  reopen(): JournalTrouble | undefined
}

export function createClosedUpkeep({ opening, trouble, letGo, reopen }: ClosedUpkeepOptions): JournalUpkeep {
  const stopping = new AbortController()
  const { signal } = stopping
  const turns = createTurn()
  const lost = { journal: opening, problem: trouble.problem }

  async function restore(backup: string): Promise<Result<Restoration, AppError>> {
    if (!isMendable(trouble.problem)) {
      return err({ kind: 'not-allowed-now', state: trouble.problem, action: 'restore' })
    }
    if (!listBackupNames(opening).includes(backup)) return noSuchBackup
    try {
      await letGo
      const restored = await restoreJournal(lost, backup, signal)
      opening.log?.write('warn', 'journal.restored', { ...restored })
      const still = reopen()
      return still ? refuse(still) : ok(restored)
    } catch (error) {
      return refuse(signal.aborted ? givenUp : problemOf(error))
    }
  }

  return {
    listBackups: () => list(opening),
    backUp: async () => refuse(trouble),
    rehearse: (backup) =>
      turns.take(async () => {
        await letGo
        return rehearse(opening, backup, signal, () => rehearseForLost(lost, backup, signal))
      }),
    restore: (backup) => turns.take(() => restore(backup)),
    verify: async () => refuse(trouble),
    async stop() {
      stopping.abort()
      await turns.untilIdle()
    },
  }
}

const refuse = (trouble: JournalTrouble) => err<AppError>(journalError(trouble))

const givenUp: JournalTrouble = { problem: 'unreadable', detail: 'the counter is closing' }

const noSuchBackup = err<AppError>({ kind: 'invalid-input', field: 'backup', problem: 'no-such-backup' })

function list(opening: JournalOptions): Result<readonly BackupView[], AppError> {
  try {
    return ok(listBackups(opening))
  } catch (error) {
    return refuse(problemOf(error))
  }
}

/** A backup that is no good is an answer; a machine that cannot try it out is an error. */
async function rehearse(
  opening: JournalOptions,
  backup: string,
  signal: AbortSignal,
  drill: () => Promise<RehearsalFound>,
): Promise<Result<Rehearsal, AppError>> {
  try {
    if (!listBackupNames(opening).includes(backup)) return noSuchBackup
    return ok({ name: backup, trouble: null, ...(await drill()) })
  } catch (error) {
    if (signal.aborted) return refuse(givenUp)
    const { problem, detail } = problemOf(error)
    if (isOfTheMachine(problem)) return refuse({ problem, detail })
    const nothing = { entries: null, behindEntries: null, savedEntries: null }
    return ok({ name: backup, trouble: { problem, detail }, ...nothing })
  }
}

/** Lets one thing be done at a time, and refuses a second meanwhile. */
function createTurn() {
  let running: Promise<unknown> | undefined
  return {
    async take<T>(work: () => Promise<Result<T, AppError>>): Promise<Result<T, AppError>> {
      if (running) return err({ kind: 'not-allowed-now', state: 'busy', action: 'journal' })
      const done = work()
      running = done
      try {
        return await done
      } finally {
        running = undefined
      }
    },
    untilIdle: async () => void (await running?.catch(() => undefined)),
  }
}
