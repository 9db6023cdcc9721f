/**
 * The look at a journal that comes before its opening. Owns the choice between what came after the last checkpoint, everything,
 * and the end of a long journal. Invariant: where anything about the checkpoint does not fit, everything is looked at, of a long
 * journal while the counter sells; what a short look stumbles over is looked at in full before anything is sold.
 */
import type { Log } from '../ports.ts'
import { type Checkpoint, readCheckpoint } from './checkpoint.ts'
import { problemOf } from './faults.ts'
import { type Inspected, inspectEnd, inspectJournal, inspectSince, type PassedOver } from './inspect.ts'
import type { JournalPaths } from './paths.ts'
import type { WitnessRecord } from './witness.ts'

export interface Looked {
  readonly found: Inspected
  /** What the look went by; absent where it was at everything. */
  readonly checkpoint?: Checkpoint
  readonly passedOver: PassedOver
}

/** Throws JournalFault, or SQLite's own error, for any file that must not be used as it is. */
export function verifyOnOpen(
  paths: JournalPaths,
  witnessed: WitnessRecord | undefined,
  { nowMs, log }: { readonly nowMs: () => number; readonly log?: Log },
): Looked {
  const known = readCheckpoint(paths, nowMs())
  if (!known.checkpoint) log?.write('info', 'journal.full-check', { why: known.why })
  try {
    const short = inspectShort(paths.journal, witnessed, known.checkpoint)
    if (short) return short
  } catch (error) {
    // Whatever the short look stumbles over, the full one names.
    log?.write('info', 'journal.full-check', { why: problemOf(error).detail })
  }
  return { found: inspectJournal(paths.journal, witnessed), passedOver: 'nothing' }
}

function inspectShort(
  path: string,
  witnessed: WitnessRecord | undefined,
  checkpoint: Checkpoint | undefined,
): Looked | undefined {
  // What came after a checkpoint may be more than the end of a long journal: the rest is then looked at while the counter sells.
  const end = inspectEnd(path, witnessed, checkpoint)
  if (end || !checkpoint) return end
  return { ...inspectSince(path, witnessed, checkpoint), checkpoint }
}
