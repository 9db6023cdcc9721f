import type { Files } from '#core/ports.ts'
import { ok } from '#shared/result.ts'

/** A person who always changes their mind. */
export const noFiles: Files = {
  saveText: async () => ok({ path: null }),
  saveBytes: async () => ok({ path: null }),
  openPicture: async () => ok({ path: null, bytes: new Uint8Array() }),
  openCertificate: async () => ok({ path: null, bytes: new Uint8Array() }),
  openText: async () => ok({ path: null, text: '' }),
  askPath: async () => ok({ path: null }),
  askFolder: async () => ok({ path: null }),
}
