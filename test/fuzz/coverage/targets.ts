/** Every reader of bytes from outside, as a target, with what it promises whatever it is given. Free of the test runner. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { classify } from '#core/api/classify.ts'
import type { Endpoint } from '#core/api/endpoint.ts'
import * as account from '#core/api/endpoints/account.ts'
import * as links from '#core/api/endpoints/payment-links.ts'
import { proveFileType, safeFileName } from '#core/api/file-kind.ts'
import { builtInProfile, readApiProfile } from '#core/api/profile.ts'
import { readBy, readResult } from '#core/api/reading.ts'
import { csvText } from '#core/exports/table.ts'
import { parseEntry } from '#core/journal/entries.ts'
import { JournalFault } from '#core/journal/faults.ts'
import { inspectInSlices, inspectJournal } from '#core/journal/inspect.ts'
import { readRowsAfter } from '#core/journal/salvage.ts'
import { readPng } from '#core/logo/png.ts'
import { createStatusTalk } from '#core/printing/ask-status.ts'
import { decodeAnswer, encodeRequest } from '#core/printing/transports/ipp-message.ts'
import * as billAccount from '#core/products/bill/bill-account.ts'
import * as bills from '#core/products/bill/endpoints.ts'
import * as cards from '#core/products/gift-card/endpoints.ts'
import * as internet from '#core/products/internet/endpoints.ts'
import * as mobile from '#core/products/mobile/endpoints.ts'
import { readSettings, textOfSettings } from '#core/settings-text.ts'
import { importSetup } from '#core/setup.ts'
import { readVersionFile } from '#core/updates/version-file.ts'
import { ok } from '#shared/result.ts'
import { defaultSettings, settingsSchema } from '#shared/views.ts'
import { envelope, sampleFiles, sampleRef, sampleTransactions } from '../../support/bill-samples.ts'
import { writeEarlier } from '../../support/earlier-journal.ts'
import { noFiles } from '../../support/no-files.ts'
import { platformRequests } from '../../support/platform-requests/all.ts'
import type { Target } from './by-coverage.ts'

function promise(isKept: boolean, what: string): void {
  if (!isKept) throw new Error(`a broken promise: ${what}`)
}

const asText = (input: Buffer) => input.toString('utf8')
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

// The service's answers: read, judged, and taken by the endpoint that asked. The first byte says which.

const endpoints = [account, links, billAccount, bills, cards, internet, mobile]
  .flatMap((module): readonly unknown[] => Object.values(module))
  .filter(
    (one): one is Endpoint<unknown, unknown> => typeof one === 'object' && one !== null && 'answers' in one,
  )

const bodies = [
  ...Object.values(platformRequests).map(({ answer }) => answer.slice(answer.indexOf('\r\n\r\n') + 4)),
  ...Object.values(sampleTransactions).map((one) => envelope(one)),
]
const statuses = [200, 201, 400, 401, 403, 404, 409, 422, 429, 500, 503]

const apiReplies: Target = {
  seeds: bodies.flatMap((body) => {
    const at = endpoints.findIndex(({ answers }) => readBy(answers[200], JSON.parse(body)).success)
    return [Buffer.concat([Buffer.of(Math.max(0, at), 0), Buffer.from(body)])]
  }),
  words: [
    '"success"',
    '"data"',
    '"error"',
    '"items"',
    '"pagination"',
    '"status"',
    'FULFILLED',
    'REFUNDED',
    '"ref"',
  ],
  run(input) {
    const [which = 0, how = 0, ...rest] = input
    const endpoint = endpoints[which % endpoints.length]
    const status = statuses[how % statuses.length] ?? 200
    const result = { kind: 'answer', status, headers: {}, body: Buffer.from(rest) } as const
    const reading = readResult(result, endpoint?.answerKind)
    if (!endpoint) return
    const asked = { ref: sampleRef, id: 't1', productId: 'x', typeId: 'x', page: 1 }
    const { kind } = classify(endpoint, asked, reading, { requestId: null } as never)
    promise(kind !== 'not-sent', 'an answer is no proof that nothing was sent')
    promise(kind !== 'accepted' || (status >= 200 && status < 300), `accepted with ${status}`)
    promise(kind !== 'refused' || status >= 400, `refused with ${status}`)
  },
}

const receiptFiles: Target = {
  seeds: Object.values(sampleFiles).flatMap((bytes) => [Buffer.concat([Buffer.from('a.pdf\n'), bytes])]),
  words: ['attachment; filename="', "filename*=UTF-8''", '%2e', '../', '.pdf'],
  run(input) {
    const end = Math.max(0, input.indexOf(10))
    const head = input.subarray(0, end).toString('latin1')
    for (const contentType of ['application/pdf', 'image/png', head]) {
      const type = proveFileType(contentType, input.subarray(end + 1))
      if (type === undefined) continue
      const name = safeFileName(head, type)
      promise(/^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}._ -]*\.(pdf|png|jpg|bin)$/u.test(name), `the name ${name}`)
    }
  },
}

// Files that a person brings, and the counter's own.

const ownFolder = () => mkdtempSync(join(tmpdir(), 'comptoir-coverage-'))
const silent = { write: () => undefined }

const setupFile: Target = {
  seeds: [
    json({ version: 1, baseUrl: 'https://a.example', billUrl: 'https://b.example' }),
    json({ version: 1, profile: builtInProfile }),
  ],
  words: ['"version"', '"profile"', '"baseUrl"', '"__proto__"'],
  async run(input) {
    const dataDir = ownFolder()
    try {
      const files = { ...noFiles, openText: async () => ok({ path: '/picked', text: asText(input) }) }
      await importSetup({ dataDir, files, log: silent })
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  },
}

const profile: Target = {
  seeds: [json(builtInProfile)],
  words: ['"paths"', '"billForms"', 'null', '{ref}'],
  run: (input) => readApiProfile(asText(input)),
}

const settings: Target = {
  seeds: [Buffer.from(textOfSettings(defaultSettings)), json({ version: 1, settings: { locale: 'ar' } })],
  words: Object.keys(defaultSettings).map((name) => `"${name}"`),
  run(input) {
    const read = readSettings(asText(input))
    promise(settingsSchema.safeParse(read.settings).success, 'settings are always whole')
  },
}

const seedSale = { kind: 'codes-shown', ref: '01M86CH3MYY8X3TC9FM0STK43T', codes: 2 }

/** One file for all runs: what is in it is the input. */
function journalTarget(look: (path: string) => unknown): Target {
  const folder = ownFolder()
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const seeds = [5, 11].map((version) => {
    const path = join(folder, `${version}.journal`)
    writeEarlier(path, version, [seedSale])
    return readFileSync(path)
  })
  mkdirSync(join(folder, 'now'))
  const path = join(folder, 'now', 'x.journal')
  return {
    seeds,
    batch: 4,
    words: ['SQLite format 3\0', 'CREATE TABLE', 'CREATE TRIGGER', 'entries', 'body'],
    async run(input) {
      for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(path + ending, { force: true })
      writeFileSync(path, input)
      try {
        await look(path)
      } catch (fault) {
        // SQLite's own, which comes as a bare Error out of the thread that looks at pages.
        const isSqlite = fault instanceof Error && ['SqliteError', 'Error'].includes(fault.name)
        if (!(fault instanceof JournalFault) && !isSqlite) throw fault
      }
    },
  }
}

