/** The journal's upkeep through the screens' own commands: back up, rehearse, restore, check everything, and sell on. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Entry } from '#core/journal/entry.ts'
import { openJournal } from '#core/journal/open.ts'
import { noFilters } from '#shared/history.ts'
import type { NumberedEvent } from '#shared/ipc/wire.ts'
import { spoilEntry } from '../support/backups.ts'
import { type Counter, startClosed, startCore, startCounter, startShop, until } from '../support/core.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { byTier } from '../support/tier.ts'

const name = 'training-training'
const folderIn = (dataDir: string) => join(dataDir, 'journal')
const journalIn = (dataDir: string) => join(folderIn(dataDir), `${name}.journal`)

/** The entries of a journal that no core has open. */
function entriesIn(dataDir: string): readonly Entry[] {
  const place = { folder: folderIn(dataDir), name, environment: 'training', account: 'training' } as const
  const journal = openJournal({ ...place, nowMs: Date.now, newId: () => 'never' })
  if (!journal.ok) throw new Error(journal.error.detail)
  try {
    return journal.value.readEntries()
  } finally {
    journal.value.close()
  }
}

async function sellAndDeliver(counter: Counter, dinars: number): Promise<void> {
  const { ref } = await counter.sell('024000001', dinars)
  await counter.reached(ref, 'fulfilled')
}

/** A shop whose journal has four sales, the first two in a backup; its counter is closed. */
async function shopWithBackup() {
  const shop = await startShop()
  const counter = await startCore(shop)
  for (const dinars of [500, 1_000]) await sellAndDeliver(counter, dinars)
  const backup = await counter.command('journal.back-up', {})
  for (const dinars of [2_000, 500]) await sellAndDeliver(counter, dinars)
  await counter.core.stop()
  return { shop, dataDir: counter.dataDir, backup, before: entriesIn(counter.dataDir) }
}

/** Numbers that look random and are the same for the same seed. */
function* pseudoRandom(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}

/** Changes up to eight bytes anywhere in the file. */
function changeBytes(path: string, seed: number, count = 8): void {
  const bytes = readFileSync(path)
  const numbers = pseudoRandom(seed)
  for (let turn = 0; turn < count; turn += 1) {
    const at = numbers.next().value % bytes.length
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 + (numbers.next().value % 255)), at)
  }
  writeFileSync(path, bytes)
}

/** Changed files, each of its own seed. */
const FILES = byTier(5, 12)

test('after bytes are changed across the file, the problem is explained, a backup restored, and selling is open again', async () => {
  const { shop, dataDir, backup, before } = await shopWithBackup()
  let closed = 0
  for (let seed = 1; seed <= FILES; seed += 1) {
    const copy = temporaryFolder()
    cpSync(dataDir, copy, { recursive: true })
    changeBytes(journalIn(copy), seed)
    const counter = await startCore({ ...shop, dataDir: copy, started: false })
    const { status } = await counter.command('app.snapshot', {})
    if (status.journal.kind === 'open') {
      // Bytes that nothing is kept in.
      await counter.core.stop()
      expect(entriesIn(copy)).toEqual(before)
      continue
    }
    closed += 1
    expect(status.journal.problem).toMatch(/^(damaged|chain-broken|not-ours|unreadable|newer)$/)
    expect(status.journal.detail.length).toBeGreaterThan(20)
    expect(status.selling).toMatchObject({ open: false, why: 'journal' })

    const { backups } = await counter.command('journal.backups', {})
    // A slow machine may have come to the day's own as well.
    expect(backups).toContainEqual({ ...backup, trouble: null })
    const rehearsed = await counter.command('journal.rehearse', { backup: backup.name })
    expect(rehearsed).toMatchObject({ trouble: null, entries: backup.entries })
    const restored = await counter.command('journal.restore', { backup: backup.name })
    expect(restored.savedEntries).toBe(rehearsed.savedEntries)
    const saved = restored.backupSequence + restored.savedEntries
    expect(saved + (restored.lostEntries ?? 0)).toBe(before.length)

    expect(counter.events.at(-1)?.event).toMatchObject({ status: { journal: { kind: 'open' } } })
    counter.core.start()
    await counter.opened()
    await sellAndDeliver(counter, 500)
    await counter.core.stop()
    const after = entriesIn(copy)
    expect(after.slice(0, saved)).toEqual(before.slice(0, saved))
    expect(after[saved]?.body).toMatchObject({ kind: 'journal-restored', ...restored })
  }
  expect(closed).toBeGreaterThan(FILES / 3)
})

test('a sale under way is resumed if the restore has it', async () => {
  const { shop, dataDir, backup } = await shopWithBackup()
  const first = await startCore({ ...shop, dataDir })
  const { ref } = await first.sell('030000002', 500)
  await first.reached(ref, 'queued')
  await first.core.stop()
  writeFileSync(journalIn(dataDir), 'nothing of any use is left here. '.repeat(1_000))
  const counter = await startClosed({ ...shop, dataDir })
  expect(await counter.ask('sale.confirm', { reviewId: 'any' })).toMatchObject({ ok: false })
  const restored = await counter.command('journal.restore', { backup: backup.name })
  // What came after the newest backup is gone with the file: the witness says how much.
  expect(restored.lostEntries).toBeGreaterThan(0)
  await counter.opened()
  // Of every day: time goes by while the backup is read by a thread.
  const all = { query: '', filters: noFilters, from: { kind: 'newest' }, rows: 50 } as const
  expect((await counter.command('history.page', all)).sales.length).toBeGreaterThanOrEqual(2)

  const { ref: next } = await counter.sell('030000002', 1_000)
  await counter.reached(next, 'queued')
  const kept = await counter.command('journal.back-up', {})
  await counter.core.stop()
  writeFileSync(journalIn(dataDir), '')
  const again = await startCore({ ...shop, dataDir, started: false })
  await again.command('journal.restore', { backup: kept.name })
  again.core.start()
  await again.reached(next, 'fulfilled')
})

