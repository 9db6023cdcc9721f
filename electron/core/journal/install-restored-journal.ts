/**
 * The last step of a restore: the finished journal takes the place of the one that does not open. Invariant: a file under
 * `<name>.journal.restored` is a whole journal that a person has chosen, so a start that finds one goes on where the
 * restore was cut off. Each move is one rename; in whatever order a crash leaves them, doing them again ends the same.
 */
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setAside, syncFolder } from '../durable-file.ts'
import { type JournalLocation, stampOf } from './backup-files.ts'
import { type JournalPaths, journalPathsOf } from './paths.ts'

/** The restored journal once it is whole and on disk, and not yet in its place. */
export const restoredPath = ({ journal }: JournalPaths): string => `${journal}.restored`

/** All that speaks of the state of the journal that is replaced. It is kept together, and never deleted. */
const partsOf = ({ journal, witness, checkpoint }: JournalPaths): readonly string[] => [
  ...['-wal', '-journal', '-shm', ''].map((ending) => journal + ending),
  ...[witness, checkpoint],
]

/** Brings a restore to its end, if one was begun. True where the journal is a restored one now. Throws the system's error. */
export function installRestoredJournal(location: JournalLocation): boolean {
  const paths = journalPathsOf(location)
  const restored = restoredPath(paths)
  const found = statSync(restored, { throwIfNoEntry: false })
  if (!found?.isFile()) return false
  // Named after the restored file's own time, so that a second try after a crash puts the rest beside the first.
  const aside = join('set-aside', `${location.name}.${stampOf(Math.floor(found.mtimeMs))}`)
  mkdirSync(join(location.folder, aside), { recursive: true, mode: 0o700 })
  for (const part of partsOf(paths).filter((path) => existsSync(path))) {
    const file = basename(part)
    setAside(part, (number) => join(aside, number === 1 ? file : `${file}.${number}`))
  }
  for (const folder of [aside, 'set-aside']) syncFolder(join(location.folder, folder))
  // A rename and not a link: two names for the journal in use would be one too many after a crash between them.
  renameSync(restored, paths.journal)
  syncFolder(location.folder)
  return true
}
