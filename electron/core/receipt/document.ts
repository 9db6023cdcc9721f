/**
 * The slip as data: what it says, in which languages, and nothing about how it looks. Composed once from the journal,
 * then rendered for a preview, a PDF or a printer. Keeps one invariant by its shape: a slip without its ref or without
 * the amount that the customer paid, is owed or was asked for cannot be written down.
 */
import type { Centimes } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import type { SalePhase } from '#shared/states/sale.ts'

export type SlipLanguage = 'fr' | 'ar'

/** The same words in each language of the slip, in the order they are shown. */
export type Wording = readonly { readonly language: SlipLanguage; readonly text: string }[]

/** `standing` is what the paper is worth in the customer's hand. */
export type Standing =
  /** Paid for, and the outcome is still to come. */
  | 'open'
  /** Paid for and delivered. */
  | 'sold'
  /** Not delivered: the shop owes the money. */
  | 'owed'
  /** Some of it was delivered: the shop owes the money of the rest. */
  | 'part-owed'
  /** Nothing was sold: the paper proves no payment. */
  | 'unsold'
  /** Given up, and the service holds it all the same: the money may have been given back, so it proves no payment. */
  | 'given-up'

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

export interface SlipDocument {
  readonly languages: readonly [SlipLanguage, ...SlipLanguage[]]
  /** Set everywhere but in production: what keeps a slip of the training mode from passing for a real one. */
  readonly mark: Wording | null
  /** Empty where the shop has not given its name. */
  readonly shopName: string
  readonly phase: SalePhase
  readonly standing: Standing
  readonly title: Wording
  /** What the sale is for (a number in groups, a product, an account): what the customer checks first. */
  readonly subject: SlipTextLine
  readonly pickUpCode: SlipTextLine | null
  readonly lines: readonly SlipLine[]
  readonly total: SlipAmountLine
  /** The currency as each language writes it. */
  readonly currency: Wording
  /** One or two sentences that tell the customer how things stand and what to do. */
  readonly notice: Wording
  /** Said aloud where the paper must not be taken for a receipt. */
  readonly warning: Wording | null
  readonly ref: Ref
  readonly refLabel: Wording
  readonly printed: SlipTextLine
}
