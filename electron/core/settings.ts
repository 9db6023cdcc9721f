/**
 * The shop's settings, in `<dataDir>/settings.json`. Owns the file. Invariants: it is replaced whole; of a file that is wrong
 * a copy is kept under another name before it is replaced; one that cannot be kept, or that a newer version of the
 * product has made, is not written over at all. The shop is warned of each. Where what a person said of the key cannot
 * be read, it may be shared.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Notice } from '#shared/notices.ts'
import { rollWidthOf } from '#shared/printing.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { defaultSettings, type Settings, settingsSchema } from '#shared/views.ts'
import { codeOf, keepCopy, setAside, writeDurably } from './durable-file.ts'
import type { FileProblem } from './json-file.ts'
import type { Log } from './ports.ts'
import { type Marks, readSettings, textOfSettings } from './settings-text.ts'

/** What the shop has to know of its settings file; `notice.<name>` in the locales has the words. */
export type SettingsNotice = Extract<Notice, `settings-${string}`>

export interface SettingsFile {
  read(): Settings
  /** What the shop has to know of the file, over all starts, until settings are changed. */
  notice(): SettingsNotice | undefined
  /**
   * Replaces the given settings and writes the file. On an error memory keeps the old ones; the disk has the old or the new.
   * The error is the system's code, or the notice of a file that is not written over.
   */
  update(change: CommandInput<'settings.update'>): Result<Settings, string>
  /**
   * The account was found to be used by others too. No setting is changed: what a person says of the key stays theirs. Holds
   * from now on, whatever the disk says, and is reported until a person has saved settings.
   */
  noteSharedKey(evidence: object): void
  /** Whether others may use the key: a person said so, or the counter has found it. */
  mayBeShared(): boolean
  /** The text of a settings file that holds the settings as they are. */
  exportText(): string
  /** What such a text would make of the settings; nothing is changed. The error names what is wrong with it first. */
  readText(text: string): Result<Settings, FileProblem>
}

interface Opened {
  readonly settings: Settings
  readonly keyFoundShared?: Marks['keyFoundShared']
  readonly notice?: SettingsNotice
}

/**
 * Reads the settings: the defaults where there is no file, or where it cannot be used. Never throws.
 * `onChange` is given each change.
 */
export function openSettings(
  dataDir: string,
  log: Log,
  onChange: (settings: Settings) => void = () => {},
): SettingsFile {
  const path = join(dataDir, 'settings.json')
  const loaded = load(path, log)
  let { notice, keyFoundShared } = loaded
  let current = withOneWidth(loaded.settings)

  function update(change: CommandInput<'settings.update'>): Result<Settings, string> {
    if (isLeftAlone(notice)) return err(notice)
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    const next = withOneWidth(settingsSchema.parse({ ...current, ...Object.fromEntries(given) }))
    const known = keyFoundShared === undefined || keyFoundShared === 'unread' ? undefined : 'known'
    try {
      writeDurably(path, textOfSettings(next, { keyFoundShared: known }))
    } catch (fault) {
      log.write('error', 'settings not saved', { fault: String(fault) })
      return err(codeOf(fault) ?? 'not-written')
    }
    current = next
    keyFoundShared = known
    notice = undefined
    onChange(current)
    return ok(current)
  }

  const mayBeShared = () => current.sharedKey || keyFoundShared !== undefined

  function noteSharedKey(evidence: object): void {
    if (mayBeShared()) return
    log.write('warn', 'the key is used by others as well', { ...evidence })
    keyFoundShared = 'asks'
    if (isLeftAlone(notice)) return
    notice = 'settings-key-shared'
    try {
      writeDurably(path, textOfSettings(current, { keyFoundShared }))
    } catch (fault) {
      log.write('error', 'settings not saved', { fault: String(fault) })
    }
    onChange(current)
  }

  return {
    read: () => current,
    notice: () => notice,
    update,
    noteSharedKey,
    mayBeShared,
    exportText: () => textOfSettings(current),
    readText(text) {
      const { settings, problem } = readSettings(text, current)
      return problem === undefined ? ok(settings) : err(problem)
    },
  }
}

/** Nothing is written over such a file. */
const isLeftAlone = (notice: SettingsNotice | undefined) =>
  notice === 'settings-newer' || notice === 'settings-unreadable'

/** A slip is shown as wide as it is printed: where a roll is set, no file and no command makes the two differ. */
function withOneWidth(settings: Settings): Settings {
  const widthMm = rollWidthOf(settings.printer)
  return widthMm === undefined ? settings : { ...settings, slip: { ...settings.slip, widthMm } }
}

/** What stands in the place of settings of which nothing can be read. */
const unread = { settings: defaultSettings, keyFoundShared: 'unread' } as const

function load(path: string, log: Log): Opened {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (fault) {
    const code = codeOf(fault)
    if (code === 'ENOENT') return { settings: defaultSettings }
    if (code === 'EISDIR') return mend(path, log, unread, { problem: 'a folder' }, setAside)
    log.write('error', 'the settings file cannot be read', { fault: String(fault) })
    return { ...unread, notice: 'settings-unreadable' }
  }
  const { settings, problem, isMended, isNewer, keyFoundShared } = readSettings(text)
  if (problem === undefined) {
    if (isMended) return { settings, keyFoundShared, notice: 'settings-set-aside' }
    return { settings, keyFoundShared, ...(keyFoundShared === 'asks' && { notice: 'settings-key-shared' }) }
  }
  if (!isNewer) return mend(path, log, { settings, keyFoundShared }, problem, keepCopy)
  log.write('error', 'the settings file is of a newer version and is left alone', { ...problem })
  return { settings, keyFoundShared, notice: 'settings-newer' }
}

const brokenName = (number: number): string => `settings.broken-${number}.json`

/**
 * Keeps what is wrong under another name, and puts what could be read of it in its place. A folder there is none of ours:
 * it is moved aside with all that is in it.
 */
function mend(
  path: string,
  log: Log,
  opened: Pick<Opened, 'settings' | 'keyFoundShared'>,
  problem: FileProblem | { readonly problem: string },
  keep: typeof keepCopy,
): Opened {
  try {
    const keptAs = keep(path, brokenName)
    log.write('warn', 'settings file set aside, what is wrong in it is not used', { ...problem, keptAs })
  } catch (fault) {
    log.write('error', 'settings file is broken and cannot be set aside', {
      ...problem,
      fault: String(fault),
    })
    return { ...opened, notice: 'settings-unreadable' }
  }
  const { settings, keyFoundShared } = opened
  try {
    writeDurably(path, textOfSettings(settings, { mended: true, keyFoundShared }))
  } catch (fault) {
    log.write('error', 'settings not saved', { fault: String(fault) })
  }
  return { ...opened, notice: 'settings-set-aside' }
}
