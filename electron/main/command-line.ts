/**
 * The switches that would open the counter from outside. The fuses close Node's own (`--inspect`, NODE_OPTIONS,
 * ELECTRON_RUN_AS_NODE); these are Chromium's, which no fuse closes: a packaged counter does not start with them.
 */

const openingSwitches: ReadonlySet<string> = new Set([
  // Whoever connects there presses every button of the page, and reads all that it shows.
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'auto-open-devtools-for-tabs',
  // Code that is not ours, in our pages or in the processes that show them.
  'load-extension',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  // Less than web-preferences.ts asks for.
  'disable-web-security',
  'allow-running-insecure-content',
  'disable-site-isolation-trials',
])

/** The first such switch of a command line, as it was written; undefined where there is none. None is refused in development. */
export function findOpeningSwitch(argv: readonly string[], isPackaged: boolean): string | undefined {
  if (!isPackaged) return undefined
  return argv.find((argument) => openingSwitches.has(switchName(argument)))
}

/** Chromium takes one dash, two, and on Windows a slash, in any letters. */
const switchName = (argument: string) => /^(?:--?|\/)([^=]+)/.exec(argument)?.[1]?.toLowerCase().trim() ?? ''
