/**
 * The Printer port on Electron: a page of ours rendered in a hidden window and written as PDF where the person says.
 *
 * Invariant: the file at the chosen path is whole or is not there; the hidden window is gone whatever happened.
 */
import { open, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { app, BrowserWindow, dialog, type SaveDialogOptions } from 'electron'
import type { Log, Printer } from '#core/ports.ts'
import { appOrigin } from '#shared/ipc/wire.ts'
import { err, ok } from '#shared/result.ts'
import { parseSlipPath } from '#shared/slip-page.ts'
import { type CounterWindows, safePreferences } from './windows.ts'

const renderTimeoutMs = 20_000
const mmPerInch = 25.4
const pxPerInch = 96
/** A page that is not a slip is a sheet of A4. */
const sheetWidthMm = 210

export function createSystemPrinter(windows: CounterWindows, log: Log): Printer {
  return {
    async savePdf(pagePath, suggestedName) {
      const path = await askPath(windows, suggestedName)
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

/** The chosen path, or undefined when the person changed their mind. */
async function askPath(windows: CounterWindows, suggestedName: string): Promise<string | undefined> {
  const options: SaveDialogOptions = {
    defaultPath: join(app.getPath('documents'), basename(suggestedName)),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  }
  const owner = windows.readCounter()
  const chosen = await (owner ? dialog.showSaveDialog(owner, options) : dialog.showSaveDialog(options))
  return chosen.canceled || chosen.filePath === '' ? undefined : chosen.filePath
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
    webPreferences: safePreferences,
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
    'document.fonts.ready.then(() => Math.ceil(document.documentElement.getBoundingClientRect().height))',
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

/** Writes beside the target, flushes, then takes the target's place in one step. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const partial = `${path}.partial`
  try {
    const file = await open(partial, 'w')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (fault) {
    await rm(partial, { force: true })
    throw fault
  }
}
