/** Looks a copy of a journal over as its opening does, without keeping anyone waiting, and leaves nothing beside it. */
import { forgetIndex } from './backup-files.ts'
import { type Inspected, inspectInSlices } from './inspect.ts'

/** Rejects with JournalFault, or SQLite's own error, for a copy that is not whole; with the reason of `signal` if aborted. */
export async function checkCopy(path: string, signal: AbortSignal): Promise<Inspected> {
  try {
    return await inspectInSlices(path, undefined, signal)
  } finally {
    forgetIndex(path)
  }
}
