/** The Files port on Electron: text files that a person saves or picks, in the dialogs of the counter's window. */
import { open } from 'node:fs/promises'
import { app, dialog, type OpenDialogOptions } from 'electron'
import type { Files } from '#core/ports.ts'
import { err, ok } from '#shared/result.ts'
import { askSavePath, writeWhole } from './saved-file.ts'
import type { CounterWindows } from './windows.ts'

/** More than any file of ours holds; what is larger is not read. */
const maxFileBytes = 1_000_000
const filter = { name: 'JSON', extensions: ['json'] }

export function createTextFiles(windows: CounterWindows): Files {
  return {
    async saveText(suggestedName, text) {
      try {
        const path = await askSavePath(windows, suggestedName, filter)
        if (path === undefined) return ok({ path: null })
        await writeWhole(path, text)
        return ok({ path })
      } catch (fault) {
        return err(String(fault))
      }
    },
    async openText() {
      try {
        const path = await askOpenPath(windows)
        if (path === undefined) return ok({ path: null, text: '' })
        const bytes = await readBounded(path)
        if (bytes === undefined) return err(`larger than ${maxFileBytes} bytes`)
        // The mark of some editors is left for the reader to see; bytes that are no text are refused.
        return ok({ path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) })
      } catch (fault) {
        return err(String(fault))
      }
    },
  }
}

/** The chosen path, or undefined when the person changed their mind. */
async function askOpenPath(windows: CounterWindows): Promise<string | undefined> {
  const options: OpenDialogOptions = {
    defaultPath: app.getPath('documents'),
    filters: [filter],
    properties: ['openFile', 'dontAddToRecent'],
  }
  const owner = windows.readCounter()
  const chosen = await (owner ? dialog.showOpenDialog(owner, options) : dialog.showOpenDialog(options))
  return chosen.canceled ? undefined : chosen.filePaths[0]
}

/** Undefined where the file is too large, whatever the system says of its size. */
async function readBounded(path: string): Promise<Uint8Array | undefined> {
  const file = await open(path, 'r')
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
