/** What the command line asks for instead of a counter: read here as data, done in run-command.ts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '#core/settings-text.ts'
import ar from '#shared/locales/console/ar.json' with { type: 'json' }
import en from '#shared/locales/console/en.json' with { type: 'json' }
import fr from '#shared/locales/console/fr.json' with { type: 'json' }
import { defaultSettings, type Locale, locales } from '#shared/views.ts'

export type Command =
  | { readonly kind: 'open' }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'reset-training' }
  | { readonly kind: 'verify-journal'; readonly path: string; readonly publicKey?: string }
  | {
      readonly kind: 'export'
      readonly what: (typeof whats)[number]
      readonly path: string
      readonly account: string | undefined
    }
  /** What cannot be understood; the words are in the locales under `wrong.<why>`. */
  | { readonly kind: 'wrong'; readonly why: WrongCommand; readonly about: string }

type WrongCommand = keyof ConsoleTexts['wrong']

const whats = ['journal', 'csv', 'xlsx'] as const

export const exitCodes = { done: 0, notDone: 1, wrong: 2, inUse: 3 } as const

/** The arguments behind the program's own path, and behind the app's folder in development. */
export const argumentsOf = (argv: readonly string[], isPackaged: boolean): readonly string[] =>
  argv.slice(isPackaged ? 1 : 2)

/** The first command there is; what stands before it are switches for the counter's looks, and in development anything. */
export function readCommand(
  args: readonly string[],
  isPackaged: boolean,
  place: StartPlace = ownPlace,
): Command {
  const at = args.findIndex((arg) => Object.hasOwn(readers, arg))
  const read = readers[args[at] ?? '']
  if (read === undefined) return { kind: 'open' }
  const misplaced = findMisplaced(args.slice(0, at), isPackaged, place)
  return misplaced === undefined ? read(args.slice(at + 1)) : wrong('before-command', misplaced)
}

type Read = (more: readonly string[]) => Command

const wrong = (why: WrongCommand, about = ''): Command => ({ kind: 'wrong', why, about })
const alone =
  (kind: 'help' | 'version' | 'reset-training'): Read =>
  (more) =>
    more.length === 0 ? { kind } : wrong('nothing-behind', `--${kind}`)

const readers: Readonly<Record<string, Read>> = {
  '--help': alone('help'),
  '--version': alone('version'),
  '--reset-training': alone('reset-training'),
  '--verify-journal': ([path, publicKey, ...more]) => {
    if (path === undefined || more.length > 0) return wrong('one-file')
    return { kind: 'verify-journal', path, ...(publicKey !== undefined && { publicKey }) }
  },
  '--export': ([named, path, option, account, ...more]) => {
    const what = whats.find((one) => one === named)
    if (what === undefined || path === undefined) return wrong('export-what', whats.join(', '))
    if (option === undefined) return { kind: 'export', what, path, account: undefined }
    if (option !== '--account' || account === undefined || more.length > 0) return wrong('export-account')
    return { kind: 'export', what, path, account }
  },
}

// The command line of a packaged counter: a short list of switches that only change how it looks on this machine. With any
// other it does not start, since Chromium knows hundreds that drive its page, load code into its processes or loosen its
// rules, and each version brings more. The fuses close Node's own besides.

const allowedSwitches: ReadonlySet<string> = new Set([
  'lang',
  // For screens and drivers that show nothing otherwise.
  'disable-gpu',
  'force-device-scale-factor',
  'ozone-platform',
  'ozone-platform-hint',
  // For readers of the screen.
  'force-renderer-accessibility',
])

/** With this Windows starts a program for a notification of its that was pressed after it had ended. */
const notificationSwitch = 'embedding'

/** With this the installer of Windows opens the counter again after it has put a newer version in its place. */
const updatedSwitch = 'updated'

/** With this an AppImage starts itself where Linux forbids user namespaces, see electron-security.md, row 4. */
const appImageSwitch = 'no-sandbox'

/** What decides which switches a packaged counter takes: the system, and whether it runs out of an AppImage. */
export interface StartPlace {
  readonly platform: NodeJS.Platform
  readonly isAppImage: boolean
}

/** An AppImage passes the place of its own file to what it starts. */
const ownPlace: StartPlace = { platform: process.platform, isAppImage: Boolean(process.env['APPIMAGE']) }

/**
 * The first switch of a command line that a packaged counter does not start with, as it was written; undefined where there
 * is none. The program's own path comes first and is none. None is refused in development.
 */
export function findRefusedSwitch(
  argv: readonly string[],
  isPackaged: boolean,
  place: StartPlace = ownPlace,
): string | undefined {
  if (!isPackaged) return undefined
  return argv.slice(1).find((argument) => isSwitch(argument, place) && !isAllowed(argument, place))
}

/** The first argument before a command that is not one of those switches: nothing else stands there. None is refused in development. */
function findMisplaced(
  before: readonly string[],
  isPackaged: boolean,
  place: StartPlace,
): string | undefined {
  if (!isPackaged) return undefined
  return before.find((argument) => !isSwitch(argument, place) || !isAllowed(argument, place))
}

const isSwitch = (argument: string, { platform }: StartPlace) =>
  (platform === 'win32' ? /^[-/]/ : /^-/).test(argument.trim())

function isAllowed(argument: string, { platform, isAppImage }: StartPlace): boolean {
  const name = switchName(argument)
  if (allowedSwitches.has(name)) return true
  if (platform === 'linux') return isAppImage && name === appImageSwitch
  return platform === 'win32' && (name === notificationSwitch || name === updatedSwitch)
}

/** Chromium takes one dash, two, and on Windows a slash, in any letters. */
const switchName = (argument: string) => /^(?:--?|\/)([^=]+)/.exec(argument.trim())?.[1]?.toLowerCase() ?? ''

// What the command line says, in the shop's language, or the system's where no shop has chosen one.

/** French is the reference: a word that another lacks is a compile error. */
export type ConsoleTexts = typeof fr
const textsIn: Readonly<Record<Locale, ConsoleTexts>> = { fr, ar, en }

export const textsOf = (locale: Locale): ConsoleTexts => textsIn[locale]

/** Changes nothing: a settings file that is wrong stays as it is, and what can be read of it counts. */
export function consoleLocale(
  dataDir: string,
  system = new Intl.DateTimeFormat().resolvedOptions().locale,
): Locale {
  const ofSystem = locales.find((locale) => system.toLowerCase().startsWith(locale)) ?? defaultSettings.locale
  try {
    const text = readFileSync(join(dataDir, 'settings.json'), 'utf8')
    return readSettings(text, { ...defaultSettings, locale: ofSystem }).settings.locale
  } catch {
    return ofSystem
  }
}

/** Puts values into a text by their names. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