describe('while the journal is open', () => {
  test('a backup can be tried out, and none restored', async () => {
    const { shop, dataDir, backup, before } = await shopWithBackup()
    const counter = await startCore({ ...shop, dataDir })
    const behindEntries = before.length - (backup.entries ?? 0)
    expect(await counter.command('journal.rehearse', { backup: backup.name })).toEqual({
      ...{ name: backup.name, trouble: null, entries: backup.entries, behindEntries, savedEntries: null },
    })
    expect(await counter.ask('journal.restore', { backup: backup.name })).toMatchObject({
      error: { kind: 'not-allowed-now', state: 'open' },
    })
    for (const name of ['journal.rehearse', 'journal.restore'] as const) {
      const refused = await counter.ask(name, { backup: '../training-training.journal' })
      expect(refused).toMatchObject({
        error: { kind: expect.stringMatching(/invalid-input|not-allowed-now/) },
      })
    }
    expect(readdirSync(join(folderIn(dataDir), 'backups'))).toContain(backup.name)
  })

  test('a backup with a changed byte is detected, and so is one of another history', async () => {
    const { shop, dataDir, backup } = await shopWithBackup()
    const path = join(folderIn(dataDir), 'backups', backup.name)
    const bytes = readFileSync(path)
    const elsewhere = await startCore({ ...shop })
    const theirs = await elsewhere.command('journal.back-up', {})
    const other = join(folderIn(elsewhere.dataDir), 'backups', theirs.name)
    const counter = await startCore({ ...shop, dataDir })
    const drill = async () =>
      (await counter.command('journal.rehearse', { backup: backup.name })).trouble?.problem
    // Many: what is kept is a part of the file, and nothing is lost with the rest.
    changeBytes(path, 3, 200)
    expect(await drill()).toMatch(/damaged|chain-broken/)
    writeFileSync(path, readFileSync(other))
    expect(await drill()).toBe('not-ours')
    writeFileSync(path, bytes)
    expect(await drill()).toBeUndefined()
  })

  test('a finding of a full check closes selling, and a restore opens it in the same process', async () => {
    const { shop, dataDir, backup, before } = await shopWithBackup()
    const counter = await startCore({ ...shop, dataDir })
    expect(await counter.command('journal.verify', {})).toMatchObject({ entries: before.length })
    spoilEntry(journalIn(dataDir), before[(backup.entries ?? 0) + 2])
    expect(await counter.ask('journal.verify', {})).toMatchObject({ error: { kind: 'journal' } })
    expect((await counter.command('app.snapshot', {})).status.journal.kind).toBe('closed')
    expect(await counter.ask('journal.back-up', {})).toMatchObject({ error: { kind: 'journal' } })
    await counter.command('journal.restore', { backup: backup.name })
    await counter.opened()
    expect(await counter.command('journal.verify', {})).toMatchObject({ entries: expect.any(Number) })
    await sellAndDeliver(counter, 1_000)
  })

  test('a failed daily backup is in the status until one is made', async () => {
    const { clock, service } = await startShop()
    const dataDir = temporaryFolder()
    mkdirSync(folderIn(dataDir))
    const inTheWay = join(folderIn(dataDir), 'backups')
    writeFileSync(inTheWay, 'a file in the place of the folder')
    const counter = await startCore({ clock, service, dataDir, started: false })
    const notices = async () => (await counter.command('app.snapshot', {})).status.notices
    await until('it is reported', async () => (await notices()).includes('no-backup'))
    const isReported = ({ event }: NumberedEvent) =>
      event.kind === 'status-changed' && event.status.notices.includes('no-backup')
    expect(counter.events.some(isReported)).toBe(true)
    rmSync(inTheWay)
    await until('one is made', async () => !(await notices()).includes('no-backup'))
  })

  test('a backup is made every day', async () => {
    const { counter } = await startCounter({ started: false })
    const made = async () => (await counter.command('journal.backups', {})).backups
    await until('there are two', async () => (await made()).length >= 2)
    expect(new Set((await made()).map(({ why }) => why))).toEqual(new Set(['daily']))
  })
})

test('a journal that another counter has open is not restored over', async () => {
  const { shop, dataDir, backup } = await shopWithBackup()
  await startCore({ ...shop, dataDir })
  const second = await startCore({ ...shop, dataDir, started: false })
  expect((await second.command('app.snapshot', {})).status.journal).toMatchObject({ problem: 'in-use' })
  expect(await second.ask('journal.restore', { backup: backup.name })).toMatchObject({
    error: { kind: 'not-allowed-now', state: 'in-use' },
  })
})
