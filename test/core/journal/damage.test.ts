/** A journal that is not what was written is refused, or reads the same as before. Never anything in between. */
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashEntry } from '#core/journal/entries.ts'
import { openJournal } from '#core/journal/open.ts'
import { saleStates } from '#shared/states/sale.ts'
import { RUNS } from '../../support/effort.ts'
import {
  bringTo,
  contentOf,
  copyOf,
  fingerprint,
  flipBit,
  journalPath,
  openWhole,
  problemIn,
} from '../../support/journal.ts'
import { edit } from '../../support/journal-damage.ts'
import { confirmed, entryFor, journalOptions, shopName, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

type Content = ReturnType<typeof contentOf>

/** A folder with a journal of some sales in every state, closed or as a killed process leaves it, and its content. */
function whole(
  left: 'closed' | 'killed',
  sales = 24,
): { readonly folder: string; readonly content: Content } {
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  for (let sale = 0; sale < sales; sale += 1) {
    bringTo(journal, refNumber(sale), saleStates[sale % saleStates.length] ?? 'sending')
  }
  const content = contentOf(journal)
  if (left === 'closed') {
    journal.close()
    return { folder, content }
  }
  const killed = copyOf(folder)
  journal.close()
  return { folder: killed, content }
}

/** Opens the damaged copy: refused with nothing changed on disk, or all the same as before. Answers which. */
function openDamaged(folder: string, content: Content): string {
  const before = fingerprint(folder)
  const opened = openJournal(journalOptions(folder))
  if (!opened.ok) {
    expect(fingerprint(folder)).toEqual(before)
    expect(opened.error.detail.length).toBeGreaterThan(20)
    return opened.error.problem
  }
  try {
    expect(contentOf(opened.value)).toEqual(content)
    return 'the same'
  } finally {
    opened.value.close()
  }
}

describe('one flipped bit', () => {
  test.each(['closed', 'killed'] as const)('anywhere in the file of a %s journal', (left) => {
    const { folder, content } = whole(left)
    const outcomes = new Set<string>()
    fc.assert(
      fc.property(fc.nat(2 ** 24), (bit) => {
        const copy = copyOf(folder)
        flipBit(journalPath(copy), bit)
        outcomes.add(openDamaged(copy, content))
        rmSync(copy, { recursive: true })
      }),
      { numRuns: RUNS },
    )
    expect(outcomes).toContain(left === 'closed' ? 'chain-broken' : 'the same')
  })

  test('in each byte of the header', () => {
    const { folder, content } = whole('closed', 3)
    for (let byte = 0; byte < 100; byte += 1) {
      const copy = copyOf(folder)
      flipBit(journalPath(copy), byte * 8 + (byte % 8))
      openDamaged(copy, content)
      rmSync(copy, { recursive: true })
    }
  })

  test('anywhere in the WAL that a killed process left', () => {
    const { folder, content } = whole('killed')
    const outcomes = new Set<string>()
    fc.assert(
      fc.property(fc.nat(2 ** 26), (bit) => {
        const copy = copyOf(folder)
        flipBit(`${journalPath(copy)}-wal`, bit)
        outcomes.add(openDamaged(copy, content))
        rmSync(copy, { recursive: true })
      }),
      { numRuns: RUNS },
    )
    expect(outcomes).toContain('older-copy')
  })
})

describe('a file that was cut, replaced or taken apart', () => {
  const cases: readonly (readonly [string, 'closed' | 'killed', (path: string) => void, RegExp])[] = [
    ['cut in the middle of a page', 'closed', (path) => truncateSync(path, 10_000), /damaged/],
    ['cut after some pages', 'closed', (path) => truncateSync(path, 4096 * 6), /damaged/],
    ['cut inside its header', 'closed', (path) => truncateSync(path, 50), /damaged/],
    ['cut to nothing', 'closed', (path) => truncateSync(path, 0), /vanished/],
    ['a text file', 'closed', (path) => writeFileSync(path, 'Sold today: 3 cards.\n'.repeat(400)), /damaged/],
    ['zeros', 'closed', (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length)), /damaged/],
    ['removed', 'closed', (path) => rmSync(path), /vanished/],
    ['removed with its WAL left', 'killed', (path) => rmSync(path), /vanished/],
    ['left without its WAL', 'killed', (path) => rmSync(`${path}-wal`), /older-copy/],
    ['left with half of its WAL', 'killed', (path) => truncateSync(`${path}-wal`, 4096 * 20), /older-copy/],
    ['left with an empty WAL', 'killed', (path) => truncateSync(`${path}-wal`, 0), /older-copy/],
  ]
  test.each(cases)('%s, when it was %s', (_what, left, hurt, expected) => {
    const { folder, content } = whole(left)
    hurt(journalPath(folder))
    expect(openDamaged(folder, content)).toMatch(expected)
  })

  test('a folder is in its place', () => {
    const { folder } = whole('closed', 1)
    rmSync(journalPath(folder))
    mkdirSync(journalPath(folder))
    expect(problemIn(folder)).toBe('unreadable')
  })

  test('an older copy is refused as such until the witness is removed on purpose', () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    journal.record([...confirmed(refNumber(1))], startMs)
    journal.close()
    const old = copyOf(folder)
    const again = openWhole(folder)
    again.record([entryFor('doubted', refNumber(1))], startMs)
    again.close()
    copyFileSync(journalPath(old), journalPath(folder))
    const before = fingerprint(folder)
    expect(openJournal(journalOptions(folder))).toMatchObject({
      ok: false,
      error: {
        problem: 'older-copy',
        missingEntries: 1,
        detail: expect.stringContaining('at entry 3, but entry 4'),
      },
    })
    expect(fingerprint(folder)).toEqual(before)
    renameSync(join(folder, `${shopName}.witness`), join(folder, `${shopName}.witness.aside`))
    expect(openWhole(folder).readSale(refNumber(1))?.state).toBe('sending')
  })

  test('a witness that cannot be read does not prove a loss', () => {
    const { folder, content } = whole('closed', 3)
    writeFileSync(join(folder, `${shopName}.witness`), 'garbage')
    const logged: string[] = []
    const journal = openWhole(folder, { log: { write: (_level, what) => void logged.push(what) } })
    expect(contentOf(journal)).toEqual(content)
    expect(logged).toContain('journal.witness-broken')
  })
})

