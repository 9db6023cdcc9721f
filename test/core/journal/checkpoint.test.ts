/** What an opening takes on trust, what it never does, and what ends the trust. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { Journal } from '#core/journal/journal.ts'
import {
  bringTo,
  contentOf,
  copyOf,
  fingerprint,
  journalPath,
  openWhole,
  problemIn,
} from '../../support/journal.ts'
import { checkpointPath, edit, readCheckpointFile, unnoticed } from '../../support/journal-damage.ts'
import { confirmed, entryFor, shopName, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const [endedBefore, openBefore, refBehind] = [refNumber(1), refNumber(2), refNumber(3)]
const DAY_MS = 24 * 3_600_000

/** A closed journal: two sales before its checkpoint at entry 7, of which one is open, and one sale behind it. */
async function journalWithCheckpoint(record: (journal: Journal) => void = () => undefined): Promise<string> {
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  bringTo(journal, endedBefore, 'fulfilled')
  bringTo(journal, openBefore, 'sending')
  expect(await journal.verifyWhole()).toEqual({ ok: true, value: { entries: 7, atMs: startMs } })
  bringTo(journal, refBehind, 'refunded')
  record(journal)
  journal.close()
  expect(readCheckpointFile(folder).sequence).toBe(7)
  return folder
}

const run = (sql: string) => (database: Database.Database) => database.exec(sql)
const forgetOldBit =
  run(`UPDATE entries SET body = replace(body, '"costCentimes":98000', '"costCentimes":98001')
  WHERE sequence = 2`)

describe('damage without a trace outside the file', () => {
  test('before the checkpoint is found by the full check, which drops the checkpoint', async () => {
    const folder = await journalWithCheckpoint()
    unnoticed(folder, () => edit(folder, forgetOldBit))
    const found: string[] = []
    const journal = openWhole(folder, { onTrouble: ({ problem }) => void found.push(problem) })
    expect(found).toEqual([])
    expect(await journal.verifyWhole()).toMatchObject({ ok: false, error: { problem: 'chain-broken' } })
    expect(found).toEqual(['chain-broken'])
    journal.close()
    const before = fingerprint(folder)
    expect(problemIn(folder)).toBe('chain-broken')
    expect(fingerprint(folder)).toEqual(before)
  })

  const cases: readonly (readonly [string, string, string])[] = [
    ['an entry behind it', 'UPDATE entries SET at_ms = at_ms + 1 WHERE sequence = 9', 'chain-broken'],
    ['an entry behind it that is gone', 'DELETE FROM entries WHERE sequence = 9', 'chain-broken'],
    [
      'the entry it stands on',
      `UPDATE entries SET hash = '${'0'.repeat(64)}' WHERE sequence = 7`,
      'chain-broken',
    ],
    ['the first entry', 'UPDATE entries SET at_ms = at_ms + 1 WHERE sequence = 1', 'chain-broken'],
    ['a sale behind it', saleEdit('$.priceCentimes', 5, 8), 'damaged'],
    ['an open sale, however old', saleEdit('$.priceCentimes', 5, 6), 'damaged'],
    [
      'an attempt of an open sale',
      "UPDATE attempts SET outcome = 'accepted' WHERE ended_at_ms IS NULL",
      'damaged',
    ],
    ['a sale that is gone', 'DELETE FROM attempts; DELETE FROM sales WHERE recorded_sequence = 2', 'damaged'],
    ['a table of someone else', 'CREATE TABLE notes (text TEXT)', 'damaged'],
    ['an ended sale before it', saleEdit('$.priceCentimes', 5, 2), 'none'],
  ]
  test.each(cases)('to %s is found at the opening, except in ended sales', async (_what, sql, problem) => {
    const folder = await journalWithCheckpoint()
    unnoticed(folder, () => edit(folder, run(sql)))
    expect(problemIn(folder)).toBe(problem)
  })
})

function saleEdit(field: string, value: number, recorded: number): string {
  return `UPDATE sales SET sale = json_set(sale, '${field}', ${value}) WHERE recorded_sequence = ${recorded}`
}

/** Ways in which a checkpoint no longer speaks for the file beside it. */
const misfits: readonly (readonly [string, (folder: string) => void])[] = [
  ['is gone', (folder) => rmSync(checkpointPath(folder))],
  ['cannot be read', (folder) => writeFileSync(checkpointPath(folder), '{"sequence":')],
  ['is a folder', (folder) => replaceByFolder(checkpointPath(folder))],
  ['is of another journal', checkpointWith({ journalId: 'another' })],
  ['is of other tables', checkpointWith({ version: 2 })],
  ['has another hash', checkpointWith({ hash: '1'.repeat(64) })],
  ['is ahead of the journal', checkpointWith({ sequence: 700 })],
  ['counts other sales', checkpointWith({ sales: 9 })],
  ['counts other attempts', checkpointWith({ attempts: 9 })],
  ['is more than a week old', checkpointWith({ verifiedAtMs: startMs - 7 * DAY_MS - 1 })],
  ['is of a time to come', checkpointWith({ verifiedAtMs: startMs + 1 })],
  ['is of a file that was written to', (folder) => utimesSync(journalPath(folder), 1, 1)],
]

