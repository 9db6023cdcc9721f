/** The windows. Owns which of them are ours and for what, so that a command from any other page is recognised. */
import { join } from 'node:path'
import { app, BrowserWindow, type BrowserWindowConstructorOptions, Menu, type WebContents } from 'electron'
import { appOrigin, displayOrigin } from '#shared/ipc/wire.ts'
import type { DisplayLooks } from './display-place.ts'
import { safePreferences, type WindowRole } from './web-rules.ts'

/** A window that has not been drawn by then is shown as it is: one that nobody sees cannot be helped by anybody. */
export const SHOW_ANYWAY_MS = 10_000

interface CounterOpening {
  readonly looks: BrowserWindowConstructorOptions
  /** Given the window before anything is loaded into it. */
  onMade(window: BrowserWindow): void
  /** Puts it on the screen. */
  show(window: BrowserWindow): void
}

export interface CounterWindows {
  /**
   * Opens the counter, and has it shown once its first picture is ready, or its page is loaded, or it has been waited for. Every
   * other window ends with it.
   */
  openCounter(opening: CounterOpening): Promise<void>
  /** Brings the counter to the front, as when it was started a second time. */
  focusCounter(): void
  /** The window to which a dialog belongs, if it is still there. */
  readCounter(): BrowserWindow | undefined
  /**
   * Opens the customer's display in the place of the one that is there, with the looks of its place. It never takes the keyboard
   * from the counter. `onEnd` is called when it ends otherwise than by `closeDisplay`.
   */
  openDisplay(looks: DisplayLooks, onEnd: (why: 'closed' | 'crashed') => void): Promise<void>
  closeDisplay(): void
  roleOf(contents: WebContents): WindowRole | undefined
  /** Sends to every window of ours that is still there and that may hear it. */
  broadcast(channel: string, message: unknown, mayHear: (role: WindowRole) => boolean): void
}

/** Elsewhere a window has the icon of its program. */
const iconOn = (platform: NodeJS.Platform) =>
  platform === 'linux'
    ? { icon: join(import.meta.dirname, '../../resources/packaging/icons/256x256.png') }
    : {}

export function createWindows(
  preloadPath: string,
  platform: NodeJS.Platform = process.platform,
): CounterWindows {
  const open = new Map<WindowRole, BrowserWindow>()

  /** `onEnd` is called when the window ends while it is still the one of its role. */
  function make(role: WindowRole, looks: BrowserWindowConstructorOptions, onEnd: () => void): BrowserWindow {
    const window = new BrowserWindow({
      title: 'Comptoir',
      ...iconOn(platform),
      ...looks,
      show: false,
      autoHideMenuBar: true,
      webPreferences: { ...safePreferences(app.isPackaged), preload: preloadPath },
    })
    open.set(role, window)
    window.once('closed', () => {
      if (open.get(role) !== window) return
      open.delete(role)
      onEnd()
    })
    return window
  }

  /** Forgotten before it is gone: what it still says is nobody's. */
  function closeDisplay(): void {
    const window = open.get('display')
    open.delete('display')
    if (window && !window.isDestroyed()) window.destroy()
  }

  return {
    async openCounter({ looks, onMade, show }) {
      const window = make('counter', looks, closeDisplay)
      onMade(window)
      await showOnce(window, () => show(window), window.loadURL(`${appOrigin}/`))
    },
    focusCounter() {
      const counter = open.get('counter')
      if (counter?.isMinimized()) counter.restore()
      counter?.focus()
    },
    readCounter: () => open.get('counter'),
    async openDisplay(looks, onEnd) {
      closeDisplay()
      const window = make('display', looks, () => onEnd('closed'))
      window.webContents.once('render-process-gone', () => {
        // Not within the event: it may lead to the end of the window that sends it.
        setImmediate(() => {
          if (open.get('display') === window) onEnd('crashed')
        })
      })
      await showOnce(window, () => window.showInactive(), window.loadURL(`${displayOrigin}/`))
    },
    closeDisplay,
    roleOf: (contents) => [...open].find(([, window]) => window.webContents === contents)?.[0],
    broadcast(channel, message, mayHear) {
      for (const [role, window] of open) {
        if (mayHear(role) && !window.isDestroyed()) window.webContents.send(channel, message)
      }
    },
  }
}

/**
 * Shows a window once. Where the system draws no hidden windows (Wayland), it is never said to be ready. Resolves when the page
 * is loaded or the window closed, and rejects where the page of an open window does not load.
 */
async function showOnce(window: BrowserWindow, show: () => void, loading: Promise<void>): Promise<void> {
  let isShown = false
  const showNow = () => {
    clearTimeout(timer)
    if (!isShown && !window.isDestroyed()) show()
    isShown = true
  }
  const timer = setTimeout(showNow, SHOW_ANYWAY_MS)
  window.once('ready-to-show', showNow)
  window.once('closed', () => clearTimeout(timer))
  try {
    await loading
  } catch (fault) {
    // Electron aborts the loading of a page whose window a person closes.
    if (!window.isDestroyed()) throw fault
  }
  showNow()
}

// No menu: every action of the counter is on its screen, and Electron's default menu offers reload and developer tools.

/**
 * Removes the default menu, in development as well: its keys close and reload a counter that may be selling. macOS keeps the
 * menus without which copy, paste and quit have no keys; the one with reload and developer tools is removed there as well.
 */
export function removeMenu(): void {
  const kept = [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }] as const
  Menu.setApplicationMenu(process.platform === 'darwin' ? Menu.buildFromTemplate([...kept]) : null)
}
