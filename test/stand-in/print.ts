/// <reference types="electron" />
/** `webContents.printToPDF` on Playwright's page: inches in both, under other names. */
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
