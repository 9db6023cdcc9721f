/**
 * The Printer port on Electron: a page of ours rendered in a hidden window and written as PDF where the person says.
 *
 * Invariant: the file at the chosen path is whole or is not there; the hidden window is gone whatever happened.
 */
import { app, BrowserWindow } from 'electron'
import type { Log, Printer } from '#core/ports.ts'
import { appOrigin } from '#shared/ipc/wire.ts'
import { err, ok } from '#shared/result.ts'
import { parseSlipPath } from '#shared/slip-page.ts'
import { askSavePath, writeWhole } from './saved-file.ts'
import { safePreferences } from './web-preferences.ts'
import type { CounterWindows } from './windows.ts'

const renderTimeoutMs = 20_000
const mmPerInch = 25.4
const pxPerInch = 96
/** A page that is not a slip is a sheet of A4. */
const sheetWidthMm = 210

export function createSystemPrinter(windows: CounterWindows, log: Log): Printer {
  return {
    async savePdf(pagePath, suggestedName) {
      const path = await askSavePath(windows, suggestedName, { name: 'PDF', extensions: ['pdf'] })
      if (path === undefined) return ok({ path: null })
      try {
        await writeWhole(path, await renderPdf(pagePath))
        return ok({ path })
      } catch (fault) {
        log.write('error', 'a page could not be saved as PDF', { pagePath, fault: String(fault) })
        return err(fault instanceof Error ? fault.message : String(fault))
      }
    },
  }
}

/** Renders one of the app's own pages as a PDF of one page, as wide as the slip and as high as its content. */
async function renderPdf(pagePath: string): Promise<Uint8Array> {
  const widthMm = parseSlipPath(pagePath)?.widthMm ?? sheetWidthMm
  const widthPx = Math.round((widthMm / mmPerInch) * pxPerInch)
  const window = new BrowserWindow({
    show: false,
    frame: false,
    useContentSize: true,
    width: widthPx,
    height: 600,
    webPreferences: safePreferences(app.isPackaged),
  })
  try {
    return await withTimeout(printPage(window, pagePath, widthMm), renderTimeoutMs)
  } finally {
    if (!window.isDestroyed()) window.destroy()
  }
}

async function printPage(window: BrowserWindow, pagePath: string, widthMm: number): Promise<Uint8Array> {
  await window.loadURL(`${appOrigin}${pagePath}`)
  const heightPx: unknown = await window.webContents.executeJavaScript(
    // What is not there is answered in plain text: that is no page to save.
    'document.contentType === "text/html" && document.fonts.ready.then(() => Math.ceil(document.documentElement.getBoundingClientRect().height))',
  )
  if (typeof heightPx !== 'number' || !(heightPx > 0)) throw new Error('the page has no height')
  return window.webContents.printToPDF({
    // One pixel more than the content, so that rounding never starts a second page.
    pageSize: { width: widthMm / mmPerInch, height: (heightPx + 1) / pxPerInch },
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    printBackground: true,
    preferCSSPageSize: false,
  })
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the page took too long to render')), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
