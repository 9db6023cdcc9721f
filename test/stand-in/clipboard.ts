/// <reference types="electron" />
/** `clipboard` in the file that COMPTOIR_STAND_IN_CLIPBOARD names, so that a test can copy and see what is left there. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export function createClipboard(env: Readonly<Record<string, string | undefined>>) {
  const { COMPTOIR_STAND_IN_CLIPBOARD: path } = env
  return {
    async readText() {
      return path && existsSync(path) ? readFileSync(path, 'utf8') : ''
    },
    clear() {
      if (path) writeFileSync(path, '')
    },
  } satisfies Partial<Electron.Clipboard>
}