function checkpointWith(change: object): (folder: string) => void {
  return (folder) =>
    writeFileSync(checkpointPath(folder), JSON.stringify({ ...readCheckpointFile(folder), ...change }))
}

function replaceByFolder(path: string): void {
  rmSync(path)
  mkdirSync(path)
}

describe('a checkpoint that', () => {
  test.each(misfits)('%s is not used', async (_what, misfit) => {
    const folder = await journalWithCheckpoint()
    unnoticed(folder, () => edit(folder, forgetOldBit))
    misfit(folder)
    expect(problemIn(folder)).toBe('chain-broken')
  })

  test.each(misfits)(
    '%s closes no journal that is whole, and a full check makes a new one',
    async (_what, misfit) => {
      const folder = await journalWithCheckpoint()
      misfit(folder)
      expect(problemIn(folder)).toBe('none')
      expect(readCheckpointFile(folder)).toMatchObject({
        sequence: 11,
        sales: 3,
        attempts: 3,
        verifiedAtMs: startMs,
      })
    },
  )

  test('is a week old is still used', async () => {
    const folder = await journalWithCheckpoint()
    unnoticed(folder, () => edit(folder, forgetOldBit))
    expect(problemIn(folder, { nowMs: () => startMs + 7 * DAY_MS })).toBe('none')
    expect(problemIn(folder, { nowMs: () => startMs + 7 * DAY_MS + 1 })).toBe('chain-broken')
  })

  test('is all that is left of a journal shows that there was one', async () => {
    const folder = await journalWithCheckpoint()
    for (const file of ['journals.json', `${shopName}.journal`, `${shopName}.witness`])
      rmSync(join(folder, file))
    expect(problemIn(folder)).toBe('vanished')
  })
})

/** The next opening looks at everything, and makes one. */
const forgetCheckpoint = (folder: string) => rmSync(checkpointPath(folder))

/** Replaces a text wherever the file holds it: a page keeps copies of what stood in it once. */
function replaceInFile(path: string, text: string, by: string): void {
  const before = readFileSync(path, 'latin1')
  expect(before).toContain(text)
  writeFileSync(path, before.replaceAll(text, by), 'latin1')
}

describe('with a checkpoint', () => {
  test('a journal of a killed process opens from it, and has the last commit', async () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    for (let sale = 0; sale < 30; sale += 1) bringTo(journal, refNumber(sale), 'fulfilled')
    journal.close()
    forgetCheckpoint(folder)
    const again = openWhole(folder)
    again.record(confirmed(refNumber(30)), startMs)
    const { sales } = contentOf(again)
    const killed = copyOf(folder, { withCheckpoint: true })
    again.close()
    replaceInFile(journalPath(killed), '"costCentimes":98000,"kind"', '"costCentimes":98001,"kind"')
    const after = openWhole(killed)
    expect(after.listSales({ limit: 99 })).toEqual(sales)
    expect(await after.verifyWhole()).toMatchObject({ ok: false, error: { problem: 'chain-broken' } })
  })

  test('a lost end is reported as without it', async () => {
    const folder = await journalWithCheckpoint()
    const old = copyOf(folder, { withCheckpoint: true })
    const journal = openWhole(folder)
    journal.record([entryFor('doubted', openBefore), entryFor('not-found', openBefore)], startMs)
    const killed = copyOf(folder, { withCheckpoint: true })
    journal.close()
    rmSync(`${journalPath(killed)}-wal`)
    expect(problemIn(killed)).toBe('older-copy')
    for (const file of [`${shopName}.journal`, `${shopName}.checkpoint`]) {
      copyFileSync(join(old, file), join(folder, file))
    }
    expect(problemIn(folder)).toBe('older-copy')
  })

  test('an earlier witness must still be in the chain', async () => {
    const folder = await journalWithCheckpoint()
    const witness = { ...JSON.parse(readFileSync(join(folder, `${shopName}.witness`), 'utf8')), sequence: 3 }
    writeFileSync(join(folder, `${shopName}.witness`), JSON.stringify(witness))
    expect(problemIn(folder)).toBe('chain-broken')
  })

  test('a journal continues from it, again and again', async () => {
    const folder = await journalWithCheckpoint()
    for (let turn = 10; turn < 14; turn += 1) {
      const journal = openWhole(folder)
      journal.record(confirmed(refNumber(turn)), startMs)
      journal.close()
    }
    expect(readCheckpointFile(folder).sequence).toBe(7)
    expect(openWhole(folder).listSales({ limit: 99 })).toHaveLength(7)
  })
})
