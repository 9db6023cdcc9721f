import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openForReading, openForWriting } from '#core/journal/connection.ts'
import { migrate, readVersion } from '#core/journal/migrate.ts'
import { migrations } from '#core/journal/migrations.ts'
import { type JournalOptions, openJournal } from '#core/journal/open.ts'
import { readSale } from '#core/journal/sales.ts'
import {
  contentOf,
  filesIn,
  fingerprint,
  folderWithSale,
  journalPath,
  openWhole,
  problemIn,
} from '../../support/journal.ts'
import { confirmed, journalOptions, shopName, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ref = refNumber(1)

/** The same problem twice, and no file touched: a refusal must not repair, create or forget anything. */
function expectRefused(folder: string, problem: string, more: Partial<JournalOptions> = {}): void {
  const before = fingerprint(folder)
  expect(problemIn(folder, more)).toBe(problem)
  expect(problemIn(folder, more)).toBe(problem)
  expect(fingerprint(folder)).toEqual(before)
}

describe('a journal', () => {
  test('is made once, for its environment and account, and reopened unchanged', () => {
    const folder = join(temporaryFolder(), 'not', 'yet')
    const journal = openWhole(folder, { newId: () => 'j-1' })
    expect(journal.journalId).toBe('j-1')
    expect(journal.readEntries()).toMatchObject([
      { sequence: 1, atMs: startMs, body: { journalId: 'j-1', environment: 'training', account: 'shop' } },
    ])
    journal.record([...confirmed(ref)], startMs)
    const before = contentOf(journal)
    journal.close()
    journal.close()
    expect(filesIn(folder)).toEqual([
      ...['journals.json', `${shopName}.checkpoint`, `${shopName}.journal`, `${shopName}.witness`],
    ])
    expect(contentOf(openWhole(folder, { newId: () => 'j-2' }))).toEqual(before)
  })

  test('can be in a folder with others', () => {
    const folder = temporaryFolder()
    const first = openWhole(folder)
    const second = openWhole(folder, { name: 'other', environment: 'sandbox', account: '0550' })
    first.record([...confirmed(ref)], startMs)
    expect(second.readSale(ref)).toBeUndefined()
    first.close()
    second.close()
    expect(problemIn(folder)).toBe('none')
    expect(problemIn(folder, { name: 'other', environment: 'sandbox', account: '0550' })).toBe('none')
  })

  test.each(['', '../up', 'a/b', 'file:x', '.hidden', 'x'.repeat(101)])('is not named %j', (name) => {
    const folder = temporaryFolder()
    expectRefused(folder, 'unreadable', { name })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('every connection', () => {
  test('is durable and trusts no schema', () => {
    const folder = folderWithSale(ref)
    for (const db of [
      openForWriting(journalPath(folder), { create: false }),
      openForReading(journalPath(folder)),
    ]) {
      const pragma = (name: string) => db.connection.pragma(name, { simple: true })
      expect([pragma('journal_mode'), pragma('foreign_keys'), pragma('trusted_schema')]).toEqual([
        'wal',
        1,
        0,
      ])
      expect(pragma('busy_timeout')).toBe(5_000)
      if (!db.connection.readonly) expect(pragma('synchronous')).toBe(2)
      db.connection.close()
    }
  })
})

describe('a file that is not the one', () => {
  test.each([
    ['newer', 'PRAGMA user_version = 9999'],
    ['damaged', 'PRAGMA user_version = 0'],
    ['not-ours', 'PRAGMA application_id = 7'],
    ['damaged', 'PRAGMA journal_mode = DELETE'],
  ])('is %s after %s', (problem, sql) => {
    const folder = folderWithSale(ref)
    const database = new Database(journalPath(folder))
    database.exec(sql)
    database.close()
    expectRefused(folder, problem)
  })

  test("is not ours where it is another program's database, or another journal", () => {
    const folder = folderWithSale(ref)
    const other = temporaryFolder()
    openWhole(other).close()
    copyFileSync(journalPath(other), journalPath(folder))
    expectRefused(folder, 'not-ours')
    rmSync(join(folder, `${shopName}.witness`))
    expectRefused(folder, 'not-ours')
    rmSync(journalPath(folder))
    new Database(journalPath(folder)).exec('CREATE TABLE x (y)').close()
    expectRefused(folder, 'not-ours')
  })

  test('is not ours where it belongs to another environment or account', () => {
    const folder = folderWithSale(ref)
    expectRefused(folder, 'not-ours', { environment: 'production' })
    expectRefused(folder, 'not-ours', { account: 'another' })
  })
})

describe('what the registry remembers', () => {
  const registryPath = (folder: string) => join(folder, 'journals.json')

  test.each([
    ['removed', (path: string) => rmSync(path)],
    ['emptied', (path: string) => writeFileSync(path, '')],
  ])('a journal that was %s is vanished, and stays so', (_how, lose) => {
    const folder = folderWithSale(ref)
    lose(journalPath(folder))
    expectRefused(folder, 'vanished')
    rmSync(join(folder, `${shopName}.witness`))
    expectRefused(folder, 'vanished')
  })

  test('a journal that was removed with the registry is still missed by its witness', () => {
    const folder = folderWithSale(ref)
    rmSync(journalPath(folder))
    rmSync(registryPath(folder))
    expectRefused(folder, 'vanished')
  })

  test.each([
    ['no JSON', '{"version":1,"journals":[{"name":"training-sh'],
    ['something else', '{"version":2,"journals":[]}'],
  ])('a registry of %s makes no new journal', (_what, text) => {
    const folder = temporaryFolder()
    writeFileSync(registryPath(folder), text)
    expectRefused(folder, 'unreadable')
    expect(filesIn(folder)).toEqual(['journals.json'])
  })

  test('a broken registry is set aside, reported, and rebuilt from a whole journal', () => {
    const folder = folderWithSale(ref)
    const broken = `${readFileSync(registryPath(folder), 'utf8').slice(0, -4)}, {"name":"other"`
    writeFileSync(registryPath(folder), broken)
    const logged: string[] = []
    const log = { write: (level: string, what: string) => void logged.push(`${level} ${what}`) }
    expect(openWhole(folder, { log }).readSale(ref)?.state).toBe('fulfilled')
    expect(logged).toContain('error journal.registry-row-added')
    expect(readFileSync(join(folder, 'journals.broken-1.json'), 'utf8')).toBe(broken)
    expect(JSON.parse(readFileSync(registryPath(folder), 'utf8')).journals).toHaveLength(1)
    // What the broken one remembered still counts: this journal is missed and not made.
    expect(problemIn(folder, { name: 'other' })).toBe('vanished')
    expect(problemIn(folder, { name: 'third' })).toBe('none')
  })

  test('after a crash between the file and its row, the journal gets its row', () => {
    const folder = folderWithSale(ref)
    const row = readFileSync(registryPath(folder), 'utf8')
    rmSync(registryPath(folder))
    rmSync(join(folder, `${shopName}.witness`))
    expect(openWhole(folder).readSale(ref)?.state).toBe('fulfilled')
    expect(readFileSync(registryPath(folder), 'utf8')).toBe(row)
  })

  test('after a crash while the file was being made, no journal exists', () => {
    const folder = temporaryFolder()
    const other = folderWithSale(ref)
    renameSync(journalPath(other), `${journalPath(folder)}.unfinished`)
    writeFileSync(`${journalPath(folder)}.unfinished-wal`, 'half')
    expect(openWhole(folder).readEntries()).toHaveLength(1)
    expect(readdirSync(folder).filter((file) => file.includes('unfinished'))).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('for a user who may not', () => {
  const child = fileURLToPath(new URL('../../support/journal-child.ts', import.meta.url))
  const nobody = 65_534

  /** What a process without our rights meets: root may read and write everything, so root becomes nobody. */
  function openAsNobody(folder: string): string {
    const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
    const run = spawnSync(process.execPath, [child, 'open', folder], { encoding: 'utf8', ...asNobody })
    expect(run.stderr).toBe('')
    return run.stdout.trim()
  }

  test.each([
    ['write the folder', 'read-only', 0o555, 0o666],
    ['write the file', 'read-only', 0o777, 0o444],
    ['read the file', 'unreadable', 0o777, 0o000],
    ['enter the folder', 'unreadable', 0o000, 0o666],
  ])('%s, the journal is %s', (_what, problem, folderMode, fileMode) => {
    const folder = folderWithSale(ref)
    const before = fingerprint(folder)
    for (const file of readdirSync(folder)) chmodSync(join(folder, file), fileMode)
    chmodSync(folder, folderMode)
    const printed = openAsNobody(folder)
    chmodSync(folder, 0o755)
    expect(printed).toMatch(new RegExp(`^${problem}: training-shop\\.journal: .+`))
    for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o644)
    expect(fingerprint(folder)).toEqual(before)
    expect(problemIn(folder)).toBe('none')
  })

  test('make files in the folder, no journal is made', () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o555)
    expect(openAsNobody(folder)).toMatch(/^read-only/)
    chmodSync(folder, 0o755)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a migration', () => {
  const next = [...migrations, 'CREATE TABLE notes (text TEXT) STRICT']

  test('and its version are one commit, and projections are rebuilt', () => {
    const folder = folderWithSale(ref)
    const db = openForWriting(journalPath(folder), { create: false })
    db.connection.exec('DELETE FROM attempts; DELETE FROM sales')
    migrate(db, next)
    expect(readVersion(db)).toBe(next.length)
    expect(readSale(db, ref)?.state).toBe('fulfilled')
    db.connection.close()
    expectRefused(folder, 'newer')
  })

  test('that fails half-way leaves the file unchanged', () => {
    const folder = folderWithSale(ref)
    const db = openForWriting(journalPath(folder), { create: false })
    expect(() => migrate(db, [...next, 'CREATE TABLE nonsense'])).toThrow()
    db.connection.close()
    expect(openWhole(folder).readSale(ref)?.state).toBe('fulfilled')
  })
})

describe('a refusal', () => {
  test('names the file and says why in words', () => {
    const folder = folderWithSale(ref)
    rmSync(journalPath(folder))
    const opened = openJournal(journalOptions(folder))
    expect(opened).toEqual({
      ok: false,
      error: {
        problem: 'vanished',
        detail:
          'training-shop.journal: the file is gone. It was made on 2026-01-05T09:00:00.000Z. ' +
          'Put that very file back: an older copy lacks sales. Nothing was made anew',
      },
    })
  })
})
