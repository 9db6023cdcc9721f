/**
 * The version that is wanted is brought here and handed to the installer. Owns the folder of the files: nothing stays in it
 * that is not wanted any more.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { UpdateProblem } from '#shared/updates.ts'
import type { FetchedUpdate, Log, UpdateInstaller } from '../ports.ts'
import type { KnownVersions } from './known-versions.ts'
import type { UpdateLine } from './update-line.ts'

export interface Fetching {
  /** The version that is wanted now is here, and the installer has taken it. */
  isReady(): boolean
  /** Brings what is wanted and is not here; answers why that failed. */
  bring(at: UpdateLine): Promise<UpdateProblem | undefined>
}

interface FetchingOptions {
  readonly known: KnownVersions
  readonly installer: UpdateInstaller | undefined
  /** The folder of the files; nothing else is in it. */
  readonly files: string
  readonly signal: AbortSignal
  readonly log: Log
  /** Resolves when the line is free of what is more urgent. */
  calm(): Promise<void>
}

export function createFetching({ known, installer, files, signal, log, calm }: FetchingOptions): Fetching {
  let readyHash: string | undefined
  const isReady = () => readyHash !== undefined && known.judged().wanted?.file.sha512 === readyHash

  async function hand(to: UpdateInstaller, update: FetchedUpdate): Promise<UpdateProblem | undefined> {
    const { version, file } = update
    const taken = await to.take(update)
    if (taken.ok) {
      readyHash = file.sha512
      log.write('info', 'a newer version is ready', { version })
      return undefined
    }
    log.write('warn', 'the system does not take a newer version', { version, fault: taken.error })
    return 'not-taken'
  }

  return {
    isReady,
    async bring(at) {
      const { wanted } = known.judged()
      if (installer === undefined || isReady()) return undefined
      // What was ready is swept away as well: it is fetched again where it is wanted again.
      readyHash = undefined
      sweep(files, wanted === undefined ? [] : [wanted.file.name, `${wanted.file.name}.part`], log)
      if (wanted === undefined) return undefined
      const { version, file } = wanted
      const brought = await at.bring({ file, folder: files, signal, calm })
      if (signal.aborted) return undefined
      if (brought.ok) return hand(installer, { version, file, path: brought.value })
      log.write('warn', 'a newer version is not here', { version, problem: brought.error })
      return brought.error
    },
  }
}

function sweep(files: string, wanted: readonly string[], log: Log): void {
  try {
    mkdirSync(files, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(files).filter((one) => !wanted.includes(one)))
      rmSync(join(files, name), { recursive: true, force: true })
  } catch (fault) {
    log.write('warn', 'what is left of versions could not be removed', { fault: String(fault) })
  }
}
