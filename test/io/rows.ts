/** Runs the children of this room and reads their lines: one row of cases by kind of trouble, shared by two processes. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Case } from './cases.ts'
import { failingEnvironment, makeShim } from './shim.ts'

/** As many as the smallest machine that runs the tests has cores. */
const CHILDREN = 2

export interface Workbench {
  /** Why nothing here can run; undefined where it can. */
  readonly why: string | undefined
  /** What a child with a disk that can fail writes, line by line. Rejects where it does not end well. */
  run(child: string, ...args: readonly string[]): Promise<readonly unknown[]>
  close(): void
}

/** Makes the failing disk, once for a test file. */
export function openWorkbench(): Workbench {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-shim-'))
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
      const [told, faults] = await Promise.all([text(running.stdout), text(running.stderr)])
      if ((await code) !== 0) throw new Error(`${child} ${args.join(' ')}: ${faults}`)
      return told
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}

/** Every case of one row, in order: n = 1, 2, 3 … until one in which nothing failed. */
export async function runRow(
  bench: Workbench,
  child: string,
  ...args: readonly string[]
): Promise<readonly Case[]> {
  const shares = Array.from({ length: CHILDREN }, (_, place) =>
    bench.run(child, ...args, String(place + 1), String(CHILDREN)),
  )
  const cases = (await Promise.all(shares)).flat() as readonly Case[]
  return cases.toSorted((a, b) => a.n - b.n)
}
