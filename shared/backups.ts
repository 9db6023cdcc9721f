/**
 * What the screens know of a journal's backups: the list, what a rehearsal found, what a restore did. Times are
 * milliseconds since 1970. Counts are entries of the journal.
 */
import * as z from 'zod'
import { type JournalProblem, journalProblems } from './app-error.ts'
import { timeMsSchema } from './dates.ts'

const count = z.int().nonnegative()

export const backupReasons = ['daily', 'before-migration', 'on-demand'] as const
export type BackupReason = (typeof backupReasons)[number]

/** Why a backup cannot be used; `detail` is evidence for support. */
const troubleSchema = z.object({ problem: z.enum(journalProblems), detail: z.string() })

/** A backup as a first look shows it. That every byte of it is good is what a rehearsal or a restore finds out. */
export const backupViewSchema = z.object({
  /** Its file's name, by which the commands know it. */
  name: z.string(),
  atMs: timeMsSchema,
  why: z.enum(backupReasons),
  bytes: count,
  /** null where it cannot be read. */
  entries: count.nullable(),
  trouble: troubleSchema.nullable(),
})
export type BackupView = z.infer<typeof backupViewSchema>

/** What a restore from a backup would give, found out without touching anything. */
export const rehearsalSchema = z.object({
  name: z.string(),
  /** null where the backup is good. */
  trouble: troubleSchema.nullable(),
  entries: count.nullable(),
  /** Entries of the journal that came after the backup; null where nobody can say how many. */
  behindEntries: count.nullable(),
  /** Of those, how many would come back: read out of what is there of the journal and of other backups. */
  savedEntries: count.nullable(),
})
export type Rehearsal = z.infer<typeof rehearsalSchema>

export const restorationSchema = z.object({
  backup: z.string(),
  /** The backup's last entry, how many were saved behind it, and how many are missing: null where nobody can say. */
  backupSequence: count,
  savedEntries: count,
  lostEntries: count.nullable(),
})
export type Restoration = z.infer<typeof restorationSchema>

/** Problems of the machine and not of the file: the journal may well be whole, and so may a backup. */
const machineProblems: readonly JournalProblem[] = ['in-use', 'disk-full', 'read-only', 'disk-failing']

export const isOfTheMachine = (problem: JournalProblem): boolean => machineProblems.includes(problem)

/** Whole, and another version of the program opens it. */
export const isOfAnotherVersion = (problem: JournalProblem): boolean =>
  problem === 'newer' || problem === 'not-migrated'

/** Whether a backup mends it. */
export const isMendable = (problem: JournalProblem): boolean =>
  !isOfAnotherVersion(problem) && !isOfTheMachine(problem)