const journal = journalTarget((path) => inspectJournal(path, undefined))
const backup = journalTarget(async (path) => {
  readRowsAfter(path, 4096, 0)
  await inspectInSlices(path, undefined, new AbortController().signal)
})

const entry: Target = {
  seeds: [json(seedSale), json({ kind: 'accepted', topupId: 'x' }), json({ kind: 'observed' })],
  words: ['"kind"', '"ref"', 'sale-recorded', 'observed', 'decided', 'print-queued', 'changed', '"who"'],
  run(input) {
    const body = asText(input)
    try {
      parseEntry({ sequence: 1, at_ms: 1, kind: 'codes-shown', ref: null, body, hash: 'x' })
    } catch (fault) {
      if (!(fault instanceof JournalFault)) throw fault
    }
  },
}

const versionFile: Target = {
  seeds: [json({ signed: '{"format":1}', signatures: ['AAAA'] })],
  run: (input) => promise(readVersionFile(asText(input), []) === undefined, 'nobody has signed it'),
}

// Printers and spoolers.

const printerStatus: Target = {
  seeds: [Buffer.of(0x12, 0x12, 0x12, 0x12), Buffer.of(0x10, 0, 0, 0, 0x00)],
  async run(input) {
    const talk = createStatusTalk({ write: () => true, until: async (isSo) => isSo() })
    const asking = talk.ask(0)
    for (let at = 0; at < input.length; at += 3) talk.hear(input.subarray(at, at + 3))
    await asking
    const status = await talk.ask(0)
    promise(!talk.isStrange() || status === undefined, 'a strange one is not believed')
    await talk.askInTurn(0)
  },
}

