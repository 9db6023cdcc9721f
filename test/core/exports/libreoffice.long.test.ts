/** A CSV as LibreOffice reads it with every cleverness switched on, and as it writes it again: no text becomes a formula. */
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { csvText } from '#core/exports/table.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const TEXTS = 3_000
const parts = fc.constantFrom(
  ...['=', '+', '-', '@', '\t', '\r', '\n', '"', "'", ';', ',', ' ', '1', 'a', '\u200e', '\uff1d'],
  ...['SUM(1)', 'HYPERLINK("http://x","y")', 'WEBSERVICE("http://x")', "cmd|' /C calc'!A0"],
)
const odd = fc.array(parts, { minLength: 1, maxLength: 7 }).map((chosen) => chosen.join(''))

function whyNotHere(): string | undefined {
  try {
    execFileSync('soffice', ['--version'])
    return undefined
  } catch {
    return 'LibreOffice is not installed'
  }
}
const why = whyNotHere()

beforeEach(({ skip }) => skip(why !== undefined, why))

/** Fields in quotes may be values, special numbers are looked for, and formulas are evaluated. */
const readBy = (separator: string) =>
  `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,0,true`

async function convert(folder: string, from: string, to: string, separator: string): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
  const how = ['--headless', `--infilter=${readBy(separator)}`, '--convert-to', to, '--outdir', folder]
  await promisify(execFile)('soffice', [profile, ...how, join(folder, from)])
}

/** The formulas of a sheet but those that are a constant text. */
const formulasIn = (folder: string, name: string): readonly string[] =>
  [...readFileSync(join(folder, name), 'utf8').matchAll(/table:formula="([^"]*)"/g)]
    .map(([, formula = '']) => formula.replaceAll('&quot;', '"'))
    .filter((formula) => !/^of:="([^"]|"")*"$/.test(formula))

test.each([';', ',', '\t'])(
  'no text becomes a formula with the separator %j, even after it is saved again',
  async (separator) => {
    const folder = temporaryFolder()
    const rows = fc.sample(odd, TEXTS).map((text) => `x;${csvText(text)};x`)
    writeFileSync(join(folder, 'table.csv'), `\uFEFF${['a;b;c', ...rows].join('\r\n')}\r\n`)
    await convert(folder, 'table.csv', 'fods', separator)
    expect(formulasIn(folder, 'table.fods')).toEqual([])
    const saved = `csv:Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,76,1,,0,false,true,false`
    await convert(folder, 'table.fods', saved, separator)
    await convert(folder, 'table.csv', 'fods', separator)
    expect(formulasIn(folder, 'table.fods')).toEqual([])
  },
)

test('an unmarked formula is detected, which the tests above rely on', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'table.csv'), 'a;b\r\nx;=1+1\r\n')
  await convert(folder, 'table.csv', 'fods', ';')
  expect(formulasIn(folder, 'table.fods')).toEqual(['of:=1+1'])
})
