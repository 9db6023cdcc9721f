/** Where the counter's window is, as a rule alone: counter-window.ts applies it. */
import * as z from 'zod'
import type { Rectangle, SystemScreen } from './display-place.ts'

export interface ScreenWithBars extends SystemScreen {
  /** What the system's own bars leave of the screen. */
  readonly workArea: Rectangle
}

export interface CounterPlace {
  /** Where the window is while it does not fill its screen. */
  readonly bounds: Rectangle
  readonly isMaximized: boolean
}

const pixels = z.int().min(-1_000_000).max(1_000_000)
const rectangleSchema = z.object({ x: pixels, y: pixels, width: pixels, height: pixels })
const placeSchema = z.object({ bounds: rectangleSchema, isMaximized: z.boolean() })

/** Where the window was on each screen, the last one first. */
export const keptPlacesSchema = z.array(z.object({ screenId: z.number(), place: placeSchema }))
export type KeptPlaces = readonly { readonly screenId: number; readonly place: CounterPlace }[]

/** More screens than one counter meets: the file has a bound. */
const MAX_SCREENS = 10
const usable = { width: 1024, height: 640 } as const
const usual = { width: 1280, height: 800 } as const

/** No screen is known: what every system has room for. */
const noScreen: ScreenWithBars = {
  id: 0,
  bounds: { x: 0, y: 0, ...usable },
  workArea: { x: 0, y: 0, ...usable },
}

/**
 * Where the counter opens: on the screen that it was on last, else on the main one, as it was there, and inside of it
 * whatever it is by now. A screen that it was never on it fills.
 */
export function placeCounter(
  kept: KeptPlaces,
  screens: readonly ScreenWithBars[],
  mainScreenId: number,
): CounterPlace & { readonly least: { readonly minWidth: number; readonly minHeight: number } } {
  const screenOf = (screenId: number | undefined) => screens.find(({ id }) => id === screenId)
  const { id, workArea } = screenOf(kept[0]?.screenId) ?? screenOf(mainScreenId) ?? screens[0] ?? noScreen
  const before = kept.find(({ screenId }) => screenId === id)?.place
  const { bounds = centred(workArea), isMaximized = true } = before ?? {}
  return {
    bounds: fitInto(bounds, workArea),
    isMaximized,
    least: {
      minWidth: Math.min(usable.width, workArea.width),
      minHeight: Math.min(usable.height, workArea.height),
    },
  }
}

/** The same rectangle, moved and cut as little as it takes to lie inside of `area`, and as large as the counter needs. */
export function fitInto({ x, y, width, height }: Rectangle, area: Rectangle): Rectangle {
  const wide = clamp(width, Math.min(usable.width, area.width), area.width)
  const high = clamp(height, Math.min(usable.height, area.height), area.height)
  return {
    x: clamp(x, area.x, area.x + area.width - wide),
    width: wide,
    y: clamp(y, area.y, area.y + area.height - high),
    height: high,
  }
}

/** What is remembered once the window is at a place. */
export const keepPlace = (kept: KeptPlaces, screenId: number, place: CounterPlace): KeptPlaces =>
  [{ screenId, place }, ...kept.filter((one) => one.screenId !== screenId)].slice(0, MAX_SCREENS)

const centred = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: Math.round(x + (width - usual.width) / 2),
  y: Math.round(y + (height - usual.height) / 2),
  ...usual,
})

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))
