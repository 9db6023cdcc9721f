/**
 * What is known of versions, and what follows from it for this machine. Owns what is kept of that over restarts, in
 * `<dataDir>/updates/known.json`, which may be lost: the next look brings it back.
 */
import type { KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { timeMsSchema } from '#shared/dates.ts'
import type { UpdateProblem } from '#shared/updates.ts'
import { writeDurably } from '../durable-file.ts'
import { readJsonFile } from '../json-file.ts'
import type { Clock, Log, Random } from '../ports.ts'
import { type Judgement, judge, nothingKnown, readVersionFile, type VersionFile } from './version-file.ts'

export interface KnownVersions {
  judged(): Judgement
  /** Null before the first genuine version file. */
  lookedAtMs(): number | null
  /** Answers what is wrong with the text of a version file, and keeps it where nothing is. */
  learn(text: string): UpdateProblem | undefined
  /** This version could not take over a journal here: one that was here before does not install it again by itself. */
  noteFailed(): void
}

interface KnownVersionsOptions {
  readonly folder: string
  /** Whose signatures are trusted. */
  readonly keys: readonly KeyObject[]
  /** The one that runs. */
  readonly version: string
  readonly target: string
  readonly clock: Clock
  readonly log: Log
  readonly random: Random
}

const MAX_FAILED = 100

export function openKnownVersions(options: KnownVersionsOptions): KnownVersions {
  const { folder, keys, version, target, clock, log, random } = options
  let known = readKnown(folder, random.newId)
  let versions = known.versionFile === null ? undefined : readVersionFile(known.versionFile, keys)

  function judged(): Judgement {
    const machine = { version, machineId: known.machineId, target, failed: known.failed }
    return versions ? judge(versions, machine, clock.nowMs()) : nothingKnown
  }

  function logVersions({ number, latest, percent }: VersionFile): void {
    const { isWithdrawn } = judged()
    log.write('info', 'versions', { number, latest, percent, isWithdrawn })
  }

  return {
    judged,
    lookedAtMs: () => known.lookedAtMs,
    learn(text) {
      const read = readVersionFile(text, keys)
      if (read === undefined) return 'not-genuine'
      if (versions !== undefined && read.number < versions.number) return 'older'
      if (read.number !== versions?.number) logVersions(read)
      versions = read
      known = { ...known, lookedAtMs: clock.nowMs(), versionFile: text }
      keepKnown(folder, known, log)
      return undefined
    },
    noteFailed() {
      if (known.failed.includes(version)) return
      known = { ...known, failed: [...known.failed, version].slice(-MAX_FAILED) }
      keepKnown(folder, known, log)
    },
  }
}

const knownSchema = z.object({
  /** Drawn once, and sent to nobody: by it a machine has its turn when a version goes out by and by. */
  machineId: z.string().min(1).max(100),
  lookedAtMs: timeMsSchema.nullable(),
  /** The last version file that was genuine, with its signature: it is read again as it was read first. */
  versionFile: z.string().nullable(),
  /** Versions that could not take over a journal here: none of them is installed by itself again. */
  failed: z.array(z.string().max(100)).max(100).default([]),
})
type Known = z.infer<typeof knownSchema>

const pathIn = (folder: string) => join(folder, 'known.json')

function readKnown(folder: string, newId: () => string): Known {
  try {
    const read = readJsonFile(readFileSync(pathIn(folder), 'utf8'), knownSchema)
    if (read.ok) return read.value
  } catch {
    // There is none yet, or none that can be read.
  }
  return { machineId: newId(), lookedAtMs: null, versionFile: null, failed: [] }
}

function keepKnown(folder: string, known: Known, log: Log): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeDurably(pathIn(folder), `${JSON.stringify(known)}\n`)
  } catch (fault) {
    log.write('warn', 'what is known of versions could not be kept', { fault: String(fault) })
  }
}
