/**
 * The two ways the journal says no. A refusal is a bug of the caller: nothing was written. A fault is the file's: what
 * is on disk is not what was written. Owns the reading of SQLite's and the system's errors into a journal problem.
 */
import type { JournalProblem } from '#shared/app-error.ts'

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
  constructor(problem: JournalProblem, detail: string) {
    super(detail)
    this.problem = problem
  }
}

/** SQLite's result codes that speak of access and not of content. */
const accessCodes = /^SQLITE_(CANTOPEN|PERM|READONLY|IOERR|BUSY|LOCKED|FULL|AUTH|NOMEM|PROTOCOL|NOLFS)(_|$)/

/** What an error met while opening means, with its own words as the detail for a support person. */
export function problemOf(error: unknown): {
  readonly problem: JournalProblem
  readonly detail: string
} {
  if (error instanceof JournalFault) return { problem: error.problem, detail: error.message }
  if (error instanceof JournalRefusal) {
    return { problem: 'damaged', detail: `the entries contradict each other: ${error.message}` }
  }
  const detail = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (code === undefined) return { problem: 'damaged', detail }
  const isContent = code.startsWith('SQLITE_') && !accessCodes.test(code)
  return { problem: isContent ? 'damaged' : 'unreadable', detail: `${detail} (${code})` }
}

/** The code of a system or SQLite error, such as ENOENT or SQLITE_CORRUPT. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
