/** A workbook of more sales than a sheet takes: real sales of a real journal, in sheets of few rows. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { historyPagesOf, tableChunks } from '#core/exports/table.ts'
import { noFilters } from '#shared/history.ts'
import { bringTo, openWhole } from '../../support/journal.ts'
import { startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { readWorkbook } from '../../support/tables.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const refs = Array.from({ length: 21 }, (_, place) => refNumber(place))

function journalOfSales() {
  const journal = openWhole(temporaryFolder())
  for (const ref of refs) bringTo(journal, ref, 'sending', startMs, 'mobile')
  return journal
}

test.each([
  ['one row too many', 21, [20, 1]],
  ['just so many', 22, [21]],
  ['a row of headings alone is never a sheet behind the first', 8, [7, 7, 7]],
  ['many sheets', 5, [4, 4, 4, 4, 4, 1]],
])('%s: sheets of %i rows hold all sales, each with its headings', async (_what, maxSheetRows, held) => {
  const path = join(temporaryFolder(), 'sales.xlsx')
  const pages = historyPagesOf(journalOfSales())({ query: '', filters: noFilters })
  const rows: number[] = []
  const advance = (more: number) => rows.push(more)
  const source = {
    format: 'xlsx',
    locale: 'fr',
    environment: 'training',
    showsCosts: true,
    atMs: startMs,
    advance,
  } as const
  await pipeline(tableChunks(pages, { ...source, maxSheetRows }), createWriteStream(path))
  const { parts, sheets } = readWorkbook(path)
  expect(sheets.map((sheet) => sheet.length - 1)).toEqual(held)
  const found = sheets.flatMap((sheet) => sheet.slice(1).map((row) => row.get('Q')?.value))
  expect(found).toEqual(refs.toReversed())
  expect(parts.get('xl/workbook.xml')?.match(/<sheet /g)).toHaveLength(held.length)
  expect(rows.reduce((sum, more) => sum + more, 0)).toBe(refs.length)
})
