/**
 * The two ways the journal says no. A refusal is a bug of the caller: nothing was written. A fault is the file's: what
 * is on disk is not what was written. Owns the reading of SQLite's and the system's errors into a journal problem.
 */
import type { JournalProblem } from '#shared/app-error.ts'
import { codeOf } from '../error-code.ts'

export type RefusalReason =
  /** The body does not fit its schema, or its request is not the order that was reviewed. */
  | 'invalid-entry'
  /** A sale was recorded without its first attempt in the same call. */
  | 'first-attempt-missing'
  | 'ref-taken'
  | 'review-taken'
  | 'unknown-sale'
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

/** Thrown wherever bytes read from disk are not what the journal wrote. */
export class JournalFault extends Error {
  override readonly name = 'JournalFault'
  readonly problem: JournalProblem
  /** How many entries were written and are not there, where that is the fault. */
  readonly missingEntries: number | undefined
  constructor(problem: JournalProblem, detail: string, missingEntries?: number) {
    super(detail)
    this.problem = problem
    this.missingEntries = missingEntries
  }
}

/** SQLite's result codes that speak of access and not of content. */
const accessCodes = /^SQLITE_(CANTOPEN|PERM|READONLY|IOERR|BUSY|LOCKED|FULL|AUTH|NOMEM|PROTOCOL|NOLFS)(_|$)/

/** Why a journal does not open, with the error's own words as the detail for a support person. */
export interface JournalTrouble {
  readonly problem: JournalProblem
  readonly detail: string
  /** How many entries are known to be missing, for 'older-copy'. */
  readonly missingEntries?: number
}

/** What an error met while opening means. */
export function problemOf(error: unknown): JournalTrouble {
  if (error instanceof JournalFault) {
    const { problem, message: detail, missingEntries } = error
    return { problem, detail, ...(missingEntries === undefined ? {} : { missingEntries }) }
  }
  if (error instanceof JournalRefusal) {
    return { problem: 'damaged', detail: `the entries contradict each other: ${error.message}` }
  }
  const detail = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (code === undefined) return { problem: 'damaged', detail }
  const isContent = code.startsWith('SQLITE_') && !accessCodes.test(code)
  return { problem: isContent ? 'damaged' : 'unreadable', detail: `${detail} (${code})` }
}
