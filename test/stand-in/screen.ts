/// <reference types="electron" />
/**
 * `screen` by the file that COMPTOIR_STAND_IN_SCREENS names: one "WIDTHxHEIGHT" a screen, beside each other, the first of
 * which has the counter. One screen where there is no file. A test that writes it plugs a screen in or out.
 */
import { EventEmitter } from 'node:events'
import { readFileSync, watchFile } from 'node:fs'

type Screen = Pick<Electron.Display, 'id' | 'bounds' | 'workArea'>

const lookEveryMs = 100
const onlyScreen = '1280x800'

export type StandInScreen = ReturnType<typeof createScreen>

export function createScreen(env: Readonly<Record<string, string | undefined>>) {
  const { COMPTOIR_STAND_IN_SCREENS: path } = env
  const events = new EventEmitter()
  let screens = readScreens(path)

  function look(): void {
    const before = screens
    screens = readScreens(path)
    for (const gone of lacking(screens, before)) events.emit('display-removed', {}, gone)
    for (const added of lacking(before, screens)) events.emit('display-added', {}, added)
  }
  if (path) watchFile(path, { interval: lookEveryMs, persistent: false }, look)

  const part = {
    getAllDisplays: () => screens as Electron.Display[],
    getPrimaryDisplay: () => screens[0] as Electron.Display,
    /** The screen of the rectangle's corner; where that is on none, the first. */
    getDisplayMatching: ({ x }: Electron.Rectangle) =>
      (screens.find(({ bounds }) => x >= bounds.x && x < bounds.x + bounds.width) ??
        screens[0]) as Electron.Display,
  } satisfies Partial<Electron.Screen>
  return Object.assign(events, part)
}

/** Those of `all` that `some` lacks. */
const lacking = (some: readonly Screen[], all: readonly Screen[]): readonly Screen[] =>
  all.filter(({ id }) => !some.some((one) => one.id === id))

function readScreens(path: string | undefined): readonly Screen[] {
  let x = 0
  return [...readSizes(path).matchAll(/([0-9]+)x([0-9]+)/g)].map(([, wide, high], place) => {
    const bounds = { x, y: 0, width: Number(wide), height: Number(high) }
    x += bounds.width
    return { id: place + 1, bounds, workArea: bounds }
  })
}

/** A file that is not there, or is just being written, is one screen. */
function readSizes(path: string | undefined): string {
  try {
    return (path && readFileSync(path, 'utf8').trim()) || onlyScreen
  } catch {
    return onlyScreen
  }
}
