/** The makers of a slip's lines: text from outside is cleaned here and nowhere else. */
import { formatDate, formatTime } from '#shared/dates.ts'
import { cleanLine, cleanText } from './clean-text.ts'
import type { SlipAmountLine, SlipTextLine, Wording } from './document.ts'
import type { SlipTexts } from './texts.ts'

/** Picks a text in each language of the slip. */
export type Word = (pick: (texts: SlipTexts) => string) => Wording

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

/** A line of which nothing is known is left out; an amount never is. */
export const known = (line: SlipTextLine): readonly SlipTextLine[] => (line.text === '' ? [] : [line])

/** The same in French and in Arabic once the Arabic form's direction marks are out, so it stands once on a slip in both. */
export const dateAndTime = (atMs: number): string => `${formatDate(atMs, 'fr')} ${formatTime(atMs, 'fr')}`
