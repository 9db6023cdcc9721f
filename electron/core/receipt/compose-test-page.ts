/** Composes the page by which a person sees whether a printer prints as it should: both scripts, every accent, the edges, codes. */
import { centimes } from '#shared/money.ts'
import type { Shop } from '#shared/shop.ts'
import type { Settings } from '#shared/views.ts'
import type { SheetDocument } from './document.ts'
import {
  amountLine,
  dateAndTime,
  headerOf,
  languagesOf,
  numberLine,
  textLine,
  type Word,
  wordingIn,
} from './lines.ts'

export interface TestPageContext {
  readonly shop: Shop
  readonly nowMs: number
  /** The printer's name, as the shop calls it. */
  readonly printerName: string
}

/** An amount of every digit, with groups and centimes. */
const sampleAmount = centimes(123_456_789_0)
/** What both codes carry: all signs that a ref and a pick-up code may hold are of this kind. */
const QR_SAMPLE = '0123456789ABCDEFGHJKMNPQRS'
const BARCODE_SAMPLE = 'TST-123'

/** The test page in the languages of the shop's slips. It proves nothing was sold: it holds no ref. */
export function composeTestPage(
  language: Settings['slip']['language'],
  { shop, nowMs, printerName }: TestPageContext,
): SheetDocument {
  const languages = languagesOf[language]
  const word: Word = (pick) => wordingIn(languages, pick)
  return {
    kind: 'sheet',
    languages,
    mark: word(({ testPage }) => testPage.mark),
    duplicate: null,
    shop: headerOf(shop),
    title: word(({ testPage }) => testPage.title),
    currency: word(({ currency }) => currency),
    parts: [
      {
        kind: 'lines',
        heading: null,
        lines: [
          textLine(
            word(({ testPage }) => testPage.printer),
            printerName,
          ),
        ],
      },
      // Whatever the slips' language, the printer has to show both scripts.
      { kind: 'words', words: wordingIn(['fr', 'ar'], ({ testPage }) => testPage.sample) },
      {
        kind: 'lines',
        heading: word(({ testPage }) => testPage.ruler),
        lines: [],
      },
      { kind: 'ruler' },
      {
        kind: 'total',
        line: amountLine(
          word(({ label }) => label.amount),
          sampleAmount,
        ),
      },
      { kind: 'codes', qr: QR_SAMPLE, barcode: BARCODE_SAMPLE },
    ],
    printed: numberLine(
      word(({ label }) => label.printed),
      dateAndTime(nowMs),
    ),
    footer: '',
  }
}
