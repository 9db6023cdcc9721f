/** The Files port on Electron: files that a person saves or picks, in the dialogs of the counter's window. */
import { open as openFile, rename, rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { app, dialog, type FileFilter, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import type { Files } from '#core/ports.ts'
import { err, ok } from '#shared/result.ts'
import type { CounterWindows } from './windows.ts'

/** More than any file of ours holds; what is larger is not read. */
const maxFileBytes = 1_000_000
const json = { name: 'JSON', extensions: ['json'] }
const certificate = { name: 'X.509', extensions: ['pem', 'crt', 'cer', 'der'] }
const picture = { name: 'PNG', extensions: ['png'] }

export function createTextFiles(windows: CounterWindows): Files {
  return {
    saveText: (suggestedName, text) => save(windows, suggestedName, json, text),
    saveBytes: (suggestedName, bytes) => save(windows, suggestedName, filterOf(suggestedName), bytes),
    async askPath(suggestedName) {
      try {
        return ok({ path: (await askSavePath(windows, suggestedName, filterOf(suggestedName))) ?? null })
      } catch (fault) {
        return err(String(fault))
      }
    },
    async askFolder() {
      try {
        return ok({ path: (await askOpenPath(windows, ['openDirectory', 'createDirectory'])) ?? null })
      } catch (fault) {
        return err(String(fault))
      }
    },
    async openText() {
      const picked = await pickFile(windows, json)
      if (!picked.ok) return picked
      const { path, bytes } = picked.value
      try {
        // The mark of some editors is left for the reader to see; bytes that are no text are refused.
        return ok({ path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) })
      } catch (fault) {
        return err(String(fault))
      }
    },
    openPicture: () => pickFile(windows, picture),
    openCertificate: () => pickFile(windows, certificate),
  }
}

function filterOf(name: string): FileFilter {
  const ending = extname(name).slice(1)
  return { name: ending.toUpperCase(), extensions: [ending] }
}

async function save(
  windows: CounterWindows,
  suggestedName: string,
  filter: FileFilter,
  content: string | Uint8Array,
): ReturnType<Files['saveBytes']> {
  try {
    const path = await askSavePath(windows, suggestedName, filter)
    if (path === undefined) return ok({ path: null })
    await writeWhole(path, content)
    return ok({ path })
  } catch (fault) {
    return err(String(fault))
  }
}

async function pickFile(windows: CounterWindows, filter: FileFilter): ReturnType<Files['openPicture']> {
  try {
    const path = await askOpenPath(windows, ['openFile'], [filter])
    if (path === undefined) return ok({ path: null, bytes: new Uint8Array() })
    const bytes = await readBounded(path)
    return bytes === undefined ? err(`larger than ${maxFileBytes} bytes`) : ok({ path, bytes })
  } catch (fault) {
    return err(String(fault))
  }
}

/** The chosen path, or undefined when the person changed their mind. */
async function askOpenPath(
  windows: CounterWindows,
  kind: NonNullable<OpenDialogOptions['properties']>,
  filters: FileFilter[] = [],
): Promise<string | undefined> {
  const options: OpenDialogOptions = {
    defaultPath: app.getPath('documents'),
    filters,
    properties: [...kind, 'dontAddToRecent'],
  }
  const owner = windows.readCounter()
  const chosen = await (owner ? dialog.showOpenDialog(owner, options) : dialog.showOpenDialog(options))
  return chosen.canceled ? undefined : chosen.filePaths[0]
}

/** Undefined where the file is too large, whatever the system says of its size. */
async function readBounded(path: string): Promise<Uint8Array | undefined> {
  const file = await openFile(path, 'r')
  try {
    const buffer = Buffer.alloc(maxFileBytes + 1)
    let length = 0
    // Each turn reads at least a byte, so the bound ends the loop.
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length)
      if (bytesRead === 0) return buffer.subarray(0, length)
      length += bytesRead
    }
    return undefined
  } finally {
    await file.close()
  }
}

// Files that a person saves where they say. Invariant: the file at the chosen path is whole or is not there; what was there
// before stays until then. Nobody but its owner can read it: it may hold a recovery code, and the folder may be shared.

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
    const file = await openFile(partial, 'wx', OWNER_ONLY)
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
