/**
 * Files that a person saves where they say. Invariant: the file at the chosen path is whole or is not there; what was there
 * before stays until then. Nobody but its owner can read it: it may hold a recovery code, and the folder may be shared.
 */
import { open, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { app, dialog, type FileFilter, type SaveDialogOptions } from 'electron'
import type { CounterWindows } from './windows.ts'

const OWNER_ONLY = 0o600

/** The chosen path, or undefined when the person changed their mind. */
export async function askSavePath(
  windows: Pick<CounterWindows, 'readCounter'>,
  suggestedName: string,
  filter: FileFilter,
): Promise<string | undefined> {
  const options: SaveDialogOptions = {
    defaultPath: join(app.getPath('documents'), basename(suggestedName)),
    filters: [filter],
    // Linux alone does not ask by itself.
    properties: ['showOverwriteConfirmation'],
  }
  const owner = windows.readCounter()
  const chosen = await (owner ? dialog.showSaveDialog(owner, options) : dialog.showSaveDialog(options))
  return chosen.canceled || chosen.filePath === '' ? undefined : chosen.filePath
}

/** Writes beside the target, flushes, then takes the target's place in one step. Rejects with the system's error. */
export async function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
  const partial = `${path}.partial`
  try {
    // One that was left there would keep its own mode, and may be a link to elsewhere.
    await rm(partial, { force: true })
    const file = await open(partial, 'wx', OWNER_ONLY)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (fault) {
    await rm(partial, { force: true })
    throw fault
  }
}
