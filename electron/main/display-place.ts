/** Where the customer's display goes and how it looks there, as rules alone: display-host.ts applies them. */
import type { BrowserWindowConstructorOptions } from 'electron'
import type { DisplayPlace } from '#shared/views.ts'

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface SystemScreen {
  readonly id: number
  readonly bounds: Rectangle
}

/** Nowhere; the whole of one screen; or a window of its own, which people move. */
export type PlaceOnScreens =
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'full-screen'; readonly screenId: number; readonly bounds: Rectangle }
  | { readonly kind: 'window' }

/**
 * Full on the first screen that the counter is not on; nowhere while there is none: it would cover the counter. Where no
 * program places its windows it is a window, which a person moves to the other screen.
 */
export function placeDisplay(
  place: DisplayPlace,
  screens: readonly SystemScreen[],
  counterScreenId: number,
  placesWindows = true,
): PlaceOnScreens {
  if (place === 'off') return { kind: 'nowhere' }
  if (place === 'window') return { kind: 'window' }
  if (!placesWindows) return { kind: screens.length > 1 ? 'window' : 'nowhere' }
  const other = screens.find(({ id }) => id !== counterScreenId)
  return other ? { kind: 'full-screen', screenId: other.id, bounds: other.bounds } : { kind: 'nowhere' }
}

export const isSamePlace = (one: PlaceOnScreens, other: PlaceOnScreens): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Whether a program may say where its windows are. Wayland allows it to none, and reports no place either; `ozonePlatform`
 * is the switch that chooses, and without it Electron goes by the session.
 */
export function placesWindows(
  platform: NodeJS.Platform,
  { XDG_SESSION_TYPE: session }: Readonly<Record<string, string | undefined>>,
  ozonePlatform: string,
): boolean {
  if (platform !== 'linux') return true
  return ozonePlatform === '' || ozonePlatform === 'auto'
    ? session !== 'wayland'
    : ozonePlatform !== 'wayland'
}

export type DisplayLooks = Pick<
  BrowserWindowConstructorOptions,
  | keyof Rectangle
  | 'minWidth'
  | 'minHeight'
  | 'frame'
  | 'fullscreen'
  | 'simpleFullscreen'
  | 'focusable'
  | 'skipTaskbar'
>

/**
 * A window that people move, or the whole of a screen. A touch on a screen that cannot be focused takes no key away from the
 * cashier; X11 makes no such window full-screen, and without a frame its bounds are the screen's all the same.
 */
export function displayLooks(place: PlaceOnScreens, platform: NodeJS.Platform): DisplayLooks {
  if (place.kind !== 'full-screen') return { width: 960, height: 600, minWidth: 480, minHeight: 320 }
  const bare = { ...place.bounds, frame: false, focusable: false, skipTaskbar: true }
  return platform === 'linux' ? bare : { ...bare, fullscreen: true, simpleFullscreen: true }
}

/** A display that breaks again within this time of being opened again stays closed: it would only flicker. */
export const MIN_BETWEEN_CRASHES_MS = 10 * 60_000

/** Whether a display whose page has died is opened once more. Null: it has not died before. */
export const reopensAfterCrash = (lastCrashMs: number | null, nowMs: number): boolean =>
  lastCrashMs === null || nowMs - lastCrashMs >= MIN_BETWEEN_CRASHES_MS
