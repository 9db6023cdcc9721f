/**
 * The Printer port on Electron: a page of ours rendered in a hidden window, and written as PDF where the person says or given
 * to the system's driver.
 *
 * Invariant: the file at the chosen path is whole or is not there; the hidden window is gone whatever happened.
 */
import { app, BrowserWindow, type WebContents } from 'electron'
import type { Log, Printer } from '#core/ports.ts'
import { listCupsQueues } from '#core/printing/transports/ipp.ts'
import { appOrigin } from '#shared/ipc/wire.ts'
import type { PrinterPaperName } from '#shared/printing.ts'
import { err, ok } from '#shared/result.ts'
import { askSavePath, writeWhole } from './text-files.ts'
import { safePreferences } from './web-rules.ts'
import type { CounterWindows } from './windows.ts'

const renderTimeoutMs = 20_000
const mmPerInch = 25.4
const pxPerInch = 96
const micrometresPerMm = 1_000
/** A page that is saved without a width is a sheet of A4. */
const sheetWidthMm = 210
/** What is as wide as a sheet is cut into sheets; any other width is a roll's, which is as long as what is on it. */
const sheetsByWidthMm: Readonly<Record<number, 'A5' | 'A4'>> = { 148: 'A5', 210: 'A4' }

export function createSystemPrinter(
  windows: Pick<CounterWindows, 'readCounter'>,
  log: Log,
  findDefault: () => Promise<string | undefined> = findDefaultPrinter,
): Printer {
  const listPrinters = async () => (await windows.readCounter()?.webContents.getPrintersAsync()) ?? []

  /** A printer is always named: without a name and a default, Electron prints on the first that it finds. */
  async function nameOf(deviceName: string | null): Promise<string | undefined> {
    if (deviceName !== null) return deviceName
    const [known, standard] = await Promise.all([listPrinters(), findDefault()])
    const found = known.find(({ name }) => name === standard) ?? (known.length === 1 ? known[0] : undefined)
    return found?.name
  }

  return {
    async savePdf(pagePath, suggestedName, widthMm = sheetWidthMm) {
      const path = await askSavePath(windows, suggestedName, { name: 'PDF', extensions: ['pdf'] })
      if (path === undefined) return ok({ path: null })
      try {
        await writeWhole(path, await onHiddenPage(pagePath, widthMm, toPdf))
        return ok({ path })
      } catch (fault) {
        log.write('error', 'a page could not be saved as PDF', { pagePath, fault: String(fault) })
        return err(fault instanceof Error ? fault.message : String(fault))
      }
    },
    async listPrinters() {
      return (await listPrinters()).map(({ name, displayName }) => ({ name, displayName }))
    },
    async printPage(pagePath, { deviceName, paper }) {
      let isHandedOver = false
      try {
        const on = await nameOf(deviceName)
        if (on === undefined) throw new Error('the system has no default printer')
        const failure = await onHiddenPage(pagePath, paperWidthsMm[paper], (page) => {
          const printing = toDriver(page, on, paper)
          isHandedOver = true
          return printing
        })
        if (failure === undefined) return ok(undefined)
        log.write('error', 'the system did not print a page', { pagePath, failure })
        return err(refusals.has(failure) ? 'refused' : 'unknown')
      } catch (fault) {
        log.write('error', 'a page could not be printed', { pagePath, fault: String(fault) })
        // A page that did not even come up, or that Electron did not take, is on no paper.
        return err(isHandedOver ? 'unknown' : 'refused')
      }
    },
  }
}

const paperWidthsMm: Readonly<Record<PrinterPaperName, number>> = { 58: 58, 80: 80, A5: 148, A4: 210 }

/** Electron's own words for what ends before anything has gone to the printer. Any others may come after that. */
const refusals: ReadonlySet<string> = new Set([
  'Invalid deviceName provided',
  'Invalid printer settings',
  'No printers available on the network',
  'Failed to enumerate printers',
  // The page was gone before its printer was looked for.
  'failed',
])

interface HiddenPage {
  readonly contents: WebContents
  readonly widthMm: number
  readonly heightMm: number
}

/** Opens one of the app's own pages where nobody sees it, as wide as its paper; the window is gone when `work` has ended. */
async function onHiddenPage<T>(
  pagePath: string,
  widthMm: number,
  work: (page: HiddenPage) => Promise<T>,
): Promise<T> {
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
    return await withTimeout(loadPage(window, pagePath, widthMm).then(work), renderTimeoutMs)
  } finally {
    if (!window.isDestroyed()) window.destroy()
  }
}

async function loadPage(window: BrowserWindow, pagePath: string, widthMm: number): Promise<HiddenPage> {
  await window.loadURL(`${appOrigin}${pagePath}`)
  const heightPx: unknown = await window.webContents.executeJavaScript(
    // What is not there is answered in plain text: that is no page to save.
    'document.contentType === "text/html" && document.fonts.ready.then(() => Math.ceil(document.documentElement.getBoundingClientRect().height))',
  )
  if (typeof heightPx !== 'number' || !(heightPx > 0)) throw new Error('the page has no height')
  // One pixel more than the content, so that rounding never starts a second page.
  return { contents: window.webContents, widthMm, heightMm: ((heightPx + 1) / pxPerInch) * mmPerInch }
}

/** A PDF: sheets as the page's own style asks for, or one page as wide as the roll and as high as its content. */
function toPdf({ contents, widthMm, heightMm }: HiddenPage): Promise<Uint8Array> {
  const sheet = sheetsByWidthMm[widthMm]
  return contents.printToPDF({
    pageSize: sheet ?? { width: widthMm / mmPerInch, height: heightMm / mmPerInch },
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    printBackground: true,
    preferCSSPageSize: sheet !== undefined,
  })
}

/**
 * Hands the page to the system's driver; why that failed, where it did. Throws where Electron does not take it. A roll is as
 * long as the slip, in micrometres.
 */
function toDriver(
  { contents, widthMm, heightMm }: HiddenPage,
  deviceName: string,
  paper: PrinterPaperName,
): Promise<string | undefined> {
  const roll = { width: widthMm * micrometresPerMm, height: Math.ceil(heightMm * micrometresPerMm) }
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  contents.print(
    {
      silent: true,
      printBackground: true,
      margins: { marginType: 'none' },
      pageSize: paper === 58 || paper === 80 ? roll : paper,
      deviceName,
    },
    (success, failure) => resolve(success ? undefined : failure || 'no reason given'),
  )
  return promise
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

// The system's default printer, which Electron does not name: where there is none, it prints on the first that it finds, which
// may be anybody's.

/** Longer than any name of a printer that Windows takes, in UTF-16 units. */
const MAX_NAME_UNITS = 1024

/** Its name for the system; undefined where there is none, or the system does not say. Never rejects. */
async function findDefaultPrinter(platform: NodeJS.Platform = process.platform): Promise<string | undefined> {
  try {
    if (platform === 'win32') return await askWindows()
    return (await listCupsQueues()).find(({ isDefault }) => isDefault)?.name
  } catch {
    return undefined
  }
}

async function askWindows(): Promise<string | undefined> {
  const { default: koffi } = await import('koffi')
  const read = koffi
    .load('winspool.drv')
    .func('bool __stdcall GetDefaultPrinterW(_Out_ uint8_t *name, _Inout_ uint32_t *units)')
  const name = Buffer.alloc(2 * MAX_NAME_UNITS)
  const units = [MAX_NAME_UNITS]
  if (read(name, units) !== true) return undefined
  return name.toString('utf16le').split('\0')[0] || undefined
}
