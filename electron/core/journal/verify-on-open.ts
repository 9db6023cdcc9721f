/**
 * The look at a journal that comes before its opening. Owns the choice between what came after the last checkpoint and
 * everything. Invariant: where anything about the checkpoint does not fit, everything is looked at.
 */
import type { Log } from '../ports.ts'
import { type Checkpoint, readCheckpoint } from './checkpoint.ts'
import { problemOf } from './faults.ts'
import { type Inspected, inspectJournal, inspectSince } from './inspect.ts'
import type { JournalPaths } from './paths.ts'
import type { WitnessRecord } from './witness.ts'

export interface Looked {
  readonly found: Inspected
  /** What the look went by; absent where it was at everything. */
  readonly checkpoint?: Checkpoint
}

/** Throws JournalFault, or SQLite's own error, for any file that must not be used as it is. */
export function verifyOnOpen(
  paths: JournalPaths,
  witnessed: WitnessRecord | undefined,
  { nowMs, log }: { readonly nowMs: () => number; readonly log?: Log },
): Looked {
  const known = readCheckpoint(paths, nowMs())
  let why = known.checkpoint ? undefined : known.why
  if (known.checkpoint) {
    try {
      return {
        found: inspectSince(paths.journal, witnessed, known.checkpoint),
        checkpoint: known.checkpoint,
      }
    } catch (error) {
      // Whatever the short look stumbles over, the full one tells.
      why = problemOf(error).detail
    }
  }
  log?.write('info', 'journal.full-check', { why: why ?? null })
  return { found: inspectJournal(paths.journal, witnessed) }
}
