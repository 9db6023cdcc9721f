/** What follows from a version file for the version that runs. Pure: file, version, machine and time in, a judgement out. */
import { createHash } from 'node:crypto'
import type { UpdateFile, VersionFile } from './version-file.ts'

/** A newer version that everybody may have for so long should be on this machine. */
const OLD_AFTER_MS = 7 * 86_400_000
const PERCENT = 100

export interface Judgement {
  /** The newest version, where it is newer than this one and not withdrawn. */
  readonly newer: string | undefined
  /** It could not take over a journal here. */
  readonly hasFailed: boolean
  /** A newer one has been there for everybody for some time. */
  readonly isOld: boolean
  readonly isWithdrawn: boolean
  /** What this machine is to fetch and install by itself. */
  readonly wanted: { readonly version: string; readonly file: UpdateFile } | undefined
}

export const nothingKnown: Judgement = {
  newer: undefined,
  hasFailed: false,
  isOld: false,
  isWithdrawn: false,
  wanted: undefined,
}

export interface Machine {
  /** The version that runs. */
  readonly version: string
  /** Its name, drawn once. */
  readonly machineId: string
  /** System and processor, such as `win32-x64`. */
  readonly target: string
  /** Versions that could not take over a journal here. */
  readonly failed: readonly string[]
}

export function judge(file: VersionFile, machine: Machine, nowMs: number): Judgement {
  const { version, machineId, target, failed } = machine
  const { latest, withdrawn, percent } = file
  const isWithdrawn = withdrawn.includes(version)
  const isNewer = isNewerThan(latest, version) && !withdrawn.includes(latest)
  if (!isNewer) return { ...nothingKnown, isWithdrawn }
  const isOld = percent === PERCENT && nowMs - file.releasedAtMs >= OLD_AFTER_MS
  // Who runs a version that was taken back does not wait for its turn.
  const isItsTurn = isWithdrawn || drawOf(machineId, latest) < percent
  const hasFailed = failed.includes(latest)
  const found = isItsTurn && !hasFailed && Object.hasOwn(file.files, target) ? file.files[target] : undefined
  return { newer: latest, hasFailed, isOld, isWithdrawn, wanted: found && { version: latest, file: found } }
}

/** By their three numbers; what is no such version is older than any. */
export function isNewerThan(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)]
  const place = one.findIndex((number, at) => number !== other[at])
  return place !== -1 && (one[place] ?? 0) > (other[place] ?? 0)
}

const numbersOf = (version: string): readonly number[] => {
  const numbers = version.split('.').map(Number)
  return numbers.length === 3 && numbers.every(Number.isSafeInteger) ? numbers : [-1, -1, -1]
}

/** From 0 to 100, 100 excluded: the same each time for a machine, and another for each version. */
export function drawOf(machineId: string, version: string): number {
  const bytes = createHash('sha256').update(`${machineId} ${version}`).digest()
  return (bytes.readUInt32BE(0) / 2 ** 32) * PERCENT
}
