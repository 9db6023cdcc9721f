/// <reference types="electron" />
/** `shell` without a browser beside it: what would be opened is a line of `opened.txt` in COMPTOIR_STAND_IN_SAVE_DIR, and what would be shown of `shown.txt`. */
import { appendFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'

export function createShell(env: Readonly<Record<string, string | undefined>>) {
  return {
    async openExternal(url: string) {
      const { COMPTOIR_STAND_IN_SAVE_DIR: folder } = env
      if (folder) await appendFile(join(folder, 'opened.txt'), `${url}\n`)
    },
    showItemInFolder(path: string) {
      const { COMPTOIR_STAND_IN_SAVE_DIR: folder } = env
      if (folder) appendFileSync(join(folder, 'shown.txt'), `${path}\n`)
    },
  } satisfies Partial<Electron.Shell>
}
