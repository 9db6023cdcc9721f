/** What the history is found by is checked against the entries like every projection: a journal that lies is not opened. */
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { bringTo, journalPath, openWhole, problemIn } from '../../support/journal.ts'
import { startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test.each([
  ['nothing', 'SELECT 1', 'none'],
  ['a term that is missing', "DELETE FROM sale_terms WHERE term = 'adsl'", 'damaged'],
  ['a term that nobody said', "INSERT INTO sale_terms VALUES (0, 'zorro', 2)", 'damaged'],
  ['a term of a sale that is not', "INSERT INTO sale_terms VALUES (9, 'zorro', 80000)", 'damaged'],
  ['a count that is wrong', 'UPDATE sale_blocks SET sales = sales + 1', 'damaged'],
  ['a time that is wrong', 'UPDATE sale_blocks SET last_at_ms = last_at_ms + 1', 'damaged'],
  ['a block that is missing', 'DELETE FROM sale_blocks', 'damaged'],
])('%s is detected when the journal is opened', (_what, sql, problem) => {
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  bringTo(journal, refNumber(1), 'fulfilled', startMs, 'internet')
  bringTo(journal, refNumber(2), 'refunded', startMs, 'bill')
  journal.close()
  const file = new Database(journalPath(folder))
  const statement = file.prepare(sql)
  if (statement.reader) statement.all()
  else statement.run()
  file.close()
  expect(problemIn(folder)).toBe(problem)
})