const ipp: Target = {
  seeds: [
    encodeRequest(0, [
      ['integer', 'job-id', 7],
      ['boolean', 'printer-is-accepting-jobs', true],
      ['keyword', 'printer-state-reasons', 'media-empty-error', 'none'],
    ]),
  ],
  run: (input) => decodeAnswer(input),
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
function pngOf(depth: number, colour: number, rows: Buffer): Buffer {
  const head = Buffer.from([0, 0, 0, 4, 0, 0, 0, 2, depth, colour, 0, 0, 0])
  const parts = [chunk('IHDR', head), chunk('PLTE', Buffer.alloc(12)), chunk('IDAT', deflateSync(rows))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts, chunk('IEND', Buffer.alloc(0))])
}

const png: Target = {
  seeds: [
    ...[0, 2, 4, 6].map((colour) => pngOf(8, colour, Buffer.alloc(64, 1))),
    ...[1, 2, 4, 8].map((depth) => pngOf(depth, 3, Buffer.alloc(16, 2))),
  ],
  words: ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'],
  run(input) {
    const read = readPng(input)
    if (typeof read === 'string') return
    promise(read.values.length === read.width * read.height, 'a picture is as large as it says')
  },
}

// What leaves: a cell of a table, as any reader of tables would take it.

const csv: Target = {
  seeds: ['Netflix,=HYPERLINK("x")', '+213 550', '0550123456', '"a";b', 'a\r\nb', '01/02/2026', '@x'].map(
    (one) => Buffer.from(one),
  ),
  words: ['=', '+', '-', '@', '\t', ';', ',', '|', '"', '\r\n', '＝', '\u00a0', '\u200e'],
  run(input) {
    const cell = csvText(asText(input))
    promise(/^(?:[^";\r\n]*|"(?:[^"]|"")*")$/u.test(cell), 'one cell is one cell')
    const inside = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    // A constant in the one way that every spreadsheet takes for text.
    const isConstant = /^="(?:[^"]|"")*"$/u.test(inside)
    promise(isConstant || !/^[\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(inside), `no formula: ${inside}`)
    const parts = isConstant ? [] : inside.split(/[,;\t|\r\n]/).slice(1)
    promise(
      !parts.some((part) => /^[\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(part)),
      'none within it either',
    )
  },
}

export const targets: Readonly<Record<string, Target>> = {
  ...{
    'api-replies': apiReplies,
    'receipt-files': receiptFiles,
    'set-up-file': setupFile,
    profile,
    settings,
  },
  ...{ journal, backup, entry, 'version-file': versionFile, 'printer-status': printerStatus, ipp, png, csv },
}
