/// <reference types="electron" />
/**
 * Printing on Playwright's page: `webContents.printToPDF`, with inches in both under other names; and `webContents.print`, which
 * gives such a PDF to the queue of the machine's own spooler.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

type PdfOptions = NonNullable<Parameters<Page['pdf']>[0]>

/** Prints a page. Throws on a page size that the stand-in does not know. */
export async function printPage(page: Page, options: Electron.PrintToPDFOptions): Promise<Buffer> {
  return page.pdf({
    ...sizeOf(options.pageSize),
    ...marginOf(options.margins),
    printBackground: options.printBackground ?? false,
    preferCSSPageSize: options.preferCSSPageSize ?? false,
    landscape: options.landscape ?? false,
    scale: options.scale ?? 1,
    ...(options.pageRanges ? { pageRanges: options.pageRanges } : {}),
  })
}

const inches = (length: number | undefined) => `${length ?? 0}in`

function sizeOf(
  size: Electron.PrintToPDFOptions['pageSize'],
): Pick<PdfOptions, 'format' | 'width' | 'height'> {
  if (typeof size !== 'object') return { format: size ?? 'Letter' }
  return { width: inches(size.width), height: inches(size.height) }
}

function marginOf(margins: Electron.PrintToPDFOptions['margins']): Pick<PdfOptions, 'margin'> {
  if (margins === undefined) return {}
  const { top, bottom, left, right } = margins
  return { margin: { top: inches(top), bottom: inches(bottom), left: inches(left), right: inches(right) } }
}

const run = promisify(execFile)
const MICROMETRES_PER_INCH = 25_400
const SPOOLER_TIMEOUT_MS = 10_000

/** The queues of the machine's spooler; none where it has none. */
export async function listPrinters(): Promise<Electron.PrinterInfo[]> {
  const listed = await run('lpstat', ['-e'], { timeout: SPOOLER_TIMEOUT_MS }).catch(() => ({ stdout: '' }))
  const names = listed.stdout.split('\n').filter((name) => name !== '')
  return names.map((name) => ({ name, displayName: name, description: '', options: {} }))
}

/** Prints a page; Electron's own words for why not, where the spooler does not take it. */
export async function printToQueue(
  page: Page,
  options: Electron.WebContentsPrintOptions,
): Promise<string | undefined> {
  const { pageSize, printBackground, deviceName } = options
  const known = await listPrinters()
  if (deviceName !== undefined && !known.some(({ name }) => name === deviceName))
    return 'Invalid deviceName provided'
  if (known.length === 0) return 'No printers available on the network'
  const inInches = (micrometres: number) => micrometres / MICROMETRES_PER_INCH
  const size =
    typeof pageSize === 'object'
      ? { width: inInches(pageSize.width), height: inInches(pageSize.height) }
      : (pageSize ?? 'A4')
  const pdf = await printPage(page, {
    ...{ pageSize: size, margins: { top: 0, bottom: 0, left: 0, right: 0 } },
    printBackground: printBackground ?? false,
  })
  const onQueue = deviceName === undefined ? [] : ['-d', deviceName]
  const printing = run('lp', [...onQueue, '-t', 'Comptoir'], { timeout: SPOOLER_TIMEOUT_MS })
  printing.child.stdin?.end(pdf)
  return printing.then(
    () => undefined,
    () => 'Print job failed',
  )
}
