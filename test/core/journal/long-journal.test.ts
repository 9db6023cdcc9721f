/** A long journal sells before all of it was looked at: its end is looked at first, the rest while the counter sells. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyOf, journalPath, openWhole, problemIn } from '../../support/journal.ts'
import { checkpointPath, edit, readCheckpointFile, unnoticed } from '../../support/journal-damage.ts'
import { confirmed, startMs } from '../../support/journal-entries.ts'
import { writePastJournal } from '../../support/past-journal.ts'
import { refNumber } from '../../support/refs.ts'

/** Four entries each: more than are looked at at once. */
const SALES = 3_000
const ENTRIES = 1 + 4 * SALES
const atMs = startMs + 10 * 365 * 86_400_000

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'comptoir-test-'))
  writePastJournal(journalPath(folder), SALES, { account: 'shop' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const opened = (at: string) => {
  const found: string[] = []
  const journal = openWhole(at, { nowMs: () => atMs, onTrouble: ({ problem }) => void found.push(problem) })
  return { found, journal }
}

/** A copy that was written to by hand. */
function damaged(sql: string): string {
  const at = copyOf(folder)
  edit(at, (database) => database.exec(sql))
  return at
}

/** Sells in the journal of this folder, has all of it looked at, and answers what was found. */
async function foundWhileSelling(at: string): Promise<readonly string[]> {
  const { found, journal } = opened(at)
  journal.record(confirmed(refNumber(1)), atMs)
  expect(found).toEqual([])
  await journal.verifyWhole()
  journal.close()
  return found
}

describe('a long journal without a checkpoint', () => {
  test('sells at once, is checked in full meanwhile, and then has a checkpoint', async () => {
    const at = copyOf(folder)
    expect(await foundWhileSelling(at)).toEqual([])
    expect(readCheckpointFile(at).sequence).toBeGreaterThanOrEqual(ENTRIES)
  })

  test.each([
    [
      'an old entry',
      `UPDATE entries SET body = replace(body, '"priceCentimes":', '"priceCentimes":1') WHERE sequence = 2`,
      'chain-broken',
    ],
    [
      'an old sale',
      `UPDATE sales SET sale = json_set(sale, '$.priceCentimes', 5) WHERE recorded_sequence = 2`,
      'damaged',
    ],
    [
      'an old attempt that is gone',
      'DELETE FROM attempts WHERE ref = (SELECT ref FROM sales WHERE recorded_sequence = 2)',
      'damaged',
    ],
  ])('closes selling where %s is found damaged meanwhile', async (_, sql, problem) => {
    expect(await foundWhileSelling(damaged(sql))).toEqual([problem])
  })

  test.each([
    [
      'an entry of its end',
      `UPDATE entries SET at_ms = at_ms + 1 WHERE sequence = ${ENTRIES - 1}`,
      'chain-broken',
    ],
    ['its first entry', 'UPDATE entries SET at_ms = at_ms + 1 WHERE sequence = 1', 'chain-broken'],
    [
      'a sale of its end',
      `UPDATE sales SET sale = json_set(sale, '$.priceCentimes', 5) WHERE recorded_sequence = ${ENTRIES - 3}`,
      'damaged',
    ],
    [
      'a sale that is open, however old',
      `UPDATE sales SET state = 'following', sale = json_set(sale, '$.state', 'following') WHERE recorded_sequence = 2`,
      'damaged',
    ],
  ])('does not open where %s is damaged', (_, sql, problem) => {
    expect(problemIn(damaged(sql))).toBe(problem)
  })
})

describe('a long journal with a checkpoint that is far behind its end', () => {
  /** The same, whose checkpoint covers no more than the first sale. */
  async function withOldCheckpoint(sql: string): Promise<string> {
    const at = copyOf(folder)
    const { journal } = opened(at)
    await journal.verifyWhole()
    journal.close()
    unnoticed(at, () =>
      edit(at, (database) => {
        const row = database.prepare('SELECT sequence, hash FROM entries WHERE sequence = 5').get()
        writeFileSync(checkpointPath(at), JSON.stringify({ ...readCheckpointFile(at), ...Object(row) }))
        database.exec(sql)
      }),
    )
    return at
  }

  test.each([
    ['an old entry', 'UPDATE entries SET at_ms = at_ms + 1 WHERE sequence = 9', 'chain-broken'],
    [
      'an old sale',
      `UPDATE sales SET sale = json_set(sale, '$.priceCentimes', 5) WHERE recorded_sequence = 6`,
      'damaged',
    ],
  ])('sells at once, and closes where %s behind it is found damaged meanwhile', async (_, sql, problem) => {
    expect(await foundWhileSelling(await withOldCheckpoint(sql))).toEqual([problem])
  })

  test('does not open where an entry of its end is damaged', async () => {
    const sql = `UPDATE entries SET at_ms = at_ms + 1 WHERE sequence = ${ENTRIES - 1}`
    expect(problemIn(await withOldCheckpoint(sql))).toBe('chain-broken')
  })
})

test('a long journal that lost an attempt before its checkpoint opens, and closes once its rows are counted', async () => {
  const at = copyOf(folder)
  expect(await foundWhileSelling(at)).toEqual([])
  const lost = 'DELETE FROM attempts WHERE ref = (SELECT ref FROM sales WHERE recorded_sequence = 2)'
  unnoticed(at, () => edit(at, (database) => database.exec(lost)))
  const { found, journal } = opened(at)
  expect(found).toEqual([])
  await expect.poll(() => found, { timeout: 60_000 }).toEqual(['damaged'])
  journal.close()
  expect(() => readCheckpointFile(at)).toThrow('ENOENT')
})
