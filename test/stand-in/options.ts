/** What the stand-in's command line and the machine say about how to run. */

export interface StandInOptions {
  readonly headless: boolean
  /** Where a picture of the first window is written once it has come to rest. */
  readonly picturePath: string | undefined
  /** What the shell has added to Chromium's command line so far. */
  readonly switches: string[]
  /** By which ways a page's WebRTC may send, as the shell has it; Chromium has one for all pages. */
  webRtcPolicy: string
}

/** Headless where asked for, and where the machine has no display to show a window on. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StandInOptions {
  const { DISPLAY, WAYLAND_DISPLAY } = env
  const pictureAt = args.indexOf('--picture')
  const hasDisplay = process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY)
  return {
    headless: args.includes('--headless') || !hasDisplay,
    switches: [],
    webRtcPolicy: 'default',
    picturePath: pictureAt < 0 ? undefined : args[pictureAt + 1],
  }
}

/** The arguments that are the counter's and not the stand-in's. */
export const withoutOwn = (args: readonly string[]): readonly string[] =>
  args.filter((arg, at) => !['--headless', '--picture'].includes(arg) && args[at - 1] !== '--picture')
