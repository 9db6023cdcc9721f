/** Where the customer's display goes on the screens that there are, and how often it is opened anew after a crash. */
import { describe, expect, test } from 'vitest'
import { MIN_BETWEEN_CRASHES_MS, placeDisplay, reopensAfterCrash } from '../../electron/main/display-place.ts'

const screenAt = (id: number, x: number) => ({ id, bounds: { x, y: 0, width: 1024, height: 768 } })
const [first, second, third] = [screenAt(1, 0), screenAt(2, 1024), screenAt(3, 2048)] as const

describe('the display', () => {
  test('is nowhere where it is off or there is no second screen: it would cover the counter', () => {
    expect(placeDisplay('off', [first, second], 1)).toEqual({ kind: 'nowhere' })
    expect(placeDisplay('screen', [first], 1)).toEqual({ kind: 'nowhere' })
    expect(placeDisplay('screen', [], 1)).toEqual({ kind: 'nowhere' })
  })

  test.each([
    [1, second],
    [2, first],
    [3, first],
  ])('fills the first screen that the counter on screen %i is not on', (counterScreen, other) => {
    const place = placeDisplay('screen', [first, second, third], counterScreen)
    expect(place).toEqual({ kind: 'full-screen', screenId: other.id, bounds: other.bounds })
  })

  test('is in a window where the shop wants that, however many screens there are', () => {
    for (const screens of [[first], [first, second]])
      expect(placeDisplay('window', screens, 1)).toEqual({ kind: 'window' })
  })

  test('that dies is opened once more, and again only after it had been well for some time', () => {
    expect(reopensAfterCrash(null, 5_000)).toBe(true)
    expect(reopensAfterCrash(5_000, 5_000 + MIN_BETWEEN_CRASHES_MS - 1)).toBe(false)
    expect(reopensAfterCrash(5_000, 5_000 + MIN_BETWEEN_CRASHES_MS)).toBe(true)
  })
})
