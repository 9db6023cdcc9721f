/** The files of one journal, by name. Owns their endings and the shape of a name. */
import { accessSync, constants, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { codeOf } from '../durable-file.ts'
import type { AccountName } from '../ports.ts'
import { JournalFault } from './faults.ts'

export interface JournalPaths {
  readonly folder: string
  readonly journal: string
  readonly witness: string
  readonly checkpoint: string
  readonly lock: string
  /** The version of the product that opened it last. */
  readonly openedBy: string
}

const nameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

export const isJournalName = (name: string): boolean => nameShape.test(name)

/** Throws JournalFault where the name does not make a file name. */
export function journalPathsOf({
  folder,
  name,
}: {
  readonly folder: string
  readonly name: string
}): JournalPaths {
  if (!isJournalName(name)) throw new JournalFault('unreadable', 'the name does not make a file name')
  const at = (ending: string) => join(folder, `${name}.${ending}`)
  return {
    folder,
    journal: at('journal'),
    witness: at('witness'),
    checkpoint: at('checkpoint'),
    lock: at('lock'),
    openedBy: at('opened-by'),
  }
}

/**
 * The folder and what is in it must be ours to read and to write, and the fault says which of the two is missing: SQLite says
 * for both that it cannot open the file. Throws JournalFault.
 */
export function refuseWithoutAccess({ folder, journal, witness }: JournalPaths): void {
  const { R_OK, W_OK, X_OK } = constants
  refuseUnlessMay(R_OK | X_OK, folder, 'unreadable')
  for (const path of [journal, `${journal}-wal`, witness]) refuseUnlessMay(R_OK, path, 'unreadable')
  for (const path of [folder, journal, `${journal}-wal`, witness]) refuseUnlessMay(W_OK, path, 'read-only')
}

function refuseUnlessMay(what: number, path: string, problem: 'unreadable' | 'read-only'): void {
  try {
    accessSync(path, what)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return
    const shut = code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
    throw new JournalFault(shut ? problem : 'unreadable', `${basename(path)}: ${code}`)
  }
}

/** A folder of a file's name is none: we never make one. */
export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** undefined where there is nothing. Throws the system's error. */
export function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

// The name of an account's journal and of what lies beside it: one file per environment and account, never shared.

/** What a file name cannot hold is written as its code, so that two accounts never make one name. */
export const journalName = ({ environment, account }: AccountName): string =>
  `${environment}-${account.replace(/[^A-Za-z0-9.-]/g, (character) => `_${character.codePointAt(0)?.toString(16)}_`)}`
