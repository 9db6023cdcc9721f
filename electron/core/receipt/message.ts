/**
 * What a message says with which a receipt is sent: the shop, what was sold, how it stands, the amount and the ref, in each
 * language of the slip. Invariants: it holds no code of a card and nothing signed, of a number its ends alone, and it is short
 * enough for a link in any script.
 */
import { productOf } from '#shared/products/orders.ts'
import type { ReceiptMessage } from '#shared/receipt-sending.ts'
import type { Settings } from '#shared/views.ts'
import type { StoredSale } from '../journal/journal.ts'
import { figureOf } from './blocks.ts'
import { composeSlip, type SlipContext } from './compose.ts'
import type { SlipDocument, SlipLanguage, Wording } from './document.ts'
import { cleanText, wordingIn } from './lines.ts'

/** Of a name; in Arabic each character is six of a link's. */
const NAME_MAX_CHARACTERS = 32

export function composeMessage(
  sale: StoredSale,
  language: Settings['slip']['language'],
  context: Omit<SlipContext, 'cards' | 'prove'>,
): ReceiptMessage {
  const { shop, environment, nowMs } = context
  const slip = composeSlip(sale, language, { shop, environment, nowMs })
  const name = shortened(slip.shop.name)
  const what = shortened(cleanText(productOf(sale.order).maskedSubjectOf(sale.order)))
  const blocks = slip.languages.map((one) => linesIn(one, slip, what))
  const lines = [...(name === '' ? [] : [name]), ...blocks.map((block) => block.join('\n'))]
  const [first] = slip.languages
  const subject = [said(slip.title, first), name].filter((text) => text !== '').join(' · ')
  return { subject, lines: lines.join('\n\n').split('\n') }
}

function linesIn(language: SlipLanguage, slip: SlipDocument, what: string): readonly string[] {
  const line = (label: Wording, value: string) => labelled(language, said(label, language), value)
  const amount = `${figureOf(slip.total.amountCentimes)}\u00a0${said(slip.currency, language)}`
  return [
    ...(slip.mark ? [said(slip.mark, language)] : []),
    said(slip.title, language),
    line(slip.subject.label, what),
    line(slip.total.label, amount),
    line(
      wordingIn([language], ({ label }) => label.ref),
      slip.ref,
    ),
    ...(slip.warning ? [said(slip.warning, language)] : []),
  ]
}

const said = (wording: Wording, language: SlipLanguage): string =>
  (wording.find((one) => one.language === language) ?? wording[0])?.text ?? ''

/** In Arabic a value is set apart, so that its groups keep their order. */
const labelled = (language: SlipLanguage, label: string, value: string): string =>
  language === 'ar' ? `${label}: \u2068${value}\u2069` : `${label}\u00a0: ${value}`

function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= NAME_MAX_CHARACTERS
    ? text
    : `${characters.slice(0, NAME_MAX_CHARACTERS - 1).join('')}…`
}
