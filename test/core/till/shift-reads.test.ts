/** What the till reads of the journal to say how a shift stands: as much in a shift of months as in one of minutes. */
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { anybody } from '#core/till/actor.ts'
import { openWhole } from '../../support/journal.ts'
import { saleRecorded, startMs } from '../../support/journal-entries.ts'
import { tillOn } from '../../support/live-till.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { da, newActId, piecesOf } from '../../support/till.ts'

/** How many rows statements answer while it is done. */
function rowsReadBy(act: () => unknown): number {
  const memory = new Database(':memory:')
  const statement: Pick<Database.Statement, 'all' | 'get'> = Object.getPrototypeOf(memory.prepare('SELECT 1'))
  memory.close()
  const { all, get } = statement
  let rows = 0
  statement.all = function (...values) {
    const answer = all.apply(this, values)
    rows += answer.length
    return answer
  }
  statement.get = function (...values) {
    rows += 1
    return get.apply(this, values)
  }
  try {
    act()
  } finally {
    Object.assign(statement, { all, get })
  }
  return rows
}

/** A counted shift of so many sales, each with cash that moves. */
function shiftOf(sales: number) {
  const journal = openWhole(temporaryFolder())
  const till = tillOn(journal)
  const signed = () => ({ actId: newActId(), who: 'Amina' })
  const move = () =>
    till.moveCash({ ...signed(), moved: { movement: 'paid-in', amountCentimes: da(5), note: 'x' } }, anybody)
  till.openShift({ ...signed(), float: piecesOf(1_000) }, anybody)
  for (let sale = 1; sale <= sales; sale += 1) {
    const ref = refNumber(sale)
    const recorded = { ...saleRecorded(ref), till: { means: 'cash', shift: 1 } } as const
    journal.record([recorded, { kind: 'attempt-started', ref, attempt: 1 }], startMs)
    move()
  }
  till.count({ ...signed(), counted: piecesOf(1_000) }, anybody)
  return { till, move }
}

test('an act of the till reads no more in a shift of many sales than in one of few', () => {
  const rows = [10, 100].map((sales) => {
    const { till, move } = shiftOf(sales)
    move()
    return { act: rowsReadBy(move), look: rowsReadBy(till.read) }
  })
  expect(rows[1]).toEqual(rows[0])
})
