/** A journal that does not open comes back: the backup, what the chain proves behind it, and one entry that says so. */
import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refOf } from '#core/journal/entries.ts'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import { claimantIn } from '#core/sale/match-context.ts'
import type { Ref } from '#shared/ref.ts'
import {
  backUpIn,
  type Content,
  expectRestored,
  journalWithBackup,
  restoreIn,
  sellSome,
  spoilEntry,
} from '../../support/backups.ts'
import {
  bringTo,
  contentOf,
  copyOf,
  flipBit,
  journalPath,
  openWhole,
  problemIn,
} from '../../support/journal.ts'
import { confirmed, entryFor, orderOf, shopName, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { byTier } from '../../support/tier.ts'

const PAGE_BYTES = 4096

/** A sale of so many cards that what the service said of them fills some pages. */
function fiftyCards(ref: Ref) {
  const card = { codeTail: '9F2K', serialTail: '0042', sealed: 'x'.repeat(200) }
  const order = { ...orderOf(ref)['gift-card'], quantity: 50 }
  const delivered = { ...entryFor('found-partly', ref), cards: Array.from({ length: 50 }, () => card) }
  return [...confirmed(ref, { order }), entryFor('doubted', ref), delivered as SaleEntryBody] as const
}

/** Changes every page that is not a leaf of a table: the trees of all tables, and all indexes. */
function spoilAllButLeaves(path: string): void {
  const bytes = readFileSync(path)
  for (let at = 0; at < bytes.length; at += PAGE_BYTES) {
    const isLeaf = bytes[at === 0 ? 100 : at] === 0x0d
    if (!isLeaf) bytes.fill(0x55, at, at + PAGE_BYTES)
  }
  writeFileSync(path, bytes)
}

/** The first entry of a kind behind another. */
const sequenceOf = (kind: string, content: Content, after: number): number =>
  content.entries.find(({ sequence, body }) => sequence > after && body.kind === kind)?.sequence ?? 0

describe('everything is restored from a file', () => {
  const cases: readonly (readonly [string, (path: string, content: Content) => void])[] = [
    ['whose header is gone', (path) => writeFileSync(path, readFileSync(path).fill(0, 0, 100))],
    ['whose first page is gone', (path) => writeFileSync(path, readFileSync(path).fill(0xff, 0, PAGE_BYTES))],
    ['of which nothing is left but leaves', spoilAllButLeaves],
    [
      'in which an entry of before the backup was changed',
      (path, content) => spoilEntry(path, content.entries[6]),
    ],
    [
      'whose tables of sales were changed',
      (path) => new Database(path).exec('DELETE FROM attempts; DELETE FROM sales').close(),
    ],
  ]
  test.each(cases)('%s', async (_what, hurt) => {
    const { folder, backup, content } = await journalWithBackup({ left: 'closed' })
    hurt(journalPath(folder), content)
    expect(problemIn(folder)).toMatch(/damaged|chain-broken|not-ours/)
    const restored = await restoreIn(folder, backup)
    expect(restored.backupSequence + restored.savedEntries).toBe(content.entries.length)
    const journal = expectRestored(folder, content, restored)
    expect(journal.listSales({ limit: 10_000 })).toEqual(content.sales)
  })

  test('whose WAL has a flipped bit: later entries are proved by the chain', async () => {
    const { folder, backup, content } = await journalWithBackup({ left: 'killed' })
    flipBit(`${journalPath(folder)}-wal`, 8 * 5_000)
    expect(problemIn(folder)).toBe('older-copy')
    const restored = await restoreIn(folder, backup, 'older-copy')
    // Nothing is missing, but of a journal that was not closed nobody can know that.
    expect(restored).toMatchObject({ lostEntries: null })
    expect(restored.backupSequence + restored.savedEntries).toBe(content.entries.length)
    expectRestored(folder, content, restored)
  })

  test('with rows of many pages', async () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    const backup = await backUpIn(folder, journal)
    for (const sale of [1, 2, 3]) journal.record(fiftyCards(refNumber(sale)), startMs)
    const content = contentOf(journal)
    const killed = copyOf(folder)
    journal.close()
    for (const [lost, lostEntries] of [[folder, 0] as const, [killed, null] as const]) {
      writeFileSync(journalPath(lost), readFileSync(journalPath(lost)).fill(0, 0, 100))
      const restored = await restoreIn(lost, backup)
      expect(restored).toMatchObject({ backupSequence: 1, lostEntries })
      expectRestored(lost, content, restored).close()
    }
  })
})

