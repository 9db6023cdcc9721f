/**
 * Killed a second time: while a sale that died is looked for, sent again, given up, or decided by a person. What was true
 * after one death is true after two.
 */
import { describe, expect, test } from 'vitest'
import { effort } from '../support/effort.ts'
import { toDecide, unsentThen } from './after.ts'
import { deaths, haveDied, haveSeveral, haveUnsent } from './beginnings.ts'
import { expectEnds, isCommit, isTried } from './deaths.ts'
import { goodNames, goods } from './goods.ts'
import type { Point } from './points.ts'
import { createTable, type Table } from './table.ts'
import { workshopOfFile } from './workshop.ts'

/** One of each way of looking (by ref, by list, by transaction); everything that is sold where more effort is asked for. */
const names = effort > 1 ? goodNames : (['internet', 'gift card', 'bill'] as const)
const tables = {
  taken: createTable('taken, killed; killed again, looking'),
  unsent: createTable('not sent, killed; killed again, looking'),
  resend: createTable('killed, sending again'),
  cancel: createTable('killed, giving up'),
  decide: createTable('killed, deciding'),
} as const satisfies Record<string, Table>
const TAKEN = 'send, taken, not answered'
const workshop = workshopOfFile(...Object.values(tables))

const isOfTheSale = (point: Point) => isTried(point) && (isCommit(point) || /^(look|send)/.test(point.what))

describe('killed, and killed again at the recovery', () => {
  test.each(names)('of %s that the service has', async (name) => {
    const good = goods[name]
    const beginning = await haveDied(workshop(), name, deaths.TAKEN)
    const { ends } = await expectEnds({
      ...{ workshop: workshop(), beginning, good, choose: isOfTheSale },
      work: { do: 'settle' },
      ...{ table: tables.taken, column: name },
      steps: [['', good.end]],
    })
    expect(Object.keys(ends)).toContain('doubted, after the commit')
  })

  test.each(names)('of %s that never left', async (name) => {
    const good = goods[name]
    const beginning = await haveDied(workshop(), name, deaths.BEFORE_IT_LEAVES)
    const { ends } = await expectEnds({
      ...{ workshop: workshop(), beginning, good, choose: isCommit },
      work: { do: 'settle' },
      ...{ table: tables.unsent, column: name },
      steps: [['', unsentThen(good.end)]],
    })
    expect(Object.keys(ends)).toContain('not-found, after the commit')
  })
})

describe('killed while an unsent sale', () => {
  test.each(names)('of %s is sent again', async (name) => {
    const good = goods[name]
    const { ref, ...beginning } = await haveUnsent(workshop(), name)
    const { ends } = await expectEnds({
      ...{ workshop: workshop(), beginning, good, choose: isOfTheSale },
      work: { do: 'resend', ref },
      ...{ table: tables.resend, column: name },
      steps: [
        ['', unsentThen(good.end)],
        [TAKEN, good.end],
      ],
    })
    expect(Object.keys(ends)).toContain('attempt-started, after the commit')
  })

  test.each(names)('of %s is given up', async (name) => {
    const good = goods[name]
    const { ref, ...beginning } = await haveUnsent(workshop(), name)
    await expectEnds({
      ...{ workshop: workshop(), beginning, good, choose: isCommit },
      work: { do: 'cancel', ref },
      ...{ table: tables.cancel, column: name },
      steps: [
        ['', unsentThen(good.end)],
        ['cancelled, after the commit', 'cancelled'],
      ],
    })
  })
})

describe('killed while a person', () => {
  const good = goods['gift card']

  test('says which order is the sale’s', async () => {
    const { ref, ...beginning } = await haveSeveral(workshop(), deaths.TAKEN)
    await expectEnds({
      ...{ workshop: workshop(), beginning, good, choose: isOfTheSale },
      work: { do: 'link', ref, otherOrders: [...beginning.otherOrders] },
      ...{ table: tables.decide, column: 'this one' },
      steps: [
        ['', toDecide],
        ['decided, after the commit', good.end],
      ],
    })
  })

  test('says that none is', async () => {
    const { ref, ...beginning } = await haveSeveral(workshop(), deaths.BEFORE_IT_LEAVES)
    await expectEnds({
      ...{ workshop: workshop(), beginning, good, choose: isOfTheSale },
      work: { do: 'not-received', ref },
      ...{ table: tables.decide, column: 'none' },
      steps: [
        ['', toDecide],
        ['decided, after the commit', unsentThen(good.end)],
      ],
    })
  })
})
