/** The port of picked files, on a real folder: a person who saves there, and picks what the test says. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from '#core/ports.ts'
import { ok } from '#shared/result.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface PickingPerson {
  readonly files: Files
  /** Where they save. */
  readonly folder: string
  /** The file that is picked next; null: they change their mind. */
  pick(path: string | null): void
  /** Writes a file and picks it; answers where it is. */
  pickText(text: string): string
}

export function pickingPerson(): PickingPerson {
  const folder = temporaryFolder()
  let picked: string | null = null
  const files: Files = {
    async saveText(suggestedName, text) {
      const path = join(folder, suggestedName)
      writeFileSync(path, text)
      return ok({ path })
    },
    async saveBytes(suggestedName, bytes) {
      const path = join(folder, suggestedName)
      writeFileSync(path, bytes)
      return ok({ path })
    },
    openPicture: async () =>
      ok({ path: picked, bytes: picked === null ? new Uint8Array() : readFileSync(picked) }),
    openCertificate: async () =>
      ok({ path: picked, bytes: picked === null ? new Uint8Array() : readFileSync(picked) }),
    askPath: async (suggestedName) => ok({ path: join(folder, suggestedName) }),
    askFolder: async () => ok({ path: folder }),
    openText: async () => ok({ path: picked, text: picked === null ? '' : readFileSync(picked, 'utf8') }),
  }
  const pick = (path: string | null) => {
    picked = path
  }
  const pickText = (text: string) => {
    const path = join(folder, 'picked.json')
    writeFileSync(path, text)
    pick(path)
    return path
  }
  return { files, folder, pick, pickText }
}