describe('what can be read is restored, and the rest is counted, of a file', () => {
  test('that is gone', async () => {
    const { folder, backup, backupSequence, content } = await journalWithBackup({ left: 'closed' })
    rmSync(journalPath(folder))
    const restored = await restoreIn(folder, backup, 'vanished')
    const lostEntries = content.entries.length - backupSequence
    expect(restored).toEqual({ backup, backupSequence, savedEntries: 0, lostEntries })
    expectRestored(folder, content, restored)
  })

  test('that is gone with its witness: later entries are unknown', async () => {
    const { folder, backup, content } = await journalWithBackup({ left: 'closed' })
    for (const end of ['journal', 'witness']) rmSync(join(folder, `${shopName}.${end}`))
    const restored = await restoreIn(folder, backup, 'vanished')
    expect(restored).toMatchObject({ savedEntries: 0, lostEntries: null })
    expectRestored(folder, content, restored)
  })

  test('that is gone, with a witness that a power cut set back: later entries are unknown', async () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    sellSome(journal, 0, 12)
    journal.close()
    const again = openWhole(folder)
    const witness = join(folder, `${shopName}.witness`)
    const flushed = readFileSync(witness)
    const backup = await backUpIn(folder, again)
    sellSome(again, 12, 12)
    const content = contentOf(again)
    again.close()
    writeFileSync(witness, flushed)
    rmSync(journalPath(folder))
    const restored = await restoreIn(folder, backup, 'vanished')
    expect(restored).toMatchObject({ savedEntries: 0, lostEntries: null })
    expectRestored(folder, content, restored)
  })

  test('that is gone, of a counter that was closed after the backup: nothing is missing', async () => {
    const { folder, backup, content } = await journalWithBackup({ left: 'closed', after: 0 })
    rmSync(journalPath(folder))
    const restored = await restoreIn(folder, backup, 'vanished')
    expect(restored).toMatchObject({ savedEntries: 0, lostEntries: 0 })
    expectRestored(folder, content, restored)
  })

  test('with a changed entry: later entries can no longer be proved', async () => {
    const { folder, backup, backupSequence, content } = await journalWithBackup({ left: 'closed' })
    const changed = sequenceOf('doubted', content, backupSequence)
    spoilEntry(journalPath(folder), content.entries[changed - 1])
    const restored = await restoreIn(folder, backup, 'chain-broken')
    expect(restored.savedEntries).toBe(changed - 1 - backupSequence)
    expectRestored(folder, content, restored)
  })

  test('with a changed entry and no witness: later entries that were found are counted', async () => {
    const { folder, backup, backupSequence, content } = await journalWithBackup({ left: 'closed' })
    const changed = sequenceOf('doubted', content, backupSequence)
    spoilEntry(journalPath(folder), content.entries[changed - 1])
    rmSync(join(folder, `${shopName}.witness`))
    const restored = await restoreIn(folder, backup, 'chain-broken')
    expect(restored.lostEntries).toBeGreaterThan(0)
    expectRestored(folder, content, restored)
  })

  test('that was cut', async () => {
    const { folder, backup, content } = await journalWithBackup({ left: 'closed', after: 60 })
    const pages = statSync(journalPath(folder)).size / PAGE_BYTES
    truncateSync(journalPath(folder), PAGE_BYTES * Math.floor(pages * 0.8))
    const restored = await restoreIn(folder, backup)
    expect(restored.savedEntries).toBeGreaterThan(0)
    expect(restored.lostEntries).toBeGreaterThan(0)
    expectRestored(folder, content, restored)
  })

  test('that lost its WAL', async () => {
    const { folder, backup, content } = await journalWithBackup({ left: 'killed' })
    rmSync(`${journalPath(folder)}-wal`)
    expectRestored(folder, content, await restoreIn(folder, backup, 'older-copy'))
  })

  test('of another journal: nothing is taken from it', async () => {
    const { folder, backup, backupSequence, content } = await journalWithBackup({ left: 'closed' })
    const other = temporaryFolder()
    const theirs = openWhole(other, { account: 'another' })
    sellSome(theirs, 0, 90)
    theirs.close()
    copyFileSync(journalPath(other), journalPath(folder))
    expect(problemIn(folder)).toBe('not-ours')
    const restored = await restoreIn(folder, backup, 'not-ours')
    expect(restored).toMatchObject({ backupSequence, savedEntries: 0 })
    expectRestored(folder, content, restored)
  })

  test('with bytes changed anywhere in it', async () => {
    const { folder, backup, content } = await journalWithBackup({ left: 'closed' })
    let all = 0
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(changes, async (places) => {
        const copy = copyOf(folder)
        const bytes = readFileSync(journalPath(copy))
        for (const [at, value] of places) bytes.writeUInt8(value, at % bytes.length)
        writeFileSync(journalPath(copy), bytes)
        const restored = await restoreIn(copy, backup)
        expectRestored(copy, content, restored).close()
        if (restored.lostEntries === 0) all += 1
      }),
      { numRuns: byTier(4, 30) },
    )
    expect(all).toBeGreaterThan(0)
  })
})

