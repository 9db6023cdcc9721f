/// <reference types="electron" />
/**
 * `BrowserWindow`: one page of Chromium each. A hidden window's page is opened where nobody sees it; a shown one is shown
 * when the shell says so, and closing it by hand ends it as `close` does.
 */
import { EventEmitter } from 'node:events'
import type { Page } from 'playwright-core'
import type { StandInApp } from './app.ts'
import type { Browsers } from './browsers.ts'
import type { StandInDesktop } from './desktop.ts'
import { createEvent } from './event.ts'
import type { StandInIpc } from './ipc-main.ts'
import type { StandInMachine } from './machine.ts'
import type { StandInOptions } from './options.ts'
import type { RequestServer } from './protocol.ts'
import type { StandInScreen } from './screen.ts'
import type { StandInSession } from './session.ts'
import { createContents, type StandInContents } from './web-contents.ts'

export interface WindowParts {
  readonly app: StandInApp
  readonly browsers: Browsers
  readonly ipc: StandInIpc
  readonly served: RequestServer
  readonly defaultSession: StandInSession
  readonly options: StandInOptions
  readonly desktop: Pick<StandInDesktop, 'isCounterInFront' | 'comeToFront'>
  readonly machine: Pick<StandInMachine, 'withholds' | 'printAnswer' | 'noteProtection'>
  readonly screen: Pick<StandInScreen, 'getDisplayMatching'>
  readonly onFirstShown: (page: Page) => Promise<void>
}

/** Makes the class, because a module that Electron's name resolves to has no other way to hand its parts over. */
export function createBrowserWindow(parts: WindowParts) {
  const open = new Set<StandInWindow>()
  let wasOneShown = false

  class StandInWindow extends EventEmitter {
    readonly webContents: StandInContents
    #isDestroyed = false
    #isVisible = false
    #isLarge = false
    #isFull = false
    /** While it does not fill its screen. */
    #bounds: Electron.Rectangle
    readonly #isFrameless: boolean
    /** The first window is for the cashier: what happens to a page happens to its. */
    static get first(): StandInWindow | undefined {
      return [...open][0]
    }
    static all = (): readonly StandInWindow[] => [...open]

    constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
      super()
      const { x = 0, y = 0, width = 800, height = 600 } = options
      this.#bounds = { x, y, width, height }
      // A window that has a preload is for people; one without renders pages for the printer.
      const preloadPath = options.webPreferences?.preload
      this.#isFrameless = parts.options.headless || preloadPath === undefined
      const opening = parts.browsers.openPage(preloadPath !== undefined).then(async (page) => {
        await size(page, this.getBounds(), this.#isFrameless)
        page.once('close', () => this.#end())
        parts.served.onNavigate(page.mainFrame(), (url, isMain) =>
          this.webContents.askNavigation(url, isMain),
        )
        if (preloadPath !== undefined) await this.#letPeopleIn(page)
        return page
      })
      const { ipc, defaultSession: session, machine, options: standIn } = parts
      this.webContents = createContents({ opening, preloadPath, ipc, session, options: standIn, machine })
      open.add(this)
      parts.app.emit('browser-window-created', createEvent(), this)
      parts.app.emit('web-contents-created', createEvent(), this.webContents)
    }

    static fromWebContents(contents: object): StandInWindow | null {
      return [...open].find((window) => window.webContents === contents) ?? null
    }

    /** What only a page that people use can ask for: permissions, other windows, files. */
    async #letPeopleIn(page: Page): Promise<void> {
      parts.served.onOpen((url) => this.webContents.askOpen(url))
      await parts.defaultSession.grantTo(page)
    }

    async loadURL(url: string): Promise<void> {
      await this.webContents.loadURL(url)
      if (!this.#isVisible && !parts.machine.withholds('ready-to-show'))
        this.emit('ready-to-show', createEvent())
    }

    /** Where pages are emulated each of them has a keyboard of its own. */
    showInactive(): void {
      this.show()
    }

    show(): void {
      this.#isVisible = true
      this.emit('show', createEvent())
      if (wasOneShown) return
      wasOneShown = true
      // A window that is closed before it was announced needs no announcement.
      void this.webContents.prepared.then(({ page }) => parts.onFirstShown(page)).catch(() => {})
    }

    close(): void {
      const event = createEvent()
      this.emit('close', event)
      if (!event.defaultPrevented) this.destroy()
    }

    destroy(): void {
      void this.webContents.prepared.then(({ page }) => page.close())
      this.#end()
    }

    isDestroyed = (): boolean => this.#isDestroyed
    isVisible = (): boolean => this.#isVisible
    isMaximized = (): boolean => this.#isLarge
    isFullScreen = (): boolean => this.#isFull
    getNormalBounds = (): Electron.Rectangle => this.#bounds
    getBounds(): Electron.Rectangle {
      const { bounds, workArea } = parts.screen.getDisplayMatching(this.#bounds)
      if (this.#isFull) return bounds
      return this.#isLarge ? workArea : this.#bounds
    }
    setBounds(bounds: Partial<Electron.Rectangle>): void {
      this.#bounds = { ...this.#bounds, ...bounds }
      this.#takeSize('resize')
    }
    maximize(): void {
      this.#isLarge = true
      this.#takeSize('maximize')
    }
    setContentProtection(isProtected: boolean): void {
      parts.machine.noteProtection(isProtected)
    }
    setFullScreen(isFull: boolean): void {
      if (isFull === this.#isFull) return
      this.#isFull = isFull
      this.#takeSize(isFull ? 'enter-full-screen' : 'leave-full-screen')
    }
    #takeSize(event: string): void {
      const bounds = this.getBounds()
      void this.webContents.prepared
        .then(({ page }) => size(page, bounds, this.#isFrameless))
        .then(() => this.emit(event, createEvent()))
        .catch(() => {})
    }
    isMinimized = (): boolean => false
    restore(): void {}
    isFocused = (): boolean => this.#isVisible && parts.desktop.isCounterInFront()
    focus(): void {
      parts.desktop.comeToFront()
      parts.app.emit('browser-window-focus', createEvent(), this)
      void this.webContents.prepared.then(({ page }) => page.bringToFront())
    }

    #end(): void {
      if (this.#isDestroyed) return
      this.#isDestroyed = true
      open.delete(this)
      this.webContents.markDestroyed()
      this.emit('closed')
      if (open.size === 0) parts.app.emit('window-all-closed')
    }
  }
  StandInWindow satisfies new (
    options?: Electron.BrowserWindowConstructorOptions,
  ) => Pick<
    Electron.BrowserWindow,
    | 'loadURL'
    | 'show'
    | 'showInactive'
    | 'getBounds'
    | 'getNormalBounds'
    | 'setBounds'
    | 'maximize'
    | 'isMaximized'
    | 'setFullScreen'
    | 'isFullScreen'
    | 'close'
    | 'destroy'
    | 'isDestroyed'
    | 'isVisible'
    | 'isMinimized'
    | 'restore'
    | 'isFocused'
    | 'focus'
  >
  return StandInWindow
}

/** A page without a frame of its own gets its size as an emulated one; a real window is moved by its bounds. */
async function size(page: Page, { width, height }: Electron.Rectangle, isFrameless: boolean): Promise<void> {
  if (isFrameless) return page.setViewportSize({ width, height })
  const cdp = await page.context().newCDPSession(page)
  const { windowId } = await cdp.send('Browser.getWindowForTarget')
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: { width, height } })
  await cdp.detach()
}
