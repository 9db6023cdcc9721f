/**
 * The command line of a packaged counter: a short list of switches that only change how it looks on this machine. With any
 * other it does not start, since Chromium knows hundreds that drive its page, load code into its processes or loosen its
 * rules, and each version brings more. The fuses close Node's own besides.
 */

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

/**
 * The first switch of a command line that a packaged counter does not start with, as it was written; undefined where there
 * is none. The program's own path comes first and is none. None is refused in development.
 */
export function findRefusedSwitch(
  argv: readonly string[],
  isPackaged: boolean,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (!isPackaged) return undefined
  return argv.slice(1).find((argument) => isSwitch(argument, platform) && !isAllowed(argument, platform))
}

/** The first argument before a command that is not one of those switches: nothing else stands there. None is refused in development. */
export function findMisplaced(
  before: readonly string[],
  isPackaged: boolean,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (!isPackaged) return undefined
  return before.find((argument) => !isSwitch(argument, platform) || !isAllowed(argument, platform))
}

const isSwitch = (argument: string, platform: NodeJS.Platform) =>
  (platform === 'win32' ? /^[-/]/ : /^-/).test(argument.trim())

function isAllowed(argument: string, platform: NodeJS.Platform): boolean {
  const name = switchName(argument)
  if (allowedSwitches.has(name)) return true
  if (platform === 'linux') return name === appImageSwitch
  return platform === 'win32' && (name === notificationSwitch || name === updatedSwitch)
}

/** Chromium takes one dash, two, and on Windows a slash, in any letters. */
const switchName = (argument: string) => /^(?:--?|\/)([^=]+)/.exec(argument.trim())?.[1]?.toLowerCase() ?? ''
