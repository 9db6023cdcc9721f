/**
 * The shop's settings, in `<dataDir>/settings.json`. Owns the file: it is replaced whole (temporary file, fsync, rename)
 * and what cannot be read is set aside under another name, never overwritten.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { type Settings, settingsSchema } from '#shared/views.ts'
import type { Log } from './ports.ts'

export const defaultSettings: Settings = {
  locale: 'fr',
  theme: 'system',
  slip: { language: 'fr', widthMm: 80 },
  shopName: '',
}

/** Set-aside files are kept up to this number; the next broken file replaces the last of them. */
const MAX_BROKEN_FILES = 100

export interface SettingsFile {
  read(): Settings
  /** Replaces the given settings and writes the file. On an error the disk and memory keep the old ones. */
  update(change: CommandInput<'settings.update'>): Result<Settings, string>
}

/** Reads the settings, or the defaults where there is no usable file. Never throws. */
export function openSettings(dataDir: string, log: Log): SettingsFile {
  const path = join(dataDir, 'settings.json')
  let current = load(path, log)
  return {
    read: () => current,
    update(change) {
      const given = Object.entries(change).filter(([, value]) => value !== undefined)
      const next = settingsSchema.parse({ ...current, ...Object.fromEntries(given) })
      try {
        writeWhole(path, `${JSON.stringify(next, null, 2)}\n`)
      } catch (fault) {
        log.write('error', 'settings not saved', { fault: String(fault) })
        return err(fault instanceof Error && 'code' in fault ? String(fault.code) : 'not-written')
      }
      current = next
      return ok(current)
    },
  }
}

function load(path: string, log: Log): Settings {
  if (!existsSync(path)) return defaultSettings
  try {
    return settingsSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (fault) {
    setAside(path, log, String(fault))
    return defaultSettings
  }
}

function setAside(path: string, log: Log, fault: string): void {
  const nameFor = (n: number) => path.replace(/\.json$/, `.broken-${n}.json`)
  let n = 1
  while (n < MAX_BROKEN_FILES && existsSync(nameFor(n))) n += 1
  try {
    renameSync(path, nameFor(n))
    log.write('warn', 'settings file set aside, defaults used', { fault, number: n })
  } catch (renameFault) {
    log.write('error', 'settings file is broken and cannot be set aside', { fault, why: String(renameFault) })
  }
}

function writeWhole(path: string, text: string): void {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w')
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
}
