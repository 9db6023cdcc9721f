import { describe, expect, test } from 'vitest'
import { encodeOn, writtenOn } from '#core/receipt/code-page.ts'
import { codePageNumbers, codePages } from '#shared/printer-models.ts'
import { decodeUpperByte } from '../../support/virtual-printer-pages.ts'

const read = (page: (typeof codePages)[number], bytes: Uint8Array) =>
  [...bytes]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : decodeUpperByte(codePageNumbers[page], byte)))
    .join('')

describe.each(codePages)('%s', (page) => {
  test('writes the signs of French where a printer has them, and in other letters where not', () => {
    const written = writtenOn(page, 'À l’été, ça où Noël « hôtel » naïve œuf ÉCOLE – 5 €…')
    expect(written).toBeDefined()
    const paper = read(page, encodeOn(page, written ?? ''))
    expect(paper).not.toContain('\ufffd')
    expect(paper).toMatch(
      /^[ÀA] l['’]été, ça où Noël « hôtel » naïve (oe|œ)uf ÉCOLE [–-] 5 (€|EUR)(…|\.\.\.)$/,
    )
  })

  test.each([
    '0123456789',
    '٠١٢٣٤٥٦٧٨٩',
    '۰۱۲۳۴۵۶۷۸۹',
    '०१२३४५६७८९',
    '０１２３４５６７８９',
    '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗',
    '𝟢𝟣𝟤𝟥𝟦𝟧𝟨𝟩𝟪𝟫',
  ])('loses no digit of %s', (digits) => {
    expect(writtenOn(page, `n° ${digits}`)).toMatch(/^n° 0123456789$/)
  })

  test.each(['دج', '中', '😀', 'Ж', '\u200d'])('reports that it cannot write %s', (text) => {
    expect(writtenOn(page, `5 ${text}`)).toBeUndefined()
  })
})

test('a text that was not brought to the page is not printed as something else', () => {
  expect(() => encodeOn('cp437', 'دج')).toThrow(/no sign/)
})
