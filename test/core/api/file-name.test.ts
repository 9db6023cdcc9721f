/** Names for downloaded files: whatever a header suggests, what comes out is safe to write and honest to read. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FileType, fileExtensions, safeFileName } from '#core/api/file-kind.ts'

const named = (name: string) => `attachment; filename="${name}"`
const pdf = 'application/pdf'

describe('a header suggests', () => {
  test.each([
    ['a plain name', named('facture-12.pdf'), 'facture-12.pdf'],
    ['a name without quotes', 'attachment; filename=facture.pdf', 'facture.pdf'],
    ['a name in capitals', 'ATTACHMENT; FILENAME="FACTURE.PDF"', 'FACTURE.pdf'],
    ['a quote inside', 'attachment; filename="a\\"b.pdf"', 'a-b.pdf'],
    ['accents', "attachment; filename*=UTF-8''re%C3%A7u%20mars.pdf", 'reçu mars.pdf'],
    ['an Arabic name', "attachment; filename*=UTF-8''%D9%88%D8%B5%D9%84.pdf", 'وصل.pdf'],
    ['both names', 'attachment; filename="a.pdf"; filename*=UTF-8\'\'b.pdf', 'b.pdf'],
    ['a name that cannot be decoded', 'attachment; filename*=UTF-8\'\'%E0%A4%A; filename="a.pdf"', 'a.pdf'],
    ['another type', named('facture.png'), 'facture.pdf'],
    ['no extension', named('facture'), 'facture.pdf'],
    ['a program', named('facture.exe'), 'facture.exe.pdf'],
    ['a program behind a receipt', named('facture.pdf.exe'), 'facture.pdf.exe.pdf'],
    ['a path', named('../../etc/passwd'), 'passwd.pdf'],
    ['a path of Windows', named('C:\\Windows\\system32\\cmd.pdf'), 'cmd.pdf'],
    ['a path in percents', "attachment; filename*=UTF-8''..%2F..%2Fa.pdf", 'a.pdf'],
    ['a stream of Windows', named('a.pdf:hidden.exe'), 'a.pdf-hidden.exe.pdf'],
    ['a device', named('CON.pdf'), 'receipt.pdf'],
    ['a device with more', named('com1.facture.pdf'), 'receipt.pdf'],
    [
      'a name that reads backwards',
      "attachment; filename*=UTF-8''facture%E2%80%AEfdp.exe",
      'facturefdp.exe.pdf',
    ],
    ['a line break', "attachment; filename*=UTF-8''a%0D%0Ab.pdf", 'ab.pdf'],
    ['an end of text', "attachment; filename*=UTF-8''a%00.exe", 'a.exe.pdf'],
    ['a hidden file', named('.bashrc'), 'bashrc.pdf'],
    ['an option', named('-rf.pdf'), 'rf.pdf'],
    ['dots alone', named('...'), 'receipt.pdf'],
    ['nothing', named(''), 'receipt.pdf'],
    ['no name', 'attachment', 'receipt.pdf'],
    ['a name that is cut at a space', named(`${'x'.repeat(59)} of march.pdf`), `${'x'.repeat(59)}.pdf`],
    ['a name too long', named(`${'x'.repeat(300)}.pdf`), `${'x'.repeat(60)}.pdf`],
  ])('%s', (_what, disposition, name) => {
    expect(safeFileName(disposition, pdf)).toBe(name)
  })

  test('nothing at all', () => {
    expect(safeFileName(undefined, 'image/jpeg')).toBe('receipt.jpg')
    expect(safeFileName(named('setup.exe'), 'application/octet-stream')).toBe('setup.exe.bin')
  })
})

test('any header gives one visible segment of a bounded length, with the extension of its type', () => {
  const types = fc.constantFrom(...(Object.keys(fileExtensions) as FileType[]))
  const nasty = fc.constantFrom(
    '..',
    '/',
    '\\',
    'CON',
    'nul.',
    '\u202e',
    '\u0000',
    ' ',
    '.',
    '😀',
    '%2F',
    '"',
    ';',
  )
  const text = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 12 })
  const header = fc.oneof(
    text.map((parts) => named(parts.join(''))),
    text.map((parts) => `attachment; filename=${parts.join('')}`),
    text.map((parts) => `attachment; filename*=UTF-8''${encodeURIComponent(parts.join('').toWellFormed())}`),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(header, types, (disposition, type) => {
      const name = safeFileName(disposition, type)
      const stem = name.slice(0, -fileExtensions[type].length - 1)
      expect(name).toBe(`${stem}.${fileExtensions[type]}`)
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}._ -]*$/u)
      expect(stem).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|[ .-]$/i)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    }),
    { numRuns: 2_000 },
  )
})
