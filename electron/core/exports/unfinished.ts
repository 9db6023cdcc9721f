/**
 * Which files of exports may lie unfinished, wherever a person wanted them: noted before the first byte, forgotten with the
 * last. Owns `unfinished-exports.json` in the data folder. Invariant: only files with our own ending are ever removed.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import * as z from 'zod'
import { removeFile, writeDurably } from '../durable-file.ts'
import { codeOf } from '../error-code.ts'
import { readJsonFile } from '../json-file.ts'
import type { Log } from '../ports.ts'

export const UNFINISHED_ENDING = '.comptoir-unfinished'

/** Of drives that were not there when it was looked for them; the oldest are forgotten. */
const MAX_PATHS = 50

const fileSchema = z.strictObject({
  version: z.literal(1),
  paths: z.array(z.string().endsWith(UNFINISHED_ENDING).refine(isAbsolute)).max(MAX_PATHS),
})

export interface Unfinished {
  /** Throws the system's error: what cannot be noted is not begun. */
  note(path: string): Promise<void>
  forget(path: string): Promise<void>
  /** Removes what was left by a process that died. Never rejects: what cannot be removed now is tried the next time. */
  sweep(): Promise<void>
}

export function openUnfinished(dataDir: string, log: Log): Unfinished {
  const file = join(dataDir, 'unfinished-exports.json')

  async function read(): Promise<readonly string[]> {
    const text = await readFile(file, 'utf8').catch((fault: unknown) => {
      if (codeOf(fault) === 'ENOENT') return ''
      throw fault
    })
    const told = readJsonFile(text || '{"version":1,"paths":[]}', fileSchema)
    if (!told.ok) log.write('warn', 'the list of unfinished exports cannot be used', { ...told.error })
    return told.ok ? told.value.paths : []
  }

  function write(paths: readonly string[]): void {
    if (paths.length === 0) removeFile(file)
    else writeDurably(file, JSON.stringify({ version: 1, paths: paths.slice(-MAX_PATHS) }))
  }

  return {
    note: async (path) => write([...(await read()).filter((one) => one !== path), path]),
    forget: async (path) => write((await read()).filter((one) => one !== path)),
    async sweep() {
      try {
        const paths = await read()
        if (paths.length > 0) write(paths.filter((path) => !isRemoved(path, log)))
      } catch (fault) {
        log.write('warn', 'unfinished exports cannot be looked for', { fault: String(fault) })
      }
    },
  }
}

/** A folder that is not there may be a drive that is put in again. */
function isRemoved(path: string, log: Log): boolean {
  try {
    removeFile(path)
    return existsSync(dirname(path))
  } catch (fault) {
    log.write('warn', 'an unfinished export cannot be removed', { fault: String(fault) })
    return false
  }
}
