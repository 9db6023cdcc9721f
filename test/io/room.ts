/** Shops whose counter is in this very process: nothing here dies, the disk fails instead. */
import { rmSync } from 'node:fs'
import type { Workshop } from '../crash/shop.ts'
import { newFolder } from './cases.ts'

export function openRoom(): Workshop {
  const folder = newFolder()
  return {
    folder,
    nextChild: () => {
      throw new Error('the counter of this room is in this process')
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
