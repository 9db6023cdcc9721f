/** A real file system of a few megabytes, for tests that fill a disk or make it read-only. Needs Linux and root. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const run = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

const newFolder = () => mkdtempSync(join(tmpdir(), 'comptoir-disk-'))

/** Whether this machine lets one be made: found out once, by making one. */
export const hasSmallDisks: boolean = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = newFolder()
  const made = run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'comptoir', folder)
  if (made) run('umount', folder)
  rmSync(folder, { recursive: true })
  return made
})()

export interface SmallDisk {
  readonly folder: string
  /** Leaves no room at all, or so many bytes. */
  fill(leaveBytes?: number): void
  /** Takes away what `fill` has put there. */
  free(): void
  setReadOnly(): void
}

/** Gone when the test is over, whatever still has files open on it. */
export function smallDisk(megabytes: number): SmallDisk {
  const folder = newFolder()
  const filler = join(folder, 'filler')
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'comptoir', folder)
  onTestFinished(() => {
    run('umount', '--lazy', folder)
    rmSync(folder, { recursive: true })
  })
  return {
    folder,
    fill(leaveBytes = 0) {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize - leaveBytes))
    },
    free: () => rmSync(filler),
    setReadOnly: () => void run('mount', '-o', 'remount,ro', folder),
  }
}
