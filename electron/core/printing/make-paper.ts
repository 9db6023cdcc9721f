/**
 * What is to be printed, made ready for one printer. Pure but for the fonts. The digest is of the document as it is without any
 * code: what is known of a slip but its codes would let whoever reads the journal try them out.
 */
import { createHash } from 'node:crypto'
import type { PrinterPaperName, PrinterSettings } from '#shared/printing.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { SlipPage } from '#shared/slip-page.ts'
import type { RevealedCard, Settings, StatusView } from '#shared/views.ts'
import { canonicalJson } from '../journal/entries.ts'
import type { StoredSale } from '../journal/journal.ts'
import { composeSlip, type SlipChoices } from '../receipt/compose.ts'
import { composeTestPage } from '../receipt/compose-test-page.ts'
import { composeTillPaper, movesCash, type TillContent } from '../receipt/compose-till.ts'
import type { PaperDocument, SlipDocument } from '../receipt/document.ts'
import { renderHtml } from '../receipt/html.ts'
import { renderForPrinter } from '../receipt/printer-paper.ts'
import type { Prove } from '../receipt/proof.ts'

export interface MadePaper {
  readonly documentSha256: string
  /** Bytes for the printer, or the page that the system's driver is to be given. */
  readonly content:
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    | { readonly kind: 'page'; readonly html: string }
    /** A page that the app's own origin has already. */
    | { readonly kind: 'kept-page'; readonly path: string }
}

export interface PaperContext extends Pick<Settings, 'shop'> {
  readonly language: Settings['slip']['language']
  readonly choices: SlipChoices
  readonly prove?: Prove
  readonly environment: StatusView['environment']
  readonly nowMs: number
}

/** Why no slip was made, in words for support. */
export type MadeOrNot = Result<MadePaper, string>

/** Which slip of a sale it is. */
export interface WhichSlip {
  /** Of those that show the same state. */
  readonly copyNumber: number
  /** When the newest one of another state was printed; missing where there is none. */
  readonly replacesAtMs?: number
  /** It says how much money goes back, and none before it said as much. */
  readonly isFirstOfDue: boolean
  /** The opened codes of its cards, where they are to be on it. */
  readonly cards: readonly RevealedCard[]
}

export function makeSlip(
  sale: StoredSale,
  { language, ...context }: PaperContext,
  { cards, ...which }: WhichSlip,
  printer: PrinterSettings,
): MadeOrNot {
  const withoutCodes = composeSlip(sale, language, { ...context, ...which })
  const document = composeSlip(sale, language, { ...context, ...which, cards })
  const isCash = (sale.till?.means ?? 'cash') === 'cash'
  const opens = printer.drawer && isCash && movesMoney(document, which)
  return make(document, digestOf(withoutCodes), printer, opens)
}

/**
 * Money goes into the drawer with the first slip of a sale, and out of it with the first that says how much goes back. A later
 * one that brings other news opens nothing: it may print by itself, with nobody at the counter.
 */
function movesMoney(
  { standing }: SlipDocument,
  { copyNumber, replacesAtMs, isFirstOfDue }: Omit<WhichSlip, 'cards'>,
): boolean {
  if (copyNumber > 0 || ['unsold', 'given-up', 'paid-back'].includes(standing)) return false
  return replacesAtMs === undefined || isFirstOfDue
}

/** The page by which a person sees how the printer prints. It opens no drawer. */
export function makeTestPage({ language, shop, nowMs }: PaperContext, printer: PrinterSettings): MadeOrNot {
  const document = composeTestPage(language, { shop, nowMs, printerName: printer.name })
  return make(document, digestOf(document), printer, false)
}

/** A paper of the till. The drawer opens for the first slip of what moves cash. */
export function makeTillPaper(
  content: TillContent,
  copyNumber: number,
  context: PaperContext,
  printer: PrinterSettings,
): MadeOrNot {
  const document = composeTillPaper(content, context.language, { ...context, copyNumber })
  const opens = printer.drawer && copyNumber === 0 && movesCash(content)
  return make(document, digestOf(document), printer, opens)
}

const digestOf = (document: PaperDocument): string =>
  createHash('sha256').update(canonicalJson(document)).digest('hex')

const widthsMm: Readonly<Record<PrinterPaperName, SlipPage['widthMm']>> = { 58: 58, 80: 80, A5: 148, A4: 210 }

function make(
  document: PaperDocument,
  documentSha256: string,
  printer: PrinterSettings,
  drawer: boolean,
): MadeOrNot {
  const { paper, dots, codePage, text, drawsCodes, cuts, transport } = printer
  try {
    if (transport.kind === 'driver') {
      return ok({ documentSha256, content: { kind: 'page', html: renderHtml(document, widthsMm[paper]) } })
    }
    if (paper !== 58 && paper !== 80) return err(`no roll is ${paper}`)
    const bytes = renderForPrinter(document, { dots, codePage, text, drawsCodes, cuts, drawer })
    if (!bytes.ok) return err(`${bytes.error.problem}: ${bytes.error.detail}`)
    return ok({ documentSha256, content: { kind: 'bytes', bytes: bytes.value } })
  } catch (fault) {
    // The page's own refusal: it would lack an amount or the ref.
    return err(String(fault))
  }
}
