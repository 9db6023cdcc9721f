/** What is kept of versions over restarts, in `<dataDir>/updates/known.json`, which may be lost: the next look brings it back. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { timeMsSchema } from '#shared/time.ts'
import { writeDurably } from '../durable-file.ts'
import { readJsonFile } from '../json-file.ts'
import type { Log } from '../ports.ts'

const knownSchema = z.object({
  /** Drawn once, and told to nobody: by it a machine has its turn when a version goes out by and by. */
  machineId: z.string().min(1).max(100),
  lookedAtMs: timeMsSchema.nullable(),
  /** The last version file that was genuine, with its signature: it is read again as it was read first. */
  versionFile: z.string().nullable(),
  /** Versions that could not take over a journal here: none of them is installed by itself again. */
  failed: z.array(z.string().max(100)).max(100).default([]),
})
export type Known = z.infer<typeof knownSchema>

const pathIn = (folder: string) => join(folder, 'known.json')

export function readKnown(folder: string, newId: () => string): Known {
  try {
    const read = readJsonFile(readFileSync(pathIn(folder), 'utf8'), knownSchema)
    if (read.ok) return read.value
  } catch {
    // There is none yet, or none that can be read.
  }
  return { machineId: newId(), lookedAtMs: null, versionFile: null, failed: [] }
}

export function keepKnown(folder: string, known: Known, log: Log): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeDurably(pathIn(folder), `${JSON.stringify(known)}\n`)
  } catch (fault) {
    log.write('warn', 'what is known of versions could not be kept', { fault: String(fault) })
  }
}
