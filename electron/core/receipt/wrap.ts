/** Breaks words into lines, for printer text and pictures alike. Invariant: no character is lost but the spaces at breaks. */

/** How wide a text is, in columns or dots. */
export type Measure = (text: string) => number

const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' })

/**
 * The lines of `text`, each at most `width` wide. It breaks at ordinary spaces; only a word that is wider than a whole
 * line is broken inside, between characters as a reader sees them. At least one line, which may be empty.
 */
export function wrapWords(text: string, width: number, measure: Measure): readonly string[] {
  if (measure(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((one) => partsOf(one, width, measure))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
    }
  }
  lines.push(line)
  return lines
}

/** A word in pieces that fit: the word itself nearly always. */
function partsOf(word: string, width: number, measure: Measure): readonly string[] {
  if (measure(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && measure(part + segment) > width) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  parts.push(part)
  return parts
}