describe('a file that was edited', () => {
  const run = (sql: string) => (database: Database.Database) => database.exec(sql)
  const cases: readonly (readonly [string, (database: Database.Database) => void, string])[] = [
    [
      'an edited body',
      run(`UPDATE entries SET body = replace(body, '023456789', '023456780') WHERE sequence = 2`),
      'chain-broken',
    ],
    ['an edited time', run('UPDATE entries SET at_ms = at_ms + 1 WHERE sequence = 5'), 'chain-broken'],
    ['an edited kind', run(`UPDATE entries SET kind = 'accepted' WHERE kind = 'refused'`), 'damaged'],
    ['an edited ref', run(`UPDATE entries SET ref = NULL WHERE sequence = 4`), 'chain-broken'],
    ['a removed entry', run('DELETE FROM entries WHERE sequence = 6'), 'chain-broken'],
    ['a removed first entry', run('DELETE FROM entries WHERE sequence = 1'), 'chain-broken'],
    ['no entry at all', run('DELETE FROM attempts; DELETE FROM sales; DELETE FROM entries'), 'chain-broken'],
    [
      'two entries swapped',
      run(`UPDATE entries SET sequence = -3 WHERE sequence = 3; UPDATE entries SET sequence = 3 WHERE sequence = 4;
           UPDATE entries SET sequence = 4 WHERE sequence = -3`),
      'chain-broken',
    ],
    ['a history that was hashed anew', rehash, 'chain-broken'],
    [
      'a cheaper sale',
      run(`UPDATE sales SET sale = json_set(sale, '$.priceCentimes', 5) WHERE recorded_sequence = 2`),
      'damaged',
    ],
    [
      'a sale that is no sale',
      run(`UPDATE sales SET sale = json_remove(sale, '$.priceCentimes') WHERE recorded_sequence = 2`),
      'damaged',
    ],
    [
      'a sale that was hidden',
      run('DELETE FROM attempts; DELETE FROM sales WHERE recorded_sequence = 2'),
      'damaged',
    ],
    [
      'a sale that nobody sold',
      run(`INSERT INTO sales (recorded_sequence, changed_sequence, ref, review_id, kind, subject, value_centimes,
        recorded_at_ms, state, changed_at_ms, sale)
      SELECT 3, 3, 'x', 'y', kind, subject, value_centimes, recorded_at_ms, state, changed_at_ms,
        json_set(sale, '$.ref', 'x', '$.reviewId', 'y', '$.serviceId', NULL) FROM sales LIMIT 1`),
      'damaged',
    ],
    ['an attempt that was forgotten', run('DELETE FROM attempts WHERE attempt = 1'), 'damaged'],
    [
      'another end of an attempt',
      run(`UPDATE attempts SET outcome = 'accepted' WHERE outcome = 'refused'`),
      'damaged',
    ],
    ['nothing', run('SELECT 1'), 'none'],
    ['a table of someone else', run('CREATE TABLE notes (text TEXT)'), 'damaged'],
  ]

  test.each(cases)('%s', (_what, change, expected) => {
    const { folder } = whole('closed', 10)
    edit(folder, change)
    expect(problemIn(folder)).toBe(expected)
  })

  test('entries cannot be changed while the triggers exist', () => {
    const { folder } = whole('closed', 3)
    const database = new Database(journalPath(folder))
    const last = database.prepare('SELECT max(sequence) FROM entries').pluck().get()
    const values = `'cancelled', NULL, '{}', '${'0'.repeat(64)}'`
    for (const sql of [
      `UPDATE entries SET body = body`,
      `DELETE FROM entries WHERE sequence = ${last}`,
      `INSERT OR REPLACE INTO entries VALUES (2, 0, ${values})`,
      `INSERT INTO entries VALUES (${Number(last) + 2}, 0, ${values})`,
    ]) {
      expect(() => database.exec(sql), sql).toThrow(/entries are/)
    }
    database.exec('DROP TRIGGER entries_are_never_deleted')
    database.close()
    expect(problemIn(folder)).toBe('damaged')
  })
})

/** The forger who knows the chain: changes a price and hashes everything behind it again. */
function rehash(database: Database.Database): void {
  database.exec(`UPDATE entries SET body = replace(body, '"costCentimes":98000', '"costCentimes":97000')`)
  type Row = { sequence: number; at_ms: number; body: string }
  let previous = '0'.repeat(64)
  for (const row of database
    .prepare<[], Row>('SELECT sequence, at_ms, body FROM entries ORDER BY sequence')
    .all()) {
    previous = hashEntry(previous, { sequence: row.sequence, atMs: row.at_ms, bodyText: row.body })
    database.prepare('UPDATE entries SET hash = ? WHERE sequence = ?').run(previous, row.sequence)
  }
}
