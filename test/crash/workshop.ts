/** Where the folders and the waiting processes of a crash suite live until it is over. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleChild } from './child-bundle.ts'
import { type Child, startChild } from './child-process.ts'
import type { Workshop } from './shop.ts'

export async function openWorkshop(): Promise<Workshop> {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-crash-'))
  const cache = join(folder, 'compiled')
  const { program, remove } = await bundleChild()
  let waiting: Child | undefined
  return {
    folder,
    nextChild() {
      const child = waiting ?? startChild(program, cache)
      waiting = startChild(program, cache)
      return child
    },
    close() {
      waiting?.kill()
      remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
