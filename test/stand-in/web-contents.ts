/// <reference types="electron" />
/**
 * `webContents` on a Playwright page. The page is opened while the constructor has long returned, so every method waits
 * for it.
 */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Frame, Page } from 'playwright-core'
import { cloned } from './cloned.ts'
import { createEvent } from './event.ts'
import type { SenderFrame, StandInIpc } from './ipc-main.ts'
import type { StandInMachine } from './machine.ts'
import type { StandInOptions } from './options.ts'
import { originOf, toAppUrl, toPageUrl } from './origin.ts'
import { installPreload } from './preload.ts'
import { listPrinters, printPage, printToQueue } from './print.ts'

export type StandInContents = ReturnType<typeof createContents>

export interface ContentsOptions {
  readonly opening: Promise<Page>
  readonly preloadPath: string | undefined
  readonly ipc: Pick<StandInIpc, 'invoke'>
  readonly session: object
  readonly options: Pick<StandInOptions, 'webRtcPolicy'>
  readonly machine: Pick<StandInMachine, 'printAnswer'>
}

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]
type Send = (channel: string, args: readonly unknown[]) => Promise<void>

export function createContents({ opening, preloadPath, ipc, session, options, machine }: ContentsOptions) {
  const events = new EventEmitter()
  let lastPage: Page | undefined
  let isDestroyed = false
  let openHandler: OpenHandler | undefined
  /** Where the shell itself is leading the page: of that it is not asked. */
  let ownAddress: string | undefined

  /** The open page with its preload in place, and how to send to it. */
  const prepared = opening.then(async (page): Promise<{ page: Page; send: Send }> => {
    lastPage = page
    const gone = { reason: 'crashed', exitCode: 1 } as const
    page.once('crash', () => events.emit('render-process-gone', createEvent(), gone))
    if (preloadPath === undefined) return { page, send: async () => {} }
    const text = readFileSync(preloadPath, 'utf8')
    // The preload is in the top frame alone.
    const invoke = (channel: string, args: readonly unknown[]) =>
      ipc.invoke({ sender: contents, senderFrame: describe(page.mainFrame()) }, channel, args)
    return { page, send: await installPreload(page, { text, origins: /\.invalid$/, invoke }) }
  })

  const part = {
    session,
    getURL: () => (lastPage ? toAppUrl(lastPage.url()) : ''),
    isDestroyed: () => isDestroyed,
    setWebRTCIPHandlingPolicy(policy: Parameters<Electron.WebContents['setWebRTCIPHandlingPolicy']>[0]) {
      options.webRtcPolicy = policy
    },
    setWindowOpenHandler(handler: OpenHandler) {
      openHandler = handler
    },
    send(channel: string, ...args: unknown[]) {
      cloned(args)
      // As in Electron, a message to a page that is gone or between two documents is lost.
      void prepared.then(({ send }) => send(channel, args)).catch(() => {})
    },
    async loadURL(url: string) {
      const { page } = await prepared
      ownAddress = url
      await page.goto(toPageUrl(url), { waitUntil: 'load' }).finally(() => {
        ownAddress = undefined
      })
      events.emit('did-finish-load', createEvent())
    },
    reload() {
      void prepared
        .then(({ page }) => {
          ownAddress = part.getURL()
          return page.reload({ waitUntil: 'load' })
        })
        .catch(() => {})
        .finally(() => {
          ownAddress = undefined
        })
    },
    forcefullyCrashRenderer() {
      events.emit('render-process-gone', createEvent(), { reason: 'killed', exitCode: 9 })
    },
    async executeJavaScript(code: string): Promise<unknown> {
      const { page } = await prepared
      return page.evaluate(code)
    },
    async printToPDF(options: Electron.PrintToPDFOptions) {
      const { page } = await prepared
      return printPage(page, options)
    },
    getPrintersAsync: listPrinters,
    print(
      options: Electron.WebContentsPrintOptions = {},
      callback: (success: boolean, failureReason: string) => void = () => {},
    ) {
      const answer = machine.printAnswer()
      prepared
        .then(({ page }) => answer ?? printToQueue(page, options))
        .then((failure = '') => callback(failure === '', failure))
        .catch(() => callback(false, 'failed'))
    },
  } satisfies Partial<Omit<Electron.WebContents, 'session'>> & { session: object }

  const contents = Object.assign(events, part, {
    /** For the window: the page itself, and its end. */
    prepared,
    markDestroyed() {
      isDestroyed = true
      events.emit('destroyed', createEvent())
    },
    /** Whether the shell lets this page open another one at the address. */
    askOpen: (url: string) => openHandler?.(openDetails(url)).action !== 'deny',
    /** Whether the shell lets a frame of this page go there. */
    askNavigation(url: string, isMainFrame: boolean) {
      if (isMainFrame && url === ownAddress) return true
      const event = createEvent({ url, isMainFrame })
      events.emit('will-frame-navigate', event)
      return !event.defaultPrevented
    },
  })
  return contents
}

const openDetails = (url: string): Electron.HandlerDetails => ({
  url,
  frameName: '',
  features: '',
  disposition: 'new-window',
  referrer: { url: '', policy: 'no-referrer' },
})

function describe(frame: Frame): SenderFrame {
  const url = toAppUrl(frame.url())
  const parent = frame.parentFrame()
  return { url, origin: originOf(url), parent: parent && describe(parent) }
}
