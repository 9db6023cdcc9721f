/**
 * Where the suites make their temporary folders: in memory where the machine has room there. The journals sync every commit,
 * and no suite asks what a power cut leaves: a real disk would only be waited for.
 */
import { accessSync, constants, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const LEAST_BYTES = 1024 ** 3

export const temporaryPlace = (): string => (isUsable(MEMORY) ? MEMORY : tmpdir())

/** Has room, and lets programs run: some tests write one. */
function isUsable(folder: string): boolean {
  const probe = join(folder, `comptoir-probe-${process.pid}`)
  try {
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(probe, '', { mode: 0o755 })
    accessSync(probe, constants.X_OK)
    return bavail * bsize >= LEAST_BYTES
  } catch {
    return false
  } finally {
    rmSync(probe, { force: true })
  }
}
