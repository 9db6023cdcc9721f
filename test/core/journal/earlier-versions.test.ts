/** Journals that earlier versions of this program wrote, made here with their own tables and the bodies as they wrote them. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { upcast } from '#core/journal/entries.ts'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import { openJournal } from '#core/journal/open.ts'
import type { Ref } from '#shared/ref.ts'
import { backupsIn, restoreIn } from '../../support/backups.ts'
import { type Body, writeEarlier } from '../../support/earlier-journal.ts'
import { contentOf, fingerprint, journalPath, openWhole, problemIn } from '../../support/journal.ts'
import {
  confirmed,
  entryFor,
  journalOptions,
  saleRecorded,
  shopName,
  startMs,
} from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { hasSmallDisks, smallDisk } from '../../support/small-disk.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const created = { kind: 'journal-created', journalId: 'j-1', environment: 'training', account: 'shop' }

/** A sale as version 2 recorded it, beginning to end; what it and this version record alike is taken from this one. */
const storyOf = (ref: Ref): readonly Body[] => {
  const observed = { kind: 'observed', ref, expected: true, requestId: 'req-look' }
  return [
    ...confirmed(ref),
    { kind: 'doubted', ref, reason: 'time-out', requestId: null },
    { kind: 'not-found', ref, lookUps: 3, requestId: 'req-404' },
    { kind: 'attempt-started', ref, attempt: 2 },
    { kind: 'accepted', ref, attempt: 2, topupId: 'top-1', requestId: 'req-send' },
    { ...observed, status: 'QUEUED', topupId: null, transactionNumber: null, cardTail: null },
    { ...observed, status: 'FULFILLED', topupId: 'top-1', transactionNumber: 'TESTTRANS', cardTail: 'CARD' },
  ]
}

/** The same, as this version writes it. */
const bodiesNow = (ref: Ref): readonly SaleEntryBody[] => [
  ...confirmed(ref),
  entryFor('doubted', ref),
  entryFor('not-found', ref),
  entryFor('attempt-started', ref),
  entryFor('accepted', ref, 2),
  { ...entryFor('found-open', ref), serviceId: null } as SaleEntryBody,
  entryFor('found-fulfilled', ref),
]

describe.each([1, 2])('a journal of version %s', (version) => {
  const refs = [refNumber(1), refNumber(2)]

  test('opens, and has its sales as if this version had written them', () => {
    const folder = temporaryFolder()
    writeEarlier(journalPath(folder), version, [created, ...refs.flatMap(storyOf)])
    const journal = openWhole(folder)
    const now = openWhole(temporaryFolder())
    for (const body of refs.flatMap(bodiesNow)) {
      if (body.kind === 'sale-recorded') continue
      const first = body.kind === 'attempt-started' && body.attempt === 1
      now.record(first ? [saleRecorded(body.ref), body] : [body], startMs)
    }
    expect(journal.listSales({ limit: 9 })).toEqual(now.listSales({ limit: 9 }))
    expect(journal.readEntries().map(({ body }) => body)).toEqual([
      created,
      ...now
        .readEntries()
        .slice(1)
        .map(({ body }) => body),
    ])
    expect(journal.findNewestKnown('internet')?.serviceId).toBe('top-1')
  })

  test('keeps its bytes and its chain, and goes on', () => {
    const folder = temporaryFolder()
    writeEarlier(journalPath(folder), version, [created, ...refs.flatMap(storyOf)])
    const entries = () => {
      const database = new Database(journalPath(folder), { readonly: true })
      const rows = database.prepare('SELECT * FROM entries WHERE sequence <= 17').all()
      database.close()
      return rows
    }
    const before = entries()
    const journal = openWhole(folder)
    journal.record(confirmed(refNumber(3)), startMs)
    const content = contentOf(journal)
    journal.close()
    expect(entries()).toEqual(before)
    expect(contentOf(openWhole(folder))).toEqual(content)
  })

  test('is backed up once before it is changed, and can be restored from that', async () => {
    const folder = temporaryFolder()
    writeEarlier(journalPath(folder), version, [created, ...refs.flatMap(storyOf)])
    const journal = openWhole(folder)
    journal.record(confirmed(refNumber(3)), startMs)
    const content = contentOf(journal)
    journal.close()
    openWhole(folder).close()
    const [backup = '', ...more] = backupsIn(folder)
    expect([backup, more]).toEqual([expect.stringContaining('.before-migration.journal'), []])
    const kept = new Database(join(folder, 'backups', backup), { readonly: true })
    expect(kept.pragma('user_version', { simple: true })).toBe(version)
    kept.close()
    writeFileSync(journalPath(folder), 'nothing of any use is left of it. '.repeat(99))
    expect(await restoreIn(folder, backup)).toMatchObject({
      backupSequence: 17,
      savedEntries: 0,
      lostEntries: 2,
    })
    const restored = openWhole(folder)
    expect(restored.readEntries().slice(0, 17)).toEqual(content.entries.slice(0, 17))
    expect(restored.listSales({ limit: 9 })).toEqual(content.sales.slice(1))
  })
})

