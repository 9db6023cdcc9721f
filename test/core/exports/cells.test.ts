/** What becomes of a text, an amount and a time in either table: nothing is evaluated, nothing loses a digit. Tables of cases. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excelDays, frenchTime } from '#core/exports/columns.ts'
import { csvCell, csvText } from '#core/exports/table.ts'
import { columnName, MAX_SHEET_ROWS, xmlText } from '#core/exports/workbook.ts'
import { RUNS } from '../../support/effort.ts'
import { shownText } from '../../support/tables.ts'

describe('a text in a CSV', () => {
  test.each([
    ['=1+1', `"'=1+1"`],
    ['+213550123456', `"'+213550123456"`],
    ['-5', `"'-5"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1+1', `"'\t'=1+1"`],
    ['\r=1+1', `"'\r'=1+1"`],
    [' =1+1', `"' =1+1"`],
    ['\u00a0\u200f=cmd|x', `"'\u00a0\u200f=cmd|x"`],
    ['＝1+1', `"'＝1+1"`],
    ['\u200e\r1', `"'\u200e\r1"`],
  ])('beginning like a formula, %j, gets an apostrophe before it', (text, written) => {
    expect(csvText(text)).toBe(written)
  })

  test.each([
    ['Netflix,=HYPERLINK("http://x")', `"Netflix,'=HYPERLINK(""http://x"")"`],
    ['Netflix; @SUM(A1)', `"Netflix;' @SUM(A1)"`],
    ['two\n+1+1', `"two\n'+1+1"`],
  ])(
    'in which a formula would begin behind another separator, %j, has an apostrophe before that',
    (text, written) => {
      expect(csvText(text)).toBe(written)
    },
  )

  test.each([
    ...['0770123456', '213550123456', '0123456789012345678901234', '12e5', '1/2', '2025-12', '10 USD'],
    ...['MARS1', 'sept-2', '1,5', '(12)', '€5', 'VRAI', '٠٧٧٠١٢٣٤٥٦', '1"2'],
  ])('that Excel would read as a value, %j, stays text', (text) => {
    expect(csvText(text)).toMatch(/^"=""/)
    expect(shownText(csvText(text).slice(1, -1).replaceAll('""', '"'))).toBe(text)
  })

  test.each([
    ['Steam', 'Steam'],
    ['بطاقة جوجل بلاي', 'بطاقة جوجل بلاي'],
    ['a;b', '"a;b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['', ''],
  ])('of another kind, %j, is written unchanged', (text, written) => {
    expect(csvText(text)).toBe(written)
  })

  test(`whatever it is, begins no field as a formula but that of a constant (${RUNS} texts)`, () => {
    const mark = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '"', ';', ' ', '1', 'a', '\u200e', '\n')
    const odd = fc.array(fc.oneof(mark, fc.string({ unit: 'grapheme' })), { maxLength: 6 })
    fc.assert(
      fc.property(odd, (parts) => {
        const written = csvText(parts.join(''))
        const field = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
        if (/^[\s\p{Cf}]*[=+\-@\t\r]/u.test(field)) expect(field).toMatch(/^="([^"]|"")*"$/)
      }),
      { numRuns: RUNS },
    )
  })
})

test.each([
  ['amount', 120_050, '1200,50'],
  ['amount', 7, '0,07'],
  ['amount', -150, '-1,50'],
  ['amount', 0, '0,00'],
  ['count', 3, '3'],
  ['time', Date.UTC(2026, 0, 31, 23, 5, 9, 999), '01/02/2026 00:05:09'],
  ['text', null, ''],
] as const)('a cell of a CSV, %s %s, is %s', (type, value, written) => {
  expect(csvCell(type, value)).toBe(written)
})

test('a time is a day of Excel’s, by the shop’s clock and to the second', () => {
  expect(excelDays(Date.UTC(2026, 0, 1, 11, 0, 0, 400))).toBe(46_023.5)
  expect(excelDays(Date.UTC(2025, 11, 31, 23))).toBe(46_023)
  expect(frenchTime(Date.UTC(2025, 11, 31, 23))).toBe('01/01/2026 00:00:00')
})

test.each([
  ['a<b>&"c', 'a&lt;b&gt;&amp;"c'],
  ['bell \u0007', 'bell _x0007_'],
  ['_x0007_', '_x005F_x0007_'],
  ['half \ud800', 'half \ufffd'],
  ['line\nbreak\ttab', 'line\nbreak\ttab'],
  ['return\r', 'return_x000D_'],
])('a text in a workbook, %j, is written as %j', (text, written) => {
  expect(xmlText(text)).toBe(written)
})

test('columns have the names of Excel’s, and a sheet no more rows than it takes', () => {
  expect([0, 25, 26, 51, 52].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA'])
  expect(MAX_SHEET_ROWS).toBe(2 ** 20)
})

test('cells of nothing but separators are written in the time that their length takes: else this one never ends', () => {
  const text = `${'\t'.repeat(32_000)}=`
  for (let times = 0; times < 300; times += 1) expect(csvText(text).includes("\t'=")).toBe(true)
})
