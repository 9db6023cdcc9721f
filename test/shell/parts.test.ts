/** The parts of the shell over an Electron whose every event a test sends or withholds. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { serveApp } from '../../electron/main/app-protocol.ts'
import { createDesktop, createShield } from '../../electron/main/desktop.ts'
import { refuse } from '../../electron/main/question.ts'
import { createSystemPrinter } from '../../electron/main/system-printer.ts'
import { askSavePath } from '../../electron/main/text-files.ts'
import { createWindows, removeMenu, SHOW_ANYWAY_MS } from '../../electron/main/windows.ts'
import { fastClock } from '../support/clock.ts'
import { app, asked, BrowserWindow, Notification, protocol, reset, system } from './scripted-electron.ts'

vi.mock('electron', () => import('./scripted-electron.ts'))

beforeEach(reset)

const askedFor = (name: string) => asked.filter(([one]) => one === name).map(([, ...given]) => given)
const log = { write: () => undefined }
const noDisplay = () => undefined

describe('a window', () => {
  function begin(platform?: NodeJS.Platform) {
    system.loads = false
    const opened = createWindows('preload', platform).openCounter({
      looks: {},
      onMade: () => undefined,
      show: (window) => window.show(),
    })
    const [window] = BrowserWindow.made
    if (!window) throw new Error('no window was made')
    return { window, opened }
  }
  const open = async (platform?: NodeJS.Platform) => begin(platform).window

  test('has its icon on Linux, where the program has none', async () => {
    const icon = expect.stringMatching(/resources[\\/]packaging[\\/]icons[\\/]256x256\.png$/)
    expect((await open('linux')).options).toMatchObject({ icon })
  })

  test('has none of its own on Windows', async () => {
    expect((await open('win32')).options).not.toHaveProperty('icon')
  })

  test('is shown when its first picture is ready', async () => {
    const window = await open()
    expect(window.shown).toBe(0)
    window.emit('ready-to-show')
    expect(window.shown).toBe(1)
    window.loading.resolve()
    await window.loading.promise
    expect(window.shown).toBe(1)
  })

  test('is shown once its page is loaded, where the system never says that it is ready', async () => {
    const window = await open()
    window.loading.resolve()
    await vi.waitFor(() => expect(window.shown).toBe(1))
  })

  test('is shown after a bounded wait, where its page does not load either', async () => {
    vi.useFakeTimers()
    try {
      const window = await open()
      vi.advanceTimersByTime(SHOW_ANYWAY_MS - 1)
      expect(window.shown).toBe(0)
      vi.advanceTimersByTime(1)
      expect(window.shown).toBe(1)
      window.emit('ready-to-show')
      expect(window.shown).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('that a person closes while its page loads has not failed to open', async () => {
    const { window, opened } = begin()
    window.emit('ready-to-show')
    window.isDestroyed = () => true
    window.emit('closed')
    window.loading.reject(new Error('ERR_ABORTED (-3)'))
    await expect(opened).resolves.toBeUndefined()
  })

  test('whose page does not load while it is there has failed to open', async () => {
    const { window, opened } = begin()
    window.loading.reject(new Error('ERR_FAILED (-2)'))
    await expect(opened).rejects.toThrow('ERR_FAILED')
  })
})

describe('the default menu', () => {
  test.each([true, false])('is removed, in development as well (packaged: %s)', (isPackaged) => {
    Object.assign(app, { isPackaged })
    removeMenu()
    expect(askedFor('setApplicationMenu')).toHaveLength(1)
    if (process.platform !== 'darwin') expect(askedFor('setApplicationMenu')).toEqual([[null]])
  })
})

test('only the packaged program sets its identity for notifications on Windows', () => {
  const windows = { readCounter: noDisplay, focusCounter: noDisplay }
  createDesktop(windows, 'win32')
  expect(asked).toEqual([])
  Object.assign(app, { isPackaged: true })
  createDesktop(windows, 'linux')
  expect(asked).toEqual([])
  createDesktop(windows, 'win32')
  expect(askedFor('setAppUserModelId')).toEqual([['dz.comptoir.counter']])
})

test('the window is in no picture of the screen while codes may be on it, and for no longer', async () => {
  const clock = fastClock(1)
  const window = new BrowserWindow({})
  const shield = createShield({ readCounter: () => window as never }, clock)
  shield(40)
  expect(askedFor('setContentProtection')).toEqual([[true]])
  shield(80)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(askedFor('setContentProtection')).toEqual([[true], [true]])
  await vi.waitFor(() => expect(askedFor('setContentProtection')).toEqual([[true], [true], [false]]))
})

test('a notification that the system fails to show is closed once', () => {
  const ends: string[] = []
  const desktop = createDesktop({ readCounter: noDisplay, focusCounter: noDisplay })
  desktop.notify({ title: 'Comptoir', body: '' }, (how) => ends.push(how))
  const [notification] = Notification.made
  notification?.emit('failed', {}, 'not signed')
  notification?.emit('close')
  expect(ends).toEqual(['gone'])
})

test('an existing file is not overwritten before a person agrees, on Linux too', async () => {
  await askSavePath({ readCounter: noDisplay }, 'ticket.pdf', { name: 'PDF', extensions: ['pdf'] })
  expect(askedFor('showSaveDialog')).toMatchObject([[{ properties: ['showOverwriteConfirmation'] }]])
})

describe('the reason why the counter does not open', () => {
  test.each(['win32', 'darwin'] as const)('is shown at once on %s', (platform) => {
    void refuse('why', 1, platform)
    expect(asked.map(([name]) => name)).toEqual(['showErrorBox', 'exit'])
  })

  test('is shown on Linux once a box can be drawn there', async () => {
    const refused = refuse('why', 2, 'linux')
    expect(asked).toEqual([])
    system.ready.resolve()
    await refused
    expect(asked).toEqual([
      ['showErrorBox', 'Comptoir', expect.stringContaining('why')],
      ['exit', 2],
    ])
  })
})

describe('a page for the system’s driver', () => {
  const printOn = async (
    deviceName: string | null,
    findDefault = async () => undefined as string | undefined,
  ) => {
    const owner = new BrowserWindow({})
    const printer = createSystemPrinter({ readCounter: () => owner } as never, log, findDefault)
    return printer.printPage('/receipt/1', { deviceName, paper: 'A4' })
  }

  test.each([
    'Invalid deviceName provided',
    'Invalid printer settings',
    'No printers available on the network',
    'Failed to enumerate printers',
    'failed',
  ])('that Electron answers with "%s" is on no paper', async (why) => {
    system.printed = [false, why]
    expect(await printOn('Caisse')).toEqual({ ok: false, error: 'refused' })
  })

  test.each(['Print job failed', 'Print job canceled', 'printer is not available any more', ''])(
    'that it answers with "%s" may be on paper',
    async (why) => {
      system.printed = [false, why]
      expect(await printOn('Caisse')).toEqual({ ok: false, error: 'unknown' })
    },
  )

  test('that Electron refuses to begin with is on no paper', async () => {
    system.printed = new RangeError('height and width properties must be minimum 352 microns.')
    expect(await printOn('Caisse')).toEqual({ ok: false, error: 'refused' })
  })

  test.each([
    { known: ['Bureau', 'Caisse'], standard: 'Caisse', goesTo: 'Caisse', what: 'the system’s default' },
    { known: ['Caisse'], standard: undefined, goesTo: 'Caisse', what: 'the only one' },
    { known: ['Bureau', 'Caisse'], standard: undefined, goesTo: undefined, what: 'none of several' },
    {
      known: ['Bureau', 'Caisse'],
      standard: 'Gone',
      goesTo: undefined,
      what: 'none of several, for one that is gone',
    },
  ])('goes by name to $what, where no printer is chosen', async ({ known, standard, goesTo }) => {
    system.printers = known
    const printed = await printOn(null, async () => standard)
    expect(printed.ok).toBe(goesTo !== undefined)
    expect(askedFor('print')).toEqual(
      goesTo === undefined ? [] : [[expect.objectContaining({ deviceName: goesTo })]],
    )
  })
})

describe('a page that the core makes', () => {
  test.each(['slip', 'receipt', 'recovery', 'print', 'paper', 'report'])(
    'for a sheet or a file, under /%s/, is served to the counter alone',
    async (folder) => {
      serveApp({
        rendererDir: '/nowhere',
        readPage: (path) => ({ status: 200, contentType: 'text/html', body: path }),
      })
      const from = (host: string) => protocol.answer(new Request(`comptoir://${host}/${folder}/x`))
      expect(await (await from('counter')).text()).toBe(`/${folder}/x`)
      expect((await from('display')).status).toBe(404)
    },
  )
})
