/**
 * Text from outside (the shop's name, what the service says of a line) made fit for paper: one line of visible
 * characters. Marks that turn the direction of text are taken out, so that no name can turn the digits beside it around.
 */

/** Control and direction characters, which a slip neither shows nor needs. Joiners stay: Arabic script writes with them. */
const invisible = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

const MAX_CHARACTERS = 200

/** The whole text in one line: for codes of cards, of which every sign counts. Never throws. */
export const cleanLine = (text: string): string =>
  text.toWellFormed().replace(/\s+/gu, ' ').replace(invisible, '').trim()

/** Never throws, never empty-handed for text that shows something. What is longer than 200 characters ends in "…". */
export function cleanText(text: string): string {
  const line = cleanLine(text)
  const characters = [...line]
  return characters.length <= MAX_CHARACTERS ? line : `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`
}
