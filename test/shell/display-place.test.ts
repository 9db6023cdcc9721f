/** Where the customer's display goes on the screens that there are, and how often it is opened anew after a crash. */
import { describe, expect, test } from 'vitest'
import {
  displayLooks,
  MIN_BETWEEN_CRASHES_MS,
  placeDisplay,
  placesWindows,
  reopensAfterCrash,
} from '../../electron/main/display-place.ts'

const screenAt = (id: number, x: number) => ({ id, bounds: { x, y: 0, width: 1024, height: 768 } })
const [first, second, third] = [screenAt(1, 0), screenAt(2, 1024), screenAt(3, 2048)] as const

describe('the display', () => {
  test('is not opened if it is off or without a second screen: it would cover the counter', () => {
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

  test.each([
    ['linux', 'wayland', '', false],
    ['linux', 'wayland', 'auto', false],
    ['linux', 'wayland', 'x11', true],
    ['linux', 'x11', '', true],
    ['linux', undefined, 'wayland', false],
    ['win32', undefined, '', true],
    ['darwin', undefined, '', true],
  ] as const)(
    'on %s, in a session of %s, with the platform "%s": is it placed? %s',
    (platform, session, chosen, isPlaced) => {
      expect(placesWindows(platform, { XDG_SESSION_TYPE: session }, chosen)).toBe(isPlaced)
    },
  )

  test('is a window beside a second screen, and closed without, if programs cannot place windows', () => {
    expect(placeDisplay('screen', [first, second], 1, false)).toEqual({ kind: 'window' })
    expect(placeDisplay('screen', [first], 1, false)).toEqual({ kind: 'nowhere' })
  })

  test('covers a screen of X11 by its bounds alone: a window without focus is not made full-screen there', () => {
    const place = placeDisplay('screen', [first, second], 1)
    expect(displayLooks(place, 'linux')).toEqual({
      ...{ ...second.bounds, frame: false, focusable: false, skipTaskbar: true },
    })
    expect(displayLooks(place, 'win32')).toMatchObject({
      ...second.bounds,
      fullscreen: true,
      focusable: false,
    })
    expect(displayLooks({ kind: 'window' }, 'win32')).not.toHaveProperty('focusable')
  })

  test('that dies is opened once more, and again only after it had been well for some time', () => {
    expect(reopensAfterCrash(null, 5_000)).toBe(true)
    expect(reopensAfterCrash(5_000, 5_000 + MIN_BETWEEN_CRASHES_MS - 1)).toBe(false)
    expect(reopensAfterCrash(5_000, 5_000 + MIN_BETWEEN_CRASHES_MS)).toBe(true)
  })
})
