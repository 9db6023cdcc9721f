/** Where the folders and the waiting processes of a crash suite live until it is over. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { bundleChild } from './child-bundle.ts'
import { type Child, startChild } from './child-process.ts'
import type { Workshop } from './shop.ts'
import type { Table } from './table.ts'

/** The workshop of a test file, open while its tests run; when they are over, their tables are printed. */
export function workshopOfFile(...tables: readonly Table[]): () => Workshop {
  let workshop: Workshop | undefined
  beforeAll(async () => {
    workshop = await openWorkshop()
  })
  afterAll(() => {
    workshop?.close()
    process.stdout.write(`\n${tables.map((table) => table.print()).join('\n\n')}\n`)
  })
  return () => {
    if (!workshop) throw new Error('the workshop is open while tests run')
    return workshop
  }
}

async function openWorkshop(): Promise<Workshop> {
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
