/** What goes to a printer: a slip's bytes, or a page of ours for the system's driver. */
import type { PrinterPaperName } from '#shared/printing.ts'

export interface PrinterPage {
  /** Under the app's own origin, and there only while the job is on its way. */
  readonly path: string
  readonly paper: PrinterPaperName
}

export type Printable =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | ({ readonly kind: 'page' } & PrinterPage)
