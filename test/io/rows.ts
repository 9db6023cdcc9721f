/** Runs the children of this room and reads their lines: one row of cases by kind of trouble, shared by two processes. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { byTier } from '../support/tier.ts'
import type { Case } from './cases.ts'
import { failingEnvironment, makeShim } from './shim.ts'

/** The short tier fails every sixth operation. The sample is fixed, so that the same tree has the same verdict. */
export const STRIDE = byTier(6, 1)
/** As many as the smallest machine that runs the tests has cores; the short tier's sample is not worth a second start. */
const CHILDREN = byTier(1, 2)

const madeFolder = fileURLToPath(new URL('../../out/test/', import.meta.url))

export interface Workbench {
  /** Why nothing here can run; undefined where it can. */
  readonly why: string | undefined
  /** What a child with a disk that can fail writes, line by line. Rejects where it does not end well. */
  run(child: string, ...args: readonly string[]): Promise<readonly unknown[]>
  close(): void
}

/** Makes the failing disk, once for a test file. */
export function openWorkbench(): Workbench {
  // On the disk: a folder in memory may not let a library be loaded.
  mkdirSync(madeFolder, { recursive: true })
  const folder = mkdtempSync(join(madeFolder, 'failing-disk-'))
  const shim = makeShim(folder)
  let children = 0
  return {
    why: 'why' in shim ? shim.why : undefined,
    async run(child, ...args) {
      if ('why' in shim) throw new Error(shim.why)
      children += 1
      const env = failingEnvironment(shim.library, folder, `child-${children}`)
      const path = fileURLToPath(new URL(child, import.meta.url))
      const running = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      const code = new Promise((resolve) => running.once('close', resolve))
      const [output, faults] = await Promise.all([text(running.stdout), text(running.stderr)])
      if ((await code) !== 0) throw new Error(`${child} ${args.join(' ')}: ${faults}`)
      return output
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}

/** The cases of one row, in order: n = 1, 1 + STRIDE, 1 + 2 STRIDE … until one in which nothing failed. */
export async function runRow(
  bench: Workbench,
  child: string,
  ...args: readonly string[]
): Promise<readonly Case[]> {
  const shares = Array.from({ length: CHILDREN }, (_, place) =>
    bench.run(child, ...args, String(1 + place * STRIDE), String(CHILDREN * STRIDE)),
  )
  const cases = (await Promise.all(shares)).flat() as readonly Case[]
  return cases.toSorted((a, b) => a.n - b.n)
}
