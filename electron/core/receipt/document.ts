/**
 * The slip as data: what it says, in which languages, and nothing about how it looks. Composed once from the journal,
 * then rendered for a preview, a PDF or a printer. Keeps one invariant by its shape: a slip without its ref or without
 * the amount that the customer paid, is owed or was asked for cannot be written down.
 */
import type { Centimes } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import type { Logo } from '#shared/shop.ts'
import type { SalePhase } from '#shared/states/sale.ts'

export type SlipLanguage = 'fr' | 'ar'

/** The same words in each language of the slip, in the order they are shown. */
export type Wording = readonly { readonly language: SlipLanguage; readonly text: string }[]

/** `standing` is what the paper is worth in the customer's hand. */
export type Standing =
  /** Paid for, and the outcome is still to come. */
  | 'open'
  /** Paid for and delivered, or delivered in part with nothing due for the rest. */
  | 'sold'
  /** Not delivered: the shop owes the money. */
  | 'owed'
  /** Some of it was delivered: the shop owes the money of the rest. */
  | 'part-owed'
  /** The shop owed money and gave it back. */
  | 'paid-back'
  /** Nothing was sold: the paper proves no payment. */
  | 'unsold'
  /** Given up, and the service holds it all the same: the money may have been given back, so it proves no payment. */
  | 'given-up'

/** Who gives the paper out. Names are cleaned; what the shop has not given is empty. */
export interface ShopHeader {
  readonly name: string
  readonly logo: Logo | null
  /** Address, telephones and identifiers, in the order in which they are printed. */
  readonly lines: readonly string[]
}

/** A line that may be left out when nothing is known of it: words, or digits and codes that read left to right. */
export interface SlipTextLine {
  readonly kind: 'text' | 'number' | 'code'
  readonly label: Wording
  readonly text: string
}

/** A money line is never left out, shortened or broken. */
export interface SlipAmountLine {
  readonly kind: 'amount'
  readonly label: Wording
  readonly amountCentimes: Centimes
}

export type SlipLine = SlipTextLine | SlipAmountLine

/** A card that was sold on this slip. Its code is on paper only: no preview, file or journal is given a slip with one. */
export interface SlipCard {
  readonly code: SlipTextLine
  readonly serial: SlipTextLine | null
}

export interface SlipDocument {
  readonly kind: 'slip'
  readonly languages: readonly [SlipLanguage, ...SlipLanguage[]]
  /** Set everywhere but in production: what keeps a slip of the training mode from passing for a real one. */
  readonly mark: Wording | null
  /** DUPLICATA and its number; null on the first slip of this state. */
  readonly duplicate: Wording | null
  /** Which earlier slip, of another state of the sale, it takes the place of. */
  readonly replaces: Wording | null
  readonly shop: ShopHeader
  /** Without what only repeats: logo, identifiers, notice and the ref's picture. */
  readonly isShort: boolean
  readonly phase: SalePhase
  readonly standing: Standing
  readonly title: Wording
  /** What the sale is for (a number in groups, a product, an account): what the customer checks first. */
  readonly subject: SlipTextLine
  readonly pickUpCode: SlipTextLine | null
  readonly lines: readonly SlipLine[]
  readonly cards: readonly SlipCard[]
  /** What a code is worth to whoever reads it; null where none is on the slip. */
  readonly cardNote: Wording | null
  readonly total: SlipAmountLine
  /** The currency as each language writes it. */
  readonly currency: Wording
  /** One or two sentences for the customer: how things stand and what to do. */
  readonly notice: Wording
  /** Said aloud where the paper must not be taken for a receipt. */
  readonly warning: Wording | null
  /** Over the room for a stamp and a hand; null where nobody asks for one. */
  readonly signature: Wording | null
  readonly ref: Ref
  readonly refLabel: Wording
  /** What its QR code holds: the ref, or the signed text that holds it; null where it has none. */
  readonly qr: string | null
  /** Null where the slip came out as the sale was made. */
  readonly printed: SlipTextLine | null
  readonly footer: string
}

/** A part of a sheet: lines under a heading, words, or what shows how a printer prints. */
export type SheetPart =
  | { readonly kind: 'lines'; readonly heading: Wording | null; readonly lines: readonly SlipLine[] }
  | { readonly kind: 'total'; readonly line: SlipAmountLine }
  | { readonly kind: 'words'; readonly words: Wording }
  /** Room for a hand to sign over a line. */
  | { readonly kind: 'signature'; readonly label: Wording }
  /** A scale as wide as the paper: whoever holds it sees which dots are missing. */
  | { readonly kind: 'ruler' }
  | { readonly kind: 'codes'; readonly qr: string; readonly barcode: string }

/** A paper that is no sale's slip: a printer's test page, a report of the till. */
export interface SheetDocument
  extends Pick<SlipDocument, 'languages' | 'mark' | 'duplicate' | 'shop' | 'title'> {
  readonly kind: 'sheet'
  readonly printed: SlipTextLine
  readonly currency: Wording
  readonly parts: readonly SheetPart[]
  readonly footer: string
}

export type PaperDocument = SlipDocument | SheetDocument
