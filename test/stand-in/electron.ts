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
import { createIpcMain } from './ipc-main.ts'
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
const main = createApp(browsers)
const desktop = createDesktop(process.env)

export const { app } = main
export const BrowserWindow = createBrowserWindow({
  app,
  browsers,
  ipc,
  defaultSession,
  served,
  headless: options.headless,
  desktop,
  onFirstShown: (page) => announceReady(page, { browsers, ipc, picturePath: options.picturePath }),
})
export const { ipcMain } = ipc
export const { protocol } = served
export const session = { defaultSession }
export const dialog = createDialog(process.env)
export const clipboard = createClipboard(process.env)
/** A machine that never sleeps: the shell may listen, nothing is ever emitted. */
export const powerMonitor = new EventEmitter()
export const screen = createScreen(process.env)
export const { Notification } = desktop
export const shell = createShell(process.env)
export const Menu = { setApplicationMenu: () => undefined, buildFromTemplate: () => ({}) }

/** For run.ts: Electron is ready only once the main bundle has been loaded. */
export const standIn = { becomeReady: main.becomeReady }
