/** The bundle for support: all that helps, nothing that is secret or says who was served, and saved just as it was shown. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { maskNumber, maskNumbers, maskTelephones, redactedEntries } from '#core/exports/redacted-entries.ts'
import type { Finding } from '#shared/reconciliation.ts'
import { err } from '#shared/result.ts'
import { emptyShop } from '#shared/shop.ts'
import { trainingKeys } from '#training/keys.ts'
import { openLog } from '../../../electron/main/log.ts'
import { startCore, startShop } from '../../support/core.ts'
import { startExporting } from '../../support/exporting.ts'
import { openWhole } from '../../support/journal.ts'
import { confirmed, entryFor, startMs } from '../../support/journal-entries.ts'
import { pickingPerson } from '../../support/picked-files.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { unzip } from '../../support/unzip.ts'

const jsonLines = (text = '') =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('the bundle', () => {
  test('is saved as shown: versions, settings, entries, attempts with their requests, the log', async () => {
    const person = pickingPerson()
    const dataDir = temporaryFolder()
    const log = openLog(dataDir, { echoErrors: false })
    const ports = { files: person.files, log }
    const counter = await startCore({ ...(await startShop()), dataDir, ports, config: { version: '9.8.7' } })
    const sold = await counter.sell('023456789')
    await counter.reached(sold.ref, 'fulfilled')
    log.write('info', 'a call for 0770123456', {
      fact: `key ${trainingKeys.sandbox}`,
      untilMs: 1_767_603_600_000,
    })
    const shown = await counter.command('support.preview', {})
    const { path } = await counter.command('support.save', { bundleId: shown.bundleId })
    const files = unzip(path ?? '')
    expect(shown.files.map(({ name, text }) => [name, text])).toEqual([...files])
    expect([...files.keys()]).toEqual([
      'about.json',
      'settings.json',
      'entries.jsonl',
      'attempts.jsonl',
      'log.txt',
    ])
    expect(JSON.parse(files.get('about.json') ?? '')).toMatchObject({
      ...{ environment: 'training', versions: { comptoir: '9.8.7', node: process.versions.node } },
      journal: { journalId: expect.any(String), lastHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    const entries = jsonLines(files.get('entries.jsonl'))
    expect(entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['journal-created', 'sale-recorded']),
    )
    expect(entries.find(({ kind }) => kind === 'sale-recorded')).toMatchObject({
      ...{ ref: sold.ref, order: { type: 'ADSL', number: '023••••89' } },
    })
    const [attempt] = jsonLines(files.get('attempts.jsonl'))
    expect(attempt).toMatchObject({ ref: sold.ref, attempt: 1, outcome: 'accepted', reason: null })
    expect(attempt.requestId).toMatch(/./)
    expect(files.get('log.txt')).toMatch(/a call for 077•••••56.*key \*\*\*.*1767603600000/)
    for (const text of files.values()) {
      expect(text).not.toContain('023456789')
      expect(text).not.toContain('0770123456')
      expect(text).not.toContain(trainingKeys.sandbox)
    }
  })

  test('is the last one that was shown', async () => {
    const counter = await startExporting({ sales: 3 })
    expect(await counter.ask('support.save', { bundleId: 'none' })).toMatchObject({
      error: { problem: 'not-shown' },
    })
    const first = await counter.command('support.preview', {})
    await counter.command('settings.update', { shop: { ...emptyShop, name: 'Épicerie' } })
    const second = await counter.command('support.preview', {})
    expect(second.bundleId).not.toBe(first.bundleId)
    const stale = await counter.ask('support.save', { bundleId: first.bundleId })
    expect(stale).toMatchObject({ error: { kind: 'invalid-input', field: 'bundle' } })
    expect(counter.saved()).toEqual([])
  })

  test('is bounded, however long the journal is, and says what it holds of it', async () => {
    const counter = await startExporting({ sales: 600 })
    const shown = await counter.command('support.preview', {})
    const { path } = await counter.command('support.save', { bundleId: shown.bundleId })
    const files = unzip(path ?? '')
    const entries = jsonLines(files.get('entries.jsonl'))
    expect(entries).toHaveLength(2_000)
    expect(entries.at(-1).sequence).toBe(2_401)
    expect(JSON.parse(files.get('about.json') ?? '')).toMatchObject({
      entriesInBundle: 2_000,
      firstEntryInBundle: 402,
    })
    expect(shown.files.find(({ name }) => name === 'entries.jsonl')).toMatchObject({
      ...{ isCut: true, bytes: Buffer.byteLength(files.get('entries.jsonl') ?? '') },
    })
  })

  test('is shown to its end before it is saved, part by part', async () => {
    const counter = await startExporting({ sales: 600 })
    const { bundleId, files } = await counter.command('support.preview', {})
    const read = async ({ name, text, isCut }: (typeof files)[number]) => {
      let whole = text
      for (let goesOn = isCut; goesOn; ) {
        const part = await counter.command('support.part', { bundleId, name, from: whole.length })
        expect(part.text).not.toBe('')
        whole += part.text
        goesOn = part.isCut
      }
      return [name, whole] as const
    }
    const shown = await Promise.all(files.map(read))
    const { path } = await counter.command('support.save', { bundleId })
    expect(shown).toEqual([...unzip(path ?? '')])
    const notShown = { error: { kind: 'invalid-input', field: 'bundle', problem: 'not-shown' } }
    const other = { bundleId: 'none', name: 'log.txt', from: 0 }
    expect(await counter.ask('support.part', other)).toMatchObject(notShown)
    const noFile = { bundleId, name: 'secrets.txt', from: 0 }
    expect(await counter.ask('support.part', noFile)).toMatchObject(notShown)
  })

  test('can be made when the journal does not open, and says why', async () => {
    const first = await startExporting({ sales: 3 })
    await first.core.stop()
    const folder = join(first.dataDir, 'journal')
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.journal')))
      writeFileSync(join(folder, name), 'no journal')
    const counter = await startExporting({ dataDir: first.dataDir, sales: 1 })
    expect((await counter.command('app.snapshot', {})).status.journal).toMatchObject({ kind: 'closed' })
    const { bundleId } = await counter.command('support.preview', {})
    const { path } = await counter.command('support.save', { bundleId })
    const about = JSON.parse(unzip(path ?? '').get('about.json') ?? '')
    expect(about.journal).toMatchObject({ kind: 'closed' })
    expect(await counter.ask('journal.export', {})).toMatchObject({ error: { kind: 'journal' } })
  })

  test('that cannot be saved says why, and can be saved again', async () => {
    const person = pickingPerson()
    let answers = [async () => err('no window'), async () => ({ ok: true, value: { path: null } }) as const]
    const askPath: typeof person.files.askPath = async (name) => {
      const [answer, ...later] = answers
      answers = later
      return answer ? answer() : person.files.askPath(name)
    }
    const shop = await startShop()
    const counter = await startCore({
      ...shop,
      started: false,
      ports: { files: { ...person.files, askPath } },
    })
    const { bundleId } = await counter.command('support.preview', {})
    expect(await counter.ask('support.save', { bundleId })).toMatchObject({ error: { problem: 'no window' } })
    expect(await counter.command('support.save', { bundleId })).toEqual({ path: null })
    const { path } = await counter.command('support.save', { bundleId })
    expect(existsSync(path ?? '')).toBe(true)
  })
})

test('only the length of typed texts is kept; the service’s words stay', () => {
  const journal = openWhole(temporaryFolder())
  const ref = refNumber(1)
  const typed = { who: 'Nadia', why: 'Mme Belkacem, carte XKCD-WQRT-ZPLM' }
  journal.record([...confirmed(ref), entryFor('refused', ref)], startMs)
  const doubted = refNumber(2)
  const linked = entryFor('linked', doubted)
  journal.record([...confirmed(doubted), entryFor('doubted', doubted)], startMs)
  journal.record([entryFor('several-found', doubted), { ...linked, ...typed } as typeof linked], startMs)
  journal.recordBeside(
    [
      {
        ...{ kind: 'print-queued', jobId: 'job-1', ref, what: 'sale', copyNumber: 0, codes: 0 },
        ...{ printer: 'Caisse de Belkacem', documentSha256: 'a'.repeat(64) },
      },
    ],
    startMs,
  )
  const nothing = { sale: null, orders: [], movements: [], differences: [] }
  const finding: Finding = { ...nothing, id: 'a'.repeat(64), kind: 'balance-differs', day: '2026-01-31' }
  const settlement = { kind: 'accept' } as const
  journal.recordActs([{ kind: 'finding-settled', finding, settlement, ...typed }], startMs)
  const redacted = redactedEntries(journal.readEntries())
  expect(JSON.stringify(redacted)).not.toMatch(/Nadia|Belkacem|XKCD/)
  const withWhy = redacted.filter(({ whyLength }) => whyLength === typed.why.length)
  expect(withWhy.map(({ kind }) => kind)).toEqual(['linked', 'finding-settled'])
  expect(redacted.find(({ kind }) => kind === 'refused')).toMatchObject({ said: 'none left' })
})

test.each([
  ['0770123456', '077•••••56'],
  ['12345', '•••••'],
  ['123456', '123•56'],
])('the number %s is reduced to %s', (number, left) => {
  expect(maskNumber(number)).toBe(left)
})

test('numbers in a text are masked in whichever groups they are written, and short ones stay', () => {
  expect(maskNumbers('Amina, 0770 12 34 56: 1500 DA')).toBe('Amina, 077••••••••56: 1500 DA')
  expect(maskNumbers('٠٧٧٠١٢٣٤٥٦')).toBe('٠٧٧•••••٥٦')
  expect(maskTelephones('{"untilMs":1767603600000,"number":"213550123456","line":"+213770123456"}')).toBe(
    '{"untilMs":1767603600000,"number":"213•••••••56","line":"+21••••••••56"}',
  )
})
