/**
 * The journal as a file, and the command that checks it: every byte of a small one is changed, it is cut at every place, its
 * lines are moved, and what is wrong is found and named each time.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { journalParts } from '#core/exports/exports.ts'
import type { Journal } from '#core/journal/journal.ts'
import { verifyExport } from '../../../resources/verify-journal.mjs'
import { ended, startExporting } from '../../support/exporting.ts'
import { bringTo, openWhole } from '../../support/journal.ts'
import { startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const command = fileURLToPath(new URL('../../../resources/verify-journal.mjs', import.meta.url))

async function exportOf(journal: Journal): Promise<Buffer> {
  const texts: string[] = []
  for await (const { text } of journalParts(journal)) texts.push(text)
  return Buffer.from(texts.join(''))
}

async function smallExport() {
  const journal = openWhole(temporaryFolder())
  bringTo(journal, refNumber(1), 'fulfilled', startMs, 'mobile')
  const bytes = await exportOf(journal)
  return { bytes, entries: journal.readEntries() }
}

/** What the command says of these bytes: `ok`, or what does not fit. */
const verdict = (...chunks: readonly Buffer[]): Promise<string> =>
  verifyExport(chunks).then(
    () => 'ok',
    (fault: Error) => fault.message,
  )

/** The line of a byte, from 1. */
const lineAt = (bytes: Buffer, at: number): number =>
  bytes.subarray(0, at).toString('latin1').split('\n').length

const namesOf = (line: number, last: number): readonly string[] => [
  ...(line === 1 ? ['the header (line 1)', 'behind the header'] : []),
  ...(line > 1 && line < last
    ? [`entry ${line - 1} (line ${line})`, `behind entry ${line - 2} (line ${line})`]
    : []),
  ...(line === last
    ? [
        `behind entry ${last - 2}`,
        `the end line (line ${last})`,
        `entry ${last - 1} (line ${last})`,
        `line ${last + 1}`,
      ]
    : []),
]

describe('an exported journal', () => {
  test('is as it was written, in chunks of any length, with the number of its entries', async () => {
    const { bytes, entries } = await smallExport()
    const last = entries.at(-1)
    for (const length of [1, 7, 64, 100_000]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, place) =>
        bytes.subarray(place * length, (place + 1) * length),
      )
      expect(await verifyExport(pieces)).toEqual({ entries: entries.length, hash: last?.hash })
    }
  })

  test('with one changed byte is detected, and the line is named', async () => {
    const { bytes } = await smallExport()
    const last = lineAt(bytes, bytes.length - 1)
    const unnamed: string[] = []
    for (let at = 0; at < bytes.length; at += 1) {
      const was = bytes.readUInt8(at)
      for (const other of [was ^ 1, was ^ 32, was ^ 128, 10, 13, 32, 0].filter((one) => one !== was)) {
        bytes.writeUInt8(other, at)
        const said = await verdict(bytes)
        const line = lineAt(bytes, at)
        if (!namesOf(line, last).some((name) => said.startsWith(name)))
          unnamed.push(`${at}, ${other}: ${said}`)
      }
      bytes.writeUInt8(was, at)
    }
    expect(unnamed.slice(0, 5)).toEqual([])
    expect(await verdict(bytes)).toBe('ok')
  })

  test('cut off at any place is detected', async () => {
    const { bytes } = await smallExport()
    for (let length = 0; length < bytes.length; length += 1) {
      expect(await verdict(bytes.subarray(0, length))).toMatch(/^behind .+(cut off|ends here)/)
    }
  })

  test('with a byte, a blank or a line too many or too few is detected', async () => {
    const { bytes } = await smallExport()
    const lines = bytes.toString('utf8').split('\n').slice(0, -1)
    const written = (changed: readonly string[]) => Buffer.from(changed.map((line) => `${line}\n`).join(''))
    const swapped = lines.with(2, lines[3] ?? '').with(3, lines[2] ?? '')
    expect(await verdict(written(swapped))).toBe('entry 2 (line 3): entry 3 stands in its place')
    expect(await verdict(written(lines.toSpliced(3, 1)))).toBe(
      'entry 3 (line 4): entry 4 stands in its place',
    )
    expect(await verdict(written(lines.toSpliced(3, 0, lines[2] ?? '')))).toBe(
      'entry 3 (line 4): entry 2 stands in its place',
    )
    expect(await verdict(written(lines.toSpliced(-2, 1)))).toMatch(
      /^the end line \(line \d+\), behind entry \d+: it tells of/,
    )
    expect(await verdict(written(lines.toSpliced(3, 0, '')))).toMatch(/^entry 3 \(line 4\)|the end line/)
    expect(await verdict(written([...lines, '']))).toMatch(/behind the end/)
    expect(await verdict(bytes, Buffer.from(' '))).toMatch(/a line that is cut off/)
    expect(await verdict(Buffer.from('\uFEFF'), bytes)).toMatch(/^the header/)
    expect(await verdict(Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r\n')))).toMatch(/^the header/)
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await verdict(bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at))).not.toBe('ok')
    }
  })

  test('without any entry is no journal, whatever its end says', async () => {
    const { bytes } = await smallExport()
    const header = bytes.subarray(0, bytes.indexOf('\n') + 1)
    const end = { end: { entries: 0, hash: '0'.repeat(64) } }
    expect(await verdict(header, Buffer.from(`${JSON.stringify(end)}\n`))).toMatch(/^entry 1 \(line 2\): /)
  })

  test('whose header names another journal is detected', async () => {
    const [one, other] = [await smallExport(), await smallExport()]
    const header = one.bytes.subarray(0, one.bytes.indexOf('\n'))
    const rest = other.bytes.subarray(other.bytes.indexOf('\n'))
    expect(await verdict(header, rest)).toMatch(/^the header \(line 1\): it names journal/)
  })
})

test('the command needs only its own file and the journal’s, and its exit code is the result', async () => {
  const counter = await startExporting({ sales: 300 })
  await counter.command('journal.export', {})
  const { path, rows, total } = await ended(counter)
  // With the entry that says that it is exported.
  expect([rows, total]).toEqual([1_202, 1_202])
  const alone = join(temporaryFolder(), 'verify.mjs')
  copyFileSync(command, alone)
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [alone, ...args], {
      encoding: 'utf8',
      env: {},
    })
    return { status, said: stdout + stderr }
  }
  expect(run(path)).toEqual({
    status: 0,
    said: expect.stringMatching(/^ok: 1202 entries, .+[0-9a-f]{64}\n$/),
  })
  const bytes = readFileSync(path)
  const at = bytes.indexOf('"sequence":700}')
  writeFileSync(path, bytes.fill('x', at - 60, at - 59))
  expect(run(path)).toEqual({
    status: 1,
    said: expect.stringMatching(/^wrong: entry 700 \(line 701\): .+\n$/),
  })
  expect(run(`${path}.none`)).toMatchObject({ status: 2 })
  expect(run()).toMatchObject({ status: 2, said: expect.stringContaining('usage') })
})