test('a sale whose first attempt cannot be read is not forgotten: it may have been sent', async () => {
  const { folder, backup, backupSequence, content } = await journalWithBackup({ left: 'closed' })
  const attempt = sequenceOf('attempt-started', content, backupSequence)
  spoilEntry(journalPath(folder), content.entries[attempt - 1])
  const restored = await restoreIn(folder, backup, 'chain-broken')
  expect(restored.savedEntries).toBe(attempt - 1 - backupSequence)
  expect(restored.lostEntries).toBe(content.entries.length - attempt + 1)
  const journal = openWhole(folder)
  const [recorded, restoration] = journal.readEntries().slice(attempt - 2)
  expect(recorded).toEqual(content.entries[attempt - 2])
  expect(restoration?.body).toMatchObject({ kind: 'journal-restored', ...restored })
  const ref = (recorded && refOf(recorded.body)) ?? refNumber(0)
  const [begun, doubted] = journal.readEntries(ref).slice(-2)
  expect(begun).toMatchObject({ atMs: recorded?.atMs, body: { kind: 'attempt-started', ref, attempt: 1 } })
  expect(doubted?.body).toMatchObject({ kind: 'doubted', ref, reason: 'restored' })
  expect(journal.readSale(ref)?.state).toBe('in-doubt')
})

test('a sale that had not left by the backup may have left since: it is in doubt, and not to be sent again', async () => {
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  const ref = refNumber(1)
  bringTo(journal, ref, 'unsent', startMs, 'gift-card')
  const backup = await backUpIn(folder, journal)
  journal.record([entryFor('attempt-started', ref)], startMs + 60_000)
  journal.record(
    [{ kind: 'accepted', ref, attempt: 2, serviceId: 'order-77', requestId: null }],
    startMs + 61_000,
  )
  journal.close()
  writeFileSync(journalPath(folder), 'not a journal any more')
  expect(await restoreIn(folder, backup, 'damaged')).toMatchObject({ savedEntries: 0, lostEntries: 2 })
  const restored = openWhole(folder)
  expect(restored.readSale(ref)).toMatchObject({
    state: 'in-doubt',
    attempts: 2,
    everDoubted: true,
    reason: 'restored',
  })
  const [attempt] = claimantIn(restored.readEntries(ref), restored.listLosses(0)).attempts
  expect(attempt?.startedAtMs).toBe(startMs)
  expect(attempt?.endedAtMs).toBeGreaterThanOrEqual(startMs)
})
