/** What a restore takes care of: nothing is thrown away, nothing is changed before it is sure, and life goes on. */
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { problemOf } from '#core/journal/faults.ts'
import {
  backUpIn,
  type Content,
  everyFile,
  expectRestored,
  journalWithBackup,
  openCopy,
  restoreIn,
  sellSome,
  spoilEntry,
} from '../../support/backups.ts'
import { flipBit, journalPath, openWhole, problemIn } from '../../support/journal.ts'
import { shopName } from '../../support/journal-entries.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

describe('a restore', () => {
  test('keeps everything that it replaces, and the backup', async () => {
    const { folder, backup, content } = await journalWithBackup({ left: 'killed' })
    writeFileSync(journalPath(folder), readFileSync(journalPath(folder)).fill(0, 0, 100))
    const files = [`${shopName}.journal`, `${shopName}.journal-wal`, `${shopName}.witness`]
    const before = files.map((file) => readFileSync(join(folder, file)))
    expectRestored(folder, content, await restoreIn(folder, backup)).close()
    const [aside = '', ...more] = readdirSync(join(folder, 'set-aside'))
    expect(more).toEqual([])
    const kept = readdirSync(join(folder, 'set-aside', aside))
    expect(kept.filter((file) => !file.endsWith('-shm')).sort()).toEqual([...files].sort())
    expect(files.map((file) => readFileSync(join(folder, 'set-aside', aside, file)))).toEqual(before)
    const backedUp = openCopy(folder, backup).readEntries()
    expect(backedUp).toEqual(content.entries.slice(0, backedUp.length))
  })

  test('can be repeated, and nothing is lost', async () => {
    const { folder, backup, content } = await journalWithBackup({ left: 'closed' })
    for (let turn = 1; turn <= 3; turn += 1) {
      writeFileSync(journalPath(folder), readFileSync(journalPath(folder)).fill(0, 0, 100))
      const { savedEntries, lostEntries, backupSequence } = await restoreIn(folder, backup)
      const journal = openWhole(folder)
      expect(lostEntries).toBe(0)
      expect(backupSequence + savedEntries).toBe(content.entries.length + turn - 1)
      expect(journal.readEntries()).toHaveLength(content.entries.length + turn)
      journal.close()
      expect(readdirSync(join(folder, 'set-aside'))).toHaveLength(turn)
    }
  })

  test('takes entries that the file lost from newer backups', async () => {
    const { folder, backup, content } = await journalWithBackup({ left: 'closed' })
    const journal = openWhole(folder)
    await backUpIn(folder, journal, 'daily')
    journal.close()
    rmSync(journalPath(folder))
    const restored = await restoreIn(folder, backup, 'vanished')
    expect(restored.lostEntries).toBe(0)
    expectRestored(folder, content, restored)
  })

  test('continues sales from where they were', async () => {
    const { folder, backup } = await journalWithBackup({ left: 'closed' })
    writeFileSync(journalPath(folder), 'nothing that is of any use')
    await restoreIn(folder, backup)
    const journal = openWhole(folder)
    sellSome(journal, 500, 12)
    expect((await journal.verifyWhole()).ok).toBe(true)
    journal.close()
    expect(problemIn(folder)).toBe('none')
  })
})

describe('a backup that cannot be used leaves everything as it is:', () => {
  const edit = (sql: string) => (path: string) => void new Database(path).exec(sql).close()
  const cases: readonly (readonly [string, (path: string, content: Content) => void, string])[] = [
    ['one that is cut', (path) => truncateSync(path, 20_000), 'damaged'],
    ['one with a changed entry', (path, content) => spoilEntry(path, content.entries[4]), 'chain-broken'],
    ['one of a newer program', edit('PRAGMA user_version = 9999'), 'newer'],
    ["another program's file", edit('PRAGMA application_id = 7'), 'not-ours'],
    ["another account's", (path) => copyFileSync(journalOfAnother(), path), 'not-ours'],
    ['one that is no file', (path) => renameSync(path, `${path}.gone`), 'unreadable'],
  ]
  test.each(cases)('%s', async (_what, hurt, problem) => {
    const { folder, backup, content } = await journalWithBackup({ left: 'killed' })
    flipBit(journalPath(folder), 8 * 18)
    hurt(join(folder, 'backups', backup), content)
    const before = everyFile(folder)
    const refused = await restoreIn(folder, backup).catch((error: unknown) => problemOf(error).problem)
    expect(refused).toBe(problem)
    expect(everyFile(folder)).toEqual(before)
  })

  test('a journal that another process has open is not touched', async () => {
    const { folder, backup } = await journalWithBackup({ left: 'closed' })
    const journal = openWhole(folder)
    const refused = await restoreIn(folder, backup).catch((error: unknown) => problemOf(error).problem)
    expect(refused).toBe('in-use')
    expect((await journal.verifyWhole()).ok).toBe(true)
  })
})

function journalOfAnother(): string {
  const folder = temporaryFolder()
  openWhole(folder, { account: 'another' }).close()
  return journalPath(folder)
}
