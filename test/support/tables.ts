/** Tables read back from the files that a counter has saved: CSV by its own rules, a workbook from its XML. */
import { readFileSync } from 'node:fs'
import { unzip } from './unzip.ts'

/** The fields of a CSV with semicolons, quotes undone; the first line is that of the headings. */
export function readCsv(path: string): readonly (readonly string[])[] {
  const text = readFileSync(path, 'utf8')
  if (!text.startsWith('\uFEFF') || !text.endsWith('\r\n'))
    throw new Error('no mark, or no end of the last line')
  const rows: string[][] = [[]]
  const field = /(?:"((?:[^"]|"")*)"|([^;"\r\n]*))(;|\r\n)/y
  field.lastIndex = 1
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const [, quoted, plain = '', end] = field.exec(text) ?? []
    if (end === undefined) throw new Error(`a field cannot be read: ${text.slice(at, at + 40)}`)
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

/** What Excel takes a field of a CSV for: the text of a constant, or the field itself. */
export const shownText = (field: string): string =>
  /^="((?:[^"]|"")*)"$/.exec(field)?.[1]?.replaceAll('""', '"') ?? field

export interface SheetCell {
  readonly type: 'text' | 'number'
  readonly style: number
  readonly value: string
}

/** The sheets of a workbook, in order: their rows, by the cells' columns. */
export function readWorkbook(path: string) {
  const parts = unzip(path)
  const sheets = [...parts.keys()].filter((name) => name.startsWith('xl/worksheets/'))
  return { parts, sheets: sheets.map((name) => readSheet(parts.get(name) ?? '')) }
}

const readSheet = (xml: string): readonly ReadonlyMap<string, SheetCell>[] =>
  [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, row, cells = '']) => {
    const found = [...cells.matchAll(/<c r="([A-Z]+)(\d+)" s="(\d)"( t="inlineStr")?>(.*?)<\/c>/gs)]
    return new Map(
      found.map(([, column = '', place, style, isText, content = '']) => {
        if (place !== row) throw new Error(`cell ${column}${place} stands in row ${row}`)
        return [column, cellOf(isText !== undefined, Number(style), content)]
      }),
    )
  })

function cellOf(isText: boolean, style: number, content: string): SheetCell {
  const [, text] = /^<is><t xml:space="preserve">(.*)<\/t><\/is>$/s.exec(content) ?? []
  const [, number] = /^<v>(-?[\d.]+)<\/v>$/.exec(content) ?? []
  const value = isText ? text : number
  if (value === undefined) throw new Error(`a cell cannot be read: ${content}`)
  return { type: isText ? 'text' : 'number', style, value: unescapeXml(value) }
}

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9A-F]{4})_/g, (_whole, code) => String.fromCharCode(Number.parseInt(code, 16)))
