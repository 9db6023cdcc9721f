/** The makers of a slip's lines: text from outside is cleaned here and nowhere else. */

import { formatDate, formatTime } from '#shared/dates.ts'
import type { DisplayStatus } from '#shared/display-status.ts'
import ar from '#shared/locales/slip/ar.json' with { type: 'json' }
import fr from '#shared/locales/slip/fr.json' with { type: 'json' }
import { heads } from '#shared/printer-models.ts'
import type { WordingVariant } from '#shared/products/product.ts'
import type { Shop } from '#shared/shop.ts'
import type { Settings } from '#shared/views.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { ShopHeader, SlipAmountLine, SlipLanguage, SlipTextLine, Wording } from './document.ts'

/** Picks a text in each language of the slip. */
export type Word = (pick: (texts: SlipTexts) => string) => Wording

/** The label of a line, by its key. */
export type Label = (key: keyof SlipTexts['label']) => Wording

export const labelsIn =
  (word: Word): Label =>
  (key) =>
    word(({ label }) => label[key])

export const textLine = (label: Wording, text: string): SlipTextLine => ({
  kind: 'text',
  label,
  text: cleanText(text),
})

/** Groups keep together: an ordinary space would let a number break across two lines. */
export const numberLine = (label: Wording, text: string): SlipTextLine => ({
  kind: 'number',
  label,
  text: cleanText(text).replaceAll(' ', '\u00a0'),
})

export const codeLine = (label: Wording, text: string): SlipTextLine => ({
  kind: 'code',
  label,
  text: cleanText(text),
})

/** The code of a card, whole however long it is. */
export const wholeCodeLine = (label: Wording, text: string): SlipTextLine => ({
  kind: 'code',
  label,
  text: cleanLine(text),
})

export const amountLine = (
  label: Wording,
  amountCentimes: SlipAmountLine['amountCentimes'],
): SlipAmountLine => ({ kind: 'amount', label, amountCentimes })

/** A label in words that are the same in every language, once; the given one where there are none. */
export const inPlaceOf = (label: Wording, text: string): Wording =>
  text === '' ? label : label.slice(0, 1).map((one) => ({ ...one, text }))

/** A line of which nothing is known is left out; an amount never is. */
export const known = (line: SlipTextLine): readonly SlipTextLine[] => (line.text === '' ? [] : [line])

/** The service's number of what it did, where it gave one. */
export const transactionLine = (
  { transactionNumber }: Pick<StoredSale, 'transactionNumber'>,
  label: Label,
): readonly SlipTextLine[] => known(codeLine(label('transaction'), transactionNumber ?? ''))

/** The same in French and in Arabic once the Arabic form's direction marks are out, so it stands once on a slip in both. */
export const dateAndTime = (atMs: number): string => `${formatDate(atMs, 'fr')} ${formatTime(atMs, 'fr')}`

// The shop's header as it stands on paper: what the shop has not given has no line. Words from outside are cleaned here.

/** By these letters every trader's papers name them, in French and in Arabic alike. */
const identifiers = { rc: 'RC', nif: 'NIF', nis: 'NIS', ai: 'AI' } as const

export function headerOf(shop: Shop): ShopHeader {
  return {
    name: cleanText(shop.name),
    logo: shop.logo,
    lines: [
      ...shop.address.map(cleanText),
      // The digits of a number keep together, and one number reads from left to right even among Arabic words.
      ...phoneLines(shop.phones.map(keptTogether).filter(isGiven)),
      ...identifierLines(shop),
    ].filter(isGiven),
  }
}

/** Characters of a line on the narrowest paper. */
const narrowest = Math.min(...Object.values(heads).map(({ columns }) => columns))

/** As many numbers to a line as any paper holds, so that no line ends on the dot between two. */
function phoneLines(phones: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (const phone of phones) {
    const longer = `${lines.at(-1)}\u00a0· ${phone}`
    if (lines.length > 0 && longer.length <= narrowest) lines.splice(-1, 1, longer)
    else lines.push(phone)
  }
  return lines
}

const isGiven = (text: string): boolean => text !== ''

/** The groups of a number do not part at the end of a line. */
export const keptTogether = (text: string): string => cleanText(text).replaceAll(' ', '\u00a0')

const identifierLines = (shop: Shop): readonly string[] =>
  (['rc', 'nif', 'nis', 'ai'] as const)
    .filter((name) => cleanText(shop[name]) !== '')
    .map((name) => `${identifiers[name]} ${keptTogether(shop[name])}`)

// The words of the slip, which is in French, Arabic or both whatever language the cashier works in.

/** French is the reference: a word that Arabic lacks is a compile error. */
export type SlipTexts = typeof fr

const textsIn: Readonly<Record<SlipLanguage, SlipTexts>> = { fr, ar }

export const languagesOf: Readonly<
  Record<Settings['slip']['language'], readonly [SlipLanguage, ...SlipLanguage[]]>
> = {
  fr: ['fr'],
  ar: ['ar'],
  both: ['fr', 'ar'],
}

/** Picks the same text in each language, in order. */
export function wordingIn(languages: readonly SlipLanguage[], pick: (texts: SlipTexts) => string): Wording {
  return languages.map((language) => ({ language, text: pick(textsIn[language]) }))
}

/** Words of a kind's own, where those that all share do not fit. */
type OwnWords = Readonly<Record<'title' | 'notice', Readonly<Partial<Record<DisplayStatus, string>>>>>

/** The title or the notice of a displayStatus, in the words of the kind of sale. */
export function wordedFor(
  texts: SlipTexts,
  wording: WordingVariant,
  part: keyof OwnWords,
  displayStatus: DisplayStatus,
): string {
  const own: OwnWords | undefined = wording === 'topup' ? undefined : texts.of[wording]
  return own?.[part][displayStatus] ?? texts[part][displayStatus]
}

// Text from outside (the shop's name, what the service says of a line) made fit for paper: one line of visible
// characters. Marks that turn the direction of text are taken out, so that no name can turn the digits beside it around.

/** Control and direction characters, which a slip neither shows nor needs. Joiners stay: Arabic script writes with them. */
const invisible = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

const MAX_CHARACTERS = 200

/** The whole text in one line: for codes of cards, of which every sign counts. Never throws. */
const cleanLine = (text: string): string =>
  text.toWellFormed().replace(/\s+/gu, ' ').replace(invisible, '').trim()

/** Never throws, never empty-handed for text that shows something. What is longer than 200 characters ends in "…". */
export function cleanText(text: string): string {
  const line = cleanLine(text)
  const characters = [...line]
  return characters.length <= MAX_CHARACTERS ? line : `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`
}
