/** Where the customer's display goes, as a rule alone: display-host.ts applies it. */
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

/** Full on the first screen that the counter is not on; nowhere while there is none: it would cover the counter. */
export function placeDisplay(
  place: DisplayPlace,
  screens: readonly SystemScreen[],
  counterScreenId: number,
): PlaceOnScreens {
  if (place === 'off') return { kind: 'nowhere' }
  if (place === 'window') return { kind: 'window' }
  const other = screens.find(({ id }) => id !== counterScreenId)
  return other ? { kind: 'full-screen', screenId: other.id, bounds: other.bounds } : { kind: 'nowhere' }
}

export const isSamePlace = (one: PlaceOnScreens, other: PlaceOnScreens): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** A display that breaks again within this time of being opened anew stays closed: it would only flicker. */
export const MIN_BETWEEN_CRASHES_MS = 10 * 60_000

/** Whether a display whose page has died is opened once more. Null: it has not died before. */
export const reopensAfterCrash = (lastCrashMs: number | null, nowMs: number): boolean =>
  lastCrashMs === null || nowMs - lastCrashMs >= MIN_BETWEEN_CRASHES_MS
