/**
 * The two ways the journal says no. A refusal is a bug of the caller: nothing was written. A fault is the file's: what
 * is on disk is not what was written. Owns the reading of SQLite's and the system's errors into a journal problem.
 */
import type { AppError, JournalProblem } from '#shared/app-error.ts'
import { codeOf } from '../durable-file.ts'

export type RefusalReason =
  /** The body does not fit its schema, or its request is not the order that was reviewed. */
  | 'invalid-entry'
  /** A sale was recorded without its first attempt in the same call. */
  | 'first-attempt-missing'
  | 'ref-taken'
  | 'review-taken'
  | 'unknown-sale'
  | 'job-taken'
  /** An act of the till with this id is there already. */
  | 'act-taken'
  | 'unknown-job'
  /** There is no such customer, or they are forgotten. */
  | 'unknown-customer'
  /** A sale on account beyond the customer's limit, of which nobody approved. */
  | 'over-limit'
  /** Another sale holds this order of the service's, or pays this bill transaction. */
  | 'order-taken'
  | 'transaction-taken'
  /** The sale's table has no row for this event in this state. */
  | 'step-refused'
  /** The attempt is not the next one, or not the one that runs. */
  | 'attempt-number'
  /** A refusal after an attempt in doubt: it says nothing of the request that may still land. */
  | 'refused-after-doubt'

/** Thrown by record(): nothing was written, and the same call can never succeed while the sale stands as it does. */
export class JournalRefusal extends Error {
  override readonly name = 'JournalRefusal'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, detail: string) {
    super(`${reason}: ${detail}`)
    this.reason = reason
  }
}

/** What is known of a trouble beside its name. */
export interface JournalEvidence {
  /** How many entries are known to be missing, for 'older-copy'. */
  readonly missingEntries?: number
  /** The version of the program that opens it, for 'not-migrated'. */
  readonly opensWith?: string
}

/** Thrown wherever bytes read from disk are not what the journal wrote, or not what this program can take over. */
export class JournalFault extends Error {
  override readonly name = 'JournalFault'
  readonly problem: JournalProblem
  readonly evidence: JournalEvidence
  constructor(problem: JournalProblem, detail: string, evidence: JournalEvidence = {}) {
    super(detail)
    this.problem = problem
    this.evidence = evidence
  }
}

/** A fault met while the open journal was asked for something: what it holds of it is not known. */
export class JournalUnread extends JournalFault {}

/**
 * What the codes of SQLite and of the system mean, the first that fits; a code of SQLite's that is not here speaks of the
 * content. SQLITE_CORRUPT does not always: see diagnose-io.ts.
 */
const meanings: readonly (readonly [RegExp, JournalProblem])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, 'disk-full'],
  [/^(SQLITE_READONLY(_.*)?|SQLITE_PERM|EACCES|EPERM|EROFS)$/, 'read-only'],
  [/^SQLITE_(BUSY|LOCKED)(_|$)/, 'in-use'],
  // The file ends before its time, or its bytes are not what their sum says: the disk has answered.
  [/^SQLITE_IOERR_(SHORT_READ|DATA)$/, 'damaged'],
  [/^SQLITE_(CANTOPEN|AUTH|NOMEM|PROTOCOL|NOLFS|IOERR_NOMEM|IOERR_\w*LOCK\w*)(_|$)/, 'unreadable'],
  [/^(SQLITE_IOERR(_.*)?|EIO|ENXIO)$/, 'disk-failing'],
  [/^SQLITE_/, 'damaged'],
]

/** Why a journal does not open, with the error's own words as the detail for a support person. */
export interface JournalTrouble extends JournalEvidence {
  readonly problem: JournalProblem
  readonly detail: string
}

export type JournalError = Extract<AppError, { kind: 'journal' }>

/** What a command answers that this trouble keeps from being done. */
export const journalError = ({ problem, detail }: JournalTrouble): JournalError => ({
  kind: 'journal',
  problem,
  detail,
})

/** What an error met while opening, checking or writing means. */
export function problemOf(error: unknown): JournalTrouble {
  if (error instanceof JournalFault) {
    const { problem, message: detail, evidence } = error
    return { problem, detail, ...evidence }
  }
  if (error instanceof JournalRefusal) {
    return { problem: 'damaged', detail: `the entries contradict each other: ${error.message}` }
  }
  const detail = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (code === undefined) return { problem: 'damaged', detail }
  const problem = meanings.find(([codes]) => codes.test(code))?.[1] ?? 'unreadable'
  return { problem, detail: `${detail} (${code})` }
}

/** SQLite's and the system's errors, met in an open journal, as a fault that names the problem; any other error as it is. */
export function asFault(error: unknown): unknown {
  if (codeOf(error) === undefined) return error
  const { problem, detail } = problemInUse(error)
  return new JournalFault(problem, detail)
}

/** What kept the open journal from being read; an error that is a bug of ours as it is. */
export function asUnread(error: unknown): unknown {
  if (codeOf(error) === undefined && !(error instanceof JournalFault)) return error
  const { problem, detail } = problemInUse(error)
  return new JournalUnread(problem, detail)
}

/**
 * In a file that was found whole when it was opened SQLite says "damaged" of a read that the disk has failed: that there is
 * damage is for a check to say, which reads everything.
 */
function problemInUse(error: unknown): JournalTrouble {
  const trouble = problemOf(error)
  return codeOf(error) === 'SQLITE_CORRUPT' ? { ...trouble, problem: 'disk-failing' } : trouble
}
