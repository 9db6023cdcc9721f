/** Texts as they are compared in a search: case, accents, vowel marks and the usual Arabic spellings do not count. Pure. */

/** Letters that are written for one another, and the stroke that only stretches a word. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/[\p{M}\u0640]/gu, ''],
  [/\u0629/g, '\u0647'],
  [/\u0649/g, '\u064a'],
]

/** A text as it is compared. */
export const fold = (text: string): string =>
  spellings
    .reduce((plain, [from, to]) => plain.replace(from, to), text.normalize('NFKD'))
    .toLowerCase()
    .trim()

/** Arabic and Persian digits become Western ones; all else stays. */
export const inWesternDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
