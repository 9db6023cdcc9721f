/**
 * Which version of the product opened a journal last, in `<name>.opened-by`. Before another one does, a copy is kept: whatever
 * that version does to the journal, the one before finds it as it was.
 */
import { readFileSync } from 'node:fs'
import { writeDurably } from '../durable-file.ts'
import type { Log } from '../ports.ts'
import type { JournalPaths } from './paths.ts'

const MAX_LENGTH = 100

/** Undefined where it is not known: a journal from before this was written, or a file that cannot be read. */
export function readOpenedBy({ openedBy }: JournalPaths): string | undefined {
  try {
    return readFileSync(openedBy, 'utf8').trim().slice(0, MAX_LENGTH) || undefined
  } catch {
    return undefined
  }
}

/** What cannot be kept leads to one more copy at the next opening, and to nothing else. */
export function keepOpenedBy({ openedBy }: JournalPaths, version: string, log: Log | undefined): void {
  try {
    writeDurably(openedBy, `${version}\n`)
  } catch (fault) {
    log?.write('warn', 'journal.version-not-kept', { fault: String(fault) })
  }
}
