/**
 * What an opening that met an error does before it names the trouble. Owns two doubts that SQLite leaves: it says
 * "damaged" for a read that the disk has failed, and one and the same word for a disk that is full and one that is broken.
 */
import { closeSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs'
import { codeOf, removeFile } from '../durable-file.ts'
import { type JournalTrouble, problemOf } from './faults.ts'
import { isFile, type JournalPaths } from './paths.ts'

const CHUNK_BYTES = 1024 * 1024
/** More than SQLite's index file takes, which is the first to find no room. */
const TRIAL_BYTES = 64 * 1024

/**
 * Reads every byte of the journal's files, which nothing in this process may have open (closing a file lets go of SQLite's
 * locks on it). Throws the system's error where the disk does not give one of them.
 */
export function readThrough({ journal }: JournalPaths): void {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  for (const path of [journal, `${journal}-wal`].filter(isFile)) {
    const file = openSync(path, 'r')
    try {
      while (readSync(file, chunk) > 0);
    } finally {
      closeSync(file)
    }
  }
}

/** SQLite's words for a write that failed, or a file that could not be made, whatever was the reason. */
const manyMeanings = /^SQLITE_(CANTOPEN|IOERR_(?!READ|CORRUPTFS))/

/** What an error met while `journal` was looked over means; where SQLite's word for it means many things, the disk is asked. */
export function troubleOnDisk(error: unknown, journal: string): JournalTrouble {
  const trouble = problemOf(error)
  if (!manyMeanings.test(codeOf(error) ?? '')) return trouble
  const refusal = tryToWrite(`${journal}.unfinished-trial`)
  if (refusal === undefined) return trouble
  const { problem, detail } = problemOf(refusal)
  return problem === 'unreadable' ? trouble : { problem, detail: `${trouble.detail}; ${detail}` }
}

/** The system's error, where the disk does not take a small file; the file is gone afterwards. */
function tryToWrite(path: string): unknown {
  try {
    const file = openSync(path, 'w')
    try {
      writeFileSync(file, Buffer.alloc(TRIAL_BYTES))
      fsyncSync(file)
    } finally {
      closeSync(file)
      removeFile(path)
    }
    return undefined
  } catch (error) {
    return error
  }
}
