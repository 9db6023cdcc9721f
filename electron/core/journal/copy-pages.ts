/** SQLite's online backup: an open file is copied page by page, and what is committed meanwhile is in the copy. */
import type { Db } from './connection.ts'

/** Pages of one step, with everything else let in between two: a step takes about a millisecond. */
const PAGES_A_STEP = 64

/** The copy is SQLite's, and not yet flushed by us. Rejects with SQLite's error, or with the reason of `signal`. */
export async function copyPages(db: Db, path: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const progress = () => {
    signal.throwIfAborted()
    return PAGES_A_STEP
  }
  await db.connection.backup(path, { progress })
}
