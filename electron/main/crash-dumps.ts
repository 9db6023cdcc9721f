/** What of this process may be in a picture that the system takes of it at a crash: keys and codes are in its memory. */
import { writeFileSync } from 'node:fs'

/** core(5): which kinds of memory a dump holds. None of them. */
const NO_MEMORY = '0'

/**
 * Keeps memory out of dumps of this process and of all that it starts from here on, to whatever a dump is handed. Linux alone: the
 * others have no such switch for a program without its own native code.
 */
export function keepMemoryOutOfDumps(platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'linux') return
  try {
    writeFileSync('/proc/self/coredump_filter', NO_MEMORY)
  } catch {
    // A kernel without dumps has no such file.
  }
}
