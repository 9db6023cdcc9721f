/**
 * Training begins anew: its journal, its backups and the training service's own data are put aside, all in one folder that
 * support can look into. Nothing of an account of the shop's is touched.
 *
 * Invariant: the journal goes after what remembers it, so that a process that dies in between leaves a training that opens, and
 * the next try goes on. No counter is open meanwhile: the caller holds the data folder, and this the journal.
 */
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { err, ok, type Result } from '#shared/result.ts'
import { trainingName } from '../accounts/accounts.ts'
import { syncFolder } from '../durable-file.ts'
import { takeLock } from '../journal/lock.ts'
import { journalName, journalPathsOf } from '../journal/paths.ts'
import { findRegistryInTheWay, removeFromRegistry } from '../journal/registry.ts'

/**
 * Answers the folder with what was there; undefined where there was nothing. The error is the list of journals that cannot be read
 * and would remember the training that went: nothing is changed then. Throws the system's error.
 */
export function resetTraining(dataDir: string): Result<string | undefined, string> {
  const name = journalName(trainingName)
  const folder = join(dataDir, 'journal')
  const paths = journalPathsOf({ folder, name })
  if (!existsSync(folder)) return ok(undefined)
  const inTheWay = findRegistryInTheWay(folder, name)
  if (inTheWay !== undefined) return err(inTheWay)
  const lock = takeLock(paths.lock)
  try {
    const found = [
      ...filesOf(join(folder, 'backups'), name),
      ...filesOf(join(dataDir, 'reconciliation'), name),
      ...filesOf(folder, name).filter((path) => path !== paths.lock && !path.startsWith(paths.journal)),
      ...filesOf(folder, name)
        .filter((path) => path.startsWith(paths.journal))
        .reverse(),
      ...filesOf(dataDir, 'training-service'),
      ...[join(dataDir, 'refused-key.json')].filter((path) => existsSync(path)),
    ]
    if (found.length === 0) return ok(undefined)
    const aside = asideIn(dataDir)
    removeFromRegistry(folder, name)
    for (const path of found) {
      const target = join(aside, relative(dataDir, path))
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
      renameSync(path, target)
      syncFolder(dirname(path))
    }
    return ok(aside)
  } finally {
    lock.release()
  }
}

/** The files that belong to a name: `<name>.journal`, `<name>.journal-wal`, `<name>.2026-01-01.journal` and so on. */
function filesOf(folder: string, name: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && basename(entry.name).startsWith(`${name}.`))
    .map((entry) => join(folder, entry.name))
    .sort()
}

function asideIn(dataDir: string): string {
  for (let number = 1; ; number += 1) {
    const folder = join(dataDir, `training-set-aside-${number}`)
    if (!existsSync(folder)) return folder
  }
}
