/** The counter's window and its end, over an Electron whose every event a test sends or withholds. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createClock } from '../../electron/main/clock.ts'
import { careForPage, HANG_PATIENCE_MS, openCounterWindow } from '../../electron/main/counter-window.ts'
import { watchPower } from '../../electron/main/desktop.ts'
import { quitInOrder } from '../../electron/main/quit.ts'
import { createWindows } from '../../electron/main/windows.ts'
import { startShop } from '../support/core.ts'
import { startWholeCounter } from '../support/counter.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  app,
  asked,
  BrowserWindow,
  powerMonitor,
  reset,
  screen,
  screenAt,
  system,
} from './scripted-electron.ts'

vi.mock('electron', () => import('./scripted-electron.ts'))

beforeEach(reset)

const log = { write: (...line: readonly unknown[]) => void asked.push(['log', ...line]) }
const times = (name: string) => asked.filter(([one]) => one === name).length
const asWindow = (window: BrowserWindow) => window as never

describe('a page of the counter', () => {
  const inFakeTime = (work: (window: BrowserWindow) => void) => () => {
    vi.useFakeTimers()
    try {
      const window = new BrowserWindow({})
      careForPage(asWindow(window), { clock: createClock(), log })
      work(window)
    } finally {
      vi.useRealTimers()
    }
  }
  const die = ({ webContents }: BrowserWindow, reason = 'crashed') =>
    webContents.emit('render-process-gone', {}, { reason, exitCode: 1 })

  test(
    'that dies is reloaded and logged; repeated deaths wait longer, until it ran well for some time',
    inFakeTime((window) => {
      const waitsMs = [0, 1_000, 5_000, 30_000, 30_000]
      for (const [place, waitMs] of waitsMs.entries()) {
        die(window)
        if (waitMs > 0) vi.advanceTimersByTime(waitMs - 1)
        expect(times('reload')).toBe(place)
        vi.advanceTimersByTime(1)
        expect(times('reload')).toBe(place + 1)
      }
      vi.advanceTimersByTime(11 * 60_000)
      die(window)
      vi.advanceTimersByTime(1)
      expect(times('reload')).toBe(waitsMs.length + 1)
      expect(times('log')).toBe(waitsMs.length + 1)
    }),
  )

  test(
    'that ends with its window is not reloaded',
    inFakeTime((window) => {
      die(window, 'clean-exit')
      vi.advanceTimersByTime(60_000)
      expect(asked).toEqual([])
    }),
  )

  test(
    'that does not answer is ended after a while, unless it answers again',
    inFakeTime((window) => {
      const { webContents: page } = window
      page.emit('unresponsive')
      vi.advanceTimersByTime(HANG_PATIENCE_MS - 1)
      page.emit('responsive')
      vi.advanceTimersByTime(HANG_PATIENCE_MS)
      expect(times('forcefullyCrashRenderer')).toBe(0)
      page.emit('unresponsive')
      vi.advanceTimersByTime(HANG_PATIENCE_MS)
      expect(times('forcefullyCrashRenderer')).toBe(1)
      die(window, 'killed')
      vi.advanceTimersByTime(1)
      expect(times('reload')).toBe(1)
    }),
  )
})

describe('the window of the counter', () => {
  async function open(dataDir: string) {
    const { core, ...counter } = await startWholeCounter({ ...(await startShop()), started: false })
    const clock = createClock()
    await openCounterWindow({ core, windows: createWindows('preload'), clock, log, dataDir })
    const window = BrowserWindow.made.at(-1)
    if (!window) throw new Error('no window was made')
    return { ...counter, window }
  }

  test('fills the screen the first time, and comes back to where it was left, on the screen where it was left', async () => {
    const dataDir = temporaryFolder()
    const { window } = await open(dataDir)
    expect(window.isMaximized()).toBe(true)
    system.screens = [screenAt(1, 0), screenAt(2, 1366)]
    const bounds = { x: 1500, y: 20, width: 1100, height: 650 }
    Object.assign(window, { bounds, isLarge: false })
    window.emit('close')

    const second = await open(dataDir)
    expect([second.window.bounds, second.window.isMaximized()]).toMatchObject([bounds, false])
    system.screens = [screenAt(1, 0)]
    screen.emit('display-removed')
    expect(second.window.bounds).toMatchObject({ x: 266, y: 20, width: 1100, height: 650 })
    expect((await open(dataDir)).window.isMaximized()).toBe(true)
  })

  test('fills the screen over the system’s bars by the setting', async () => {
    const { window, command } = await open(temporaryFolder())
    expect(window.isFullScreen()).toBe(false)
    await command('settings.update', { fullScreen: true })
    expect(window.isFullScreen()).toBe(true)
    await command('settings.update', { fullScreen: false })
    expect(window.isFullScreen()).toBe(false)
  })
})

describe('the end of the session', () => {
  const ends: readonly (readonly [string, () => unknown])[] = [
    ['Windows', () => BrowserWindow.made[0]?.emit('session-end', { reasons: ['shutdown'] })],
    [
      'Linux or macOS',
      () => powerMonitor.emit('shutdown', { preventDefault: () => asked.push(['prevented']) }),
    ],
  ]

  test.each([
    [
      'done once all has stopped in order',
      async () => void asked.push(['stopped']),
      ['stopped', 'last', 'exit'],
    ],
    ['left undone where a part did not stop', async () => Promise.reject(new Error('stuck')), ['exit']],
  ])('by hand has what comes last %s', async (_what, stop, order) => {
    const quit = quitInOrder(log)
    quit.beforeExit(stop)
    quit.afterAll(async () => {
      asked.push(['last'])
      // Whoever ends the program from here on, such as an installer, is not held up.
      app.emit('before-quit', { preventDefault: () => asked.push(['held up']) })
    })
    app.emit('before-quit', { preventDefault: () => undefined })
    await vi.waitFor(() => expect(asked.at(-1)?.[0]).toBe('exit'))
    expect(asked.map(([name]) => name).filter((name) => name !== 'log')).toEqual(order)
    expect(asked.at(-1)).toEqual(['exit', order.length > 1 ? 0 : 1])
  })

  test.each(ends)(
    'of %s finds all closed that waits for nobody before its event returns',
    async (_system, send) => {
      const quit = quitInOrder(log)
      watchPower(() => undefined, quit.endNow)
      const window = new BrowserWindow({})
      app.emit('browser-window-created', {}, window)
      quit.beforeExit(
        () => new Promise(() => undefined),
        () => void asked.push(['first closed']),
      )
      quit.beforeExit(
        async () => undefined,
        () => void asked.push(['second closed']),
      )
      window.emit('query-session-end', { reasons: ['shutdown'] })
      expect(times('first closed')).toBe(0)
      send()
      send()
      const closed = asked.map(([name]) => name).filter((name) => name !== 'log')
      expect(closed).toEqual(['second closed', 'first closed'])
      // Preventing it would call the log-out off.
      let isPrevented = false
      app.emit('before-quit', { preventDefault: () => (isPrevented = true) })
      await vi.waitFor(() => expect(asked.at(-1)).toEqual(['exit', 0]))
      expect(isPrevented).toBe(false)
    },
  )
})
