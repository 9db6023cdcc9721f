/** Shops whose counter is in this very process: nothing here dies, the disk fails instead. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Workshop } from '../crash/shop.ts'

export function openWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-io-'))
  return {
    folder,
    nextChild: () => {
      throw new Error('the counter of this workshop is in this process')
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
