/** What of this process may be in a picture that the system takes of it at a crash: keys and codes are in its memory. */
import { writeFileSync } from 'node:fs'

/** core(5): which kinds of memory a dump holds. None of them. */
const NO_MEMORY = '0'

/**
 * Keeps memory out of dumps of this process and of all that it starts from here on, to whatever a dump is handed. Linux alone: what
 * Windows has instead is below, and macOS has no such switch for a program without its own native code.
 */
export function keepMemoryOutOfDumps(platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'linux') return
  try {
    writeFileSync('/proc/self/coredump_filter', NO_MEMORY)
  } catch {
    // A kernel without dumps has no such file.
  }
}

/** werapi.h: reports of a fault hold nothing of the heap. */
const WER_FAULT_REPORTING_FLAG_NOHEAP = 1

interface SystemLibrary {
  func(prototype: string): (flags: number) => unknown
}

async function loadLibrary(name: string): Promise<SystemLibrary> {
  const { default: koffi } = await import('koffi')
  return koffi.load(name)
}

/**
 * Has Windows leave the heap of this process, where keys and codes are, out of its error reports; what it starts is not covered, nor
 * what the machine's owner has set to be kept of every program. Nothing on the other systems. Never rejects.
 */
export async function keepHeapOutOfReports(
  platform: NodeJS.Platform = process.platform,
  load: (name: string) => Promise<SystemLibrary> = loadLibrary,
): Promise<void> {
  if (platform !== 'win32') return
  try {
    const kernel = await load('kernel32.dll')
    kernel.func('int32_t __stdcall WerSetFlags(uint32_t flags)')(WER_FAULT_REPORTING_FLAG_NOHEAP)
  } catch {
    // The counter sells all the same; the threat model says what is left.
  }
}
