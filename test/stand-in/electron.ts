/**
 * What the built main bundle is given when it imports Electron: the part of its API that the shell uses. Joins the parts;
 * each is checked against Electron's own types in its own file.
 */
import { EventEmitter } from 'node:events'
import { createApp } from './app.ts'
import { createBrowserWindow } from './browser-window.ts'
import { launchBrowsers } from './browsers.ts'
import { createClipboard } from './clipboard.ts'
import { createDesktop } from './desktop.ts'
import { createDialog } from './dialog.ts'
import { createEvent } from './event.ts'
import { createIpcMain } from './ipc-main.ts'
import { createMachine, type SentEvent } from './machine.ts'
import { readOptions } from './options.ts'
import { createProtocol } from './protocol.ts'
import { announceReady } from './ready.ts'
import { createScreen } from './screen.ts'
import { createSession } from './session.ts'
import { createShell } from './shell.ts'

const options = readOptions(process.argv.slice(2), process.env)
const defaultSession = createSession(process.env)
const served = createProtocol(defaultSession)
const ipc = createIpcMain()
const browsers = launchBrowsers(options, served)
const main = createApp(browsers, options)
const desktop = createDesktop(process.env)
const machine = createMachine(process.env)

export const { app } = main
export const screen = createScreen(process.env)
export const BrowserWindow = createBrowserWindow({
  app,
  browsers,
  ipc,
  defaultSession,
  served,
  options,
  desktop,
  machine,
  screen,
  onFirstShown: (page) => announceReady(page, { browsers, ipc, picturePath: options.picturePath }),
})
export const { ipcMain } = ipc
export const { protocol } = served
export const session = { defaultSession }
export const dialog = createDialog(process.env)
export const clipboard = createClipboard(process.env)
/** A machine that sleeps and ends where a test says so. */
export const powerMonitor = new EventEmitter()
export const { Notification } = desktop
export const shell = createShell(process.env)
export const Menu = { setApplicationMenu: () => undefined, buildFromTemplate: () => ({}) }

machine.onSend((event) => send[event]())

/** Each event as Electron sends it. */
const send: Readonly<Record<SentEvent, () => void>> = {
  'second-instance': () => void app.emit('second-instance', createEvent(), [], ''),
  suspend: () => void powerMonitor.emit('suspend'),
  resume: () => void powerMonitor.emit('resume'),
  shutdown: () => void powerMonitor.emit('shutdown', createEvent()),
  'query-session-end': () => endSession('query-session-end'),
  'session-end'() {
    endSession('session-end')
    // Windows leaves no time for anything behind the event.
    process.exit(0)
  },
  'render-process-gone': () => emitToPage('render-process-gone', { reason: 'crashed', exitCode: 5 }),
  unresponsive: () => emitToPage('unresponsive'),
  responsive: () => emitToPage('responsive'),
}

function endSession(event: 'query-session-end' | 'session-end'): void {
  for (const window of BrowserWindow.all()) window.emit(event, createEvent({ reasons: ['shutdown'] }))
}

function emitToPage(event: string, details?: object): void {
  BrowserWindow.first?.webContents.emit(event, createEvent(), details)
}

/** For run.ts: Electron is ready only once the main bundle has been loaded. */
export const standIn = { becomeReady: main.becomeReady }
