/** The history as a table, from the command to the file that is read back: what is in it, of which type, and in which words. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { exportWords } from '#core/exports/columns.ts'
import type { HistoryExportAsked } from '#shared/exports.ts'
import { noFilters } from '#shared/history.ts'
import { locales } from '#shared/views.ts'
import { ended, publishedExports, startExporting } from '../../support/exporting.ts'
import { orderOfSale, refOfSale } from '../../support/past-journal.ts'
import { readCsv, readWorkbook, shownText } from '../../support/tables.ts'

const all: Omit<HistoryExportAsked, 'format'> = { query: '', filters: noFilters }
const SALES = 250
const columns = Object.keys(exportWords.fr.column)
const columnOf = (name: string) => columns.indexOf(name)
const letterOf = (name: string) => String.fromCharCode(65 + columnOf(name))

function numberOfSale(n: number): string {
  const order = orderOfSale(n)
  if (order.kind === 'gift-card') return ''
  return order.kind === 'bill' ? order.accountNumber : order.number
}

describe('a CSV', () => {
  test('has every sale once, newest first, with its number and ref whole, its amounts and times as French Excel reads them', async () => {
    const counter = await startExporting({ sales: SALES })
    await counter.command('history.export', { ...all, format: 'csv' })
    const view = await ended(counter)
    expect(view).toMatchObject({ what: 'csv', state: 'saved', rows: SALES, problem: null })
    expect(view.done).toBe(view.total)
    const [headings = [], ...rows] = readCsv(view.path)
    expect(headings).toEqual(Object.values(exportWords.fr.column))
    const refs = rows.map((row) => shownText(row[columnOf('ref')] ?? ''))
    expect(refs).toEqual(Array.from({ length: SALES }, (_, place) => refOfSale(SALES - 1 - place)))
    for (const [place, row] of rows.entries()) {
      expect(shownText(row[columnOf('number')] ?? '')).toBe(numberOfSale(SALES - 1 - place))
      expect(row[columnOf('price')]).toMatch(/^\d+,\d\d$/)
      expect(row[columnOf('date')]).toMatch(/^\d\d\/\d\d\/20\d\d \d\d:\d\d:\d\d$/)
      expect(row[columnOf('environment')]).toBe('TEST (entraînement)')
    }
  })

  test('holds only what was searched for, with a product’s Arabic whole', async () => {
    const counter = await startExporting({ sales: SALES })
    const filters = { ...noFilters, states: ['fulfilled'] as const }
    const asked = { query: 'بطاقة', filters: { ...filters, states: [...filters.states] } }
    const shown = await counter.command('history.page', { ...asked, from: { kind: 'newest' }, rows: 50 })
    await counter.command('history.export', { ...asked, format: 'csv' })
    const [, ...rows] = readCsv((await ended(counter)).path)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map((row) => shownText(row[columnOf('ref')] ?? ''))).toEqual(
      shown.sales.map(({ ref }) => ref),
    )
    for (const row of rows) expect(row[columnOf('product')]).toContain('بطاقة جوجل بلاي')
  })

  test('has only its headings if nothing fits', async () => {
    const counter = await startExporting({ sales: 5 })
    await counter.command('history.export', { query: 'zzzz', filters: noFilters, format: 'csv' })
    const view = await ended(counter)
    expect(readCsv(view.path)).toHaveLength(1)
    expect(view).toMatchObject({ state: 'saved', rows: 0 })
  })

  test.each(locales)('has its words in the counter’s language, %s', async (locale) => {
    const counter = await startExporting({ sales: 5 })
    await counter.command('settings.update', { locale })
    await counter.command('history.export', { ...all, format: 'csv' })
    const [headings, first] = readCsv((await ended(counter)).path)
    expect(headings).toEqual(Object.values(exportWords[locale].column))
    expect(Object.values(exportWords[locale].state)).toContain(first?.[columnOf('state')])
  })
})

describe('a workbook', () => {
  test('has numbers and times as numbers with a format, and all else as text', async () => {
    const counter = await startExporting({ sales: SALES })
    await counter.command('history.export', { ...all, format: 'xlsx' })
    const { parts, sheets } = readWorkbook((await ended(counter)).path)
    expect([...parts.keys()]).toEqual([
      ...['[Content_Types].xml', '_rels/.rels', 'xl/styles.xml', 'xl/worksheets/sheet1.xml'],
      ...['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'],
    ])
    const [[headings, ...rows] = []] = sheets
    expect([...(headings?.values() ?? [])].map(({ value }) => value)).toEqual(
      Object.values(exportWords.fr.column),
    )
    expect(rows).toHaveLength(SALES)
    const first = rows[0]
    expect(first?.get(letterOf('ref'))).toEqual({ type: 'text', style: 1, value: refOfSale(SALES - 1) })
    expect(first?.get(letterOf('number'))?.value ?? '').toBe(numberOfSale(SALES - 1))
    expect(first?.get(letterOf('price'))).toMatchObject({ type: 'number', style: 2 })
    expect(first?.get(letterOf('date'))).toMatchObject({ type: 'number', style: 4 })
    expect(rows.every((row) => row.get(letterOf('number'))?.type !== 'number')).toBe(true)
  })

  test('runs from right to left in Arabic', async () => {
    const counter = await startExporting({ sales: 5 })
    await counter.command('settings.update', { locale: 'ar' })
    await counter.command('history.export', { ...all, format: 'xlsx' })
    const { parts } = readWorkbook((await ended(counter)).path)
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain('rightToLeft="1"')
    expect(parts.get('xl/workbook.xml')).toContain(exportWords.ar.sheet)
  })
})

test('an export is one entry of the journal, changes nothing else, and reports its progress in order', async () => {
  const counter = await startExporting({ sales: SALES })
  const entries = () => counter.command('journal.verify', {}).then((found) => found.entries)
  const before = await entries()
  await counter.command('history.export', { ...all, format: 'csv' })
  const view = await ended(counter)
  expect(await entries()).toBe(before + 1)
  const published = publishedExports(counter)
  expect(published.at(0)).toMatchObject({ state: 'running', rows: 0 })
  expect(published.at(-1)).toEqual(view)
  expect(published.map(({ rows }) => rows)).toEqual(
    published.map(({ rows }) => rows).toSorted((a, b) => a - b),
  )
})

test('the same history gives the same table twice', async () => {
  const counter = await startExporting({ sales: 40 })
  const digests: string[] = []
  for (const _ of [1, 2]) {
    await counter.command('history.export', { ...all, format: 'csv' })
    const { path } = await ended(counter)
    digests.push(createHash('sha256').update(readFileSync(path)).digest('hex'))
  }
  expect(digests[0]).toBe(digests[1])
})