describe('a journal that another version of the product opens', () => {
  const program = (version: string) => ({ version })

  test('is copied before, once for each version, except by the version that made it', () => {
    const folder = temporaryFolder()
    openWhole(folder, program('1.0.0')).close()
    openWhole(folder, program('1.0.0')).close()
    expect(existsSync(join(folder, 'backups'))).toBe(false)
    const newer = openWhole(folder, program('1.1.0'))
    newer.record(confirmed(refNumber(1)), startMs)
    newer.close()
    openWhole(folder, program('1.1.0')).close()
    const [copy = '', ...more] = backupsIn(folder)
    expect(more).toEqual([])
    const kept = new Database(join(folder, 'backups', copy), { readonly: true })
    expect(kept.prepare('SELECT count(*) AS entries FROM entries').get()).toEqual({ entries: 1 })
    kept.close()
  })

  test('stays a journal of its version where its migration fails, and the version that opens it is named', () => {
    const folder = temporaryFolder()
    writeEarlier(journalPath(folder), 2, [created, { kind: 'cancelled', ref: refNumber(9) }])
    writeFileSync(join(folder, `${shopName}.opened-by`), '1.0.0\n')
    const opened = openJournal(journalOptions(folder, program('2.0.0')))
    expect(opened).toMatchObject({
      ok: false,
      error: {
        ...{ problem: 'not-migrated', opensWith: '1.0.0' },
        detail: expect.stringContaining('version 1.0.0 opens it'),
      },
    })
    const left = new Database(journalPath(folder), { readonly: true })
    expect(left.pragma('user_version', { simple: true })).toBe(2)
    expect(left.prepare('SELECT count(*) AS entries FROM entries').get()).toEqual({ entries: 2 })
    left.close()
    expect(readFileSync(join(folder, `${shopName}.opened-by`), 'utf8')).toBe('1.0.0\n')
    // It is tried at each start, and is kept once.
    expect(problemIn(folder, program('2.0.0'))).toBe('not-migrated')
    expect(backupsIn(folder)).toHaveLength(1)
  })

  test.skipIf(!hasSmallDisks)('is unchanged if there is no room for a copy before its migration', () => {
    const disk = smallDisk(4)
    const folder = join(disk.folder, 'journal')
    mkdirSync(folder)
    writeEarlier(journalPath(folder), 2, [created, ...[1, 2].map(refNumber).flatMap(storyOf)])
    writeFileSync(join(folder, `${shopName}.opened-by`), '1.0.0\n')
    const before = readFileSync(journalPath(folder))
    disk.fill()
    expect(problemIn(folder, program('2.0.0'))).toBe('disk-full')
    expect(readFileSync(journalPath(folder)).equals(before)).toBe(true)
    expect(readFileSync(join(folder, `${shopName}.opened-by`), 'utf8')).toBe('1.0.0\n')
    disk.free()
    openWhole(folder, program('2.0.0')).close()
    expect(readFileSync(join(folder, `${shopName}.opened-by`), 'utf8')).toBe('2.0.0\n')
  })

  test.skipIf(!hasSmallDisks)('is not opened without room for a copy, even if nothing is migrated', () => {
    const disk = smallDisk(4)
    const folder = join(disk.folder, 'journal')
    mkdirSync(folder)
    const made = openWhole(folder, program('1.0.0'))
    made.record(confirmed(refNumber(1)), startMs)
    made.close()
    const before = fingerprint(folder)
    // Room for everything but the copy.
    const { size } = statSync(journalPath(folder))
    disk.fill(size / 2)
    expect(problemIn(folder, program('2.0.0'))).toBe('disk-full')
    expect(fingerprint(folder)).toEqual(before)
    expect(existsSync(join(folder, 'backups')) ? backupsIn(folder) : []).toEqual([])
    expect(problemIn(folder, program('1.0.0'))).toBe('none')
    disk.free()
    openWhole(folder, program('2.0.0')).close()
    expect(readFileSync(join(folder, `${shopName}.opened-by`), 'utf8')).toBe('2.0.0\n')
  })
})

describe('a body', () => {
  test.each([
    ['of this version', entryFor('found-partly', refNumber(1))],
    ['of a kind that was never written', { kind: 'toString', topupId: 'x' }],
    ['that is none', null],
  ])('%s is read unchanged', (_what, body) => {
    expect(upcast(body)).toBe(body)
  })
})
