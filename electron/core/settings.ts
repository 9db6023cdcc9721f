/**
 * The shop's settings, in `<dataDir>/settings.json`. Owns the file: it is replaced whole, and what cannot be read is set
 * aside under another name, never overwritten.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { type Settings, settingsSchema } from '#shared/views.ts'
import { setAside, writeDurably } from './durable-file.ts'
import { codeOf } from './error-code.ts'
import type { Log } from './ports.ts'

export const defaultSettings: Settings = {
  locale: 'fr',
  theme: 'system',
  slip: { language: 'fr', widthMm: 80 },
  shopName: '',
  sharedKey: false,
}

/** What a file of an earlier version cannot hold. */
const addedSince: Partial<Settings> = { sharedKey: defaultSettings.sharedKey }

export interface SettingsFile {
  read(): Settings
  /** Replaces the given settings and writes the file. On an error memory keeps the old ones; the disk has the old or the new. */
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
        writeDurably(path, `${JSON.stringify(next, null, 2)}\n`)
      } catch (fault) {
        log.write('error', 'settings not saved', { fault: String(fault) })
        return err(codeOf(fault) ?? 'not-written')
      }
      current = next
      return ok(current)
    },
  }
}

function load(path: string, log: Log): Settings {
  if (!existsSync(path)) return defaultSettings
  try {
    const written: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return settingsSchema.parse(isObject(written) ? { ...addedSince, ...written } : written)
  } catch (fault) {
    keepAside(path, log, String(fault))
    return defaultSettings
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function keepAside(path: string, log: Log, fault: string): void {
  try {
    const keptAs = setAside(path, (number) => `settings.broken-${number}.json`)
    log.write('warn', 'settings file set aside, defaults used', { fault, keptAs })
  } catch (why) {
    log.write('error', 'settings file is broken and cannot be set aside', { fault, why: String(why) })
  }
}
