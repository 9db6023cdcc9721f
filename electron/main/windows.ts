/** The windows. Owns which of them are ours, so that a command from any other page can be told apart. */
import { app, BrowserWindow, type WebContents } from 'electron'
import { appOrigin } from '#shared/ipc/wire.ts'
import { safePreferences } from './web-preferences.ts'

export interface CounterWindows {
  /** Shows the counter once its first picture is ready. */
  openCounter(): Promise<void>
  /** Brings the counter to the front, as when it was started a second time. */
  focusCounter(): void
  /** The window to which a dialog belongs, if it is still there. */
  readCounter(): BrowserWindow | undefined
  isOurs(contents: WebContents): boolean
  /** Sends to every window of ours that is still there. */
  broadcast(channel: string, message: unknown): void
}

export function createWindows(preloadPath: string): CounterWindows {
  const open = new Set<BrowserWindow>()
  let counter: BrowserWindow | undefined

  return {
    async openCounter() {
      const window = new BrowserWindow({
        title: 'Comptoir',
        width: 1280,
        height: 800,
        minWidth: 1024,
        minHeight: 700,
        show: false,
        autoHideMenuBar: true,
        webPreferences: { ...safePreferences(app.isPackaged), preload: preloadPath },
      })
      open.add(window)
      counter = window
      window.once('ready-to-show', () => window.show())
      window.once('closed', () => {
        open.delete(window)
        if (counter === window) counter = undefined
      })
      await window.loadURL(`${appOrigin}/`)
    },
    focusCounter() {
      if (counter?.isMinimized()) counter.restore()
      counter?.focus()
    },
    readCounter: () => counter,
    isOurs: (contents) => [...open].some((window) => window.webContents === contents),
    broadcast(channel, message) {
      for (const window of open) if (!window.isDestroyed()) window.webContents.send(channel, message)
    },
  }
}
