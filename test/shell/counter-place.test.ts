/** Where the counter's window opens on the screens that there are, and what is remembered of it. */
import { describe, expect, test } from 'vitest'
import { fitInto, type KeptPlaces, keepPlace, placeCounter } from '../../electron/main/counter-place.ts'

const screenOf = (id: number, x: number, width: number, height: number, bar = 40) => ({
  id,
  bounds: { x, y: 0, width, height },
  workArea: { x, y: 0, width, height: height - bar },
})
const shop = screenOf(1, 0, 1366, 768)
const large = screenOf(2, 1366, 1920, 1080)
const tiny = screenOf(3, 0, 800, 600)

const isInside = (inner: typeof shop.bounds, outer: typeof shop.bounds) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

describe('the counter', () => {
  test.each([shop, large, tiny])(
    'fills the main screen $bounds the first time, and lies inside of it',
    (screen) => {
      const place = placeCounter([], [screen], screen.id)
      expect(place.isMaximized).toBe(true)
      expect(isInside(place.bounds, screen.workArea)).toBe(true)
      expect(place.least.minWidth).toBeLessThanOrEqual(Math.min(1024, screen.workArea.width))
      expect(place.least.minHeight).toBeLessThanOrEqual(Math.min(640, screen.workArea.height))
    },
  )

  const bounds = { x: 1500, y: 100, width: 1200, height: 700 }
  const kept: KeptPlaces = [
    { screenId: 2, place: { bounds, isMaximized: false } },
    { screenId: 1, place: { bounds: { x: 10, y: 10, width: 1100, height: 650 }, isMaximized: false } },
  ]

  test('opens at its last place', () => {
    expect(placeCounter(kept, [shop, large], 1)).toMatchObject({ bounds, isMaximized: false })
  })

  test('opens at its place on the main screen if its last screen is gone', () => {
    expect(placeCounter(kept, [shop], 1).bounds).toEqual({ x: 10, y: 10, width: 1100, height: 650 })
    expect(placeCounter(kept.slice(0, 1), [shop], 1)).toMatchObject({ isMaximized: true })
  })

  test('fits into a screen that became smaller', () => {
    const less = screenOf(2, 1366, 1280, 720)
    expect(isInside(placeCounter(kept, [shop, less], 1).bounds, less.workArea)).toBe(true)
    expect(fitInto({ x: -5_000, y: 9_000, width: 5, height: 5_000 }, shop.workArea)).toEqual({
      ...{ x: 0, y: 0, width: 1024, height: 728 },
    })
  })

  test('opens without any screen', () => {
    expect(placeCounter(kept, [], 1).bounds).toEqual({ x: 0, y: 0, width: 1024, height: 640 })
  })

  test('remembers a place on each screen, the last one first, and no more screens than ten', () => {
    const place = { bounds, isMaximized: true }
    expect(keepPlace(kept, 1, place)).toEqual([{ screenId: 1, place }, kept[0]])
    const many = Array.from({ length: 30 }).reduce<KeptPlaces>((all, _, id) => keepPlace(all, id, place), [])
    expect(many.map(({ screenId }) => screenId)).toEqual([29, 28, 27, 26, 25, 24, 23, 22, 21, 20])
  })
})
