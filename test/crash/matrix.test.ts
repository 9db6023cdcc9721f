/**
 * The crash matrix: a process that sells is killed at every commit and at every call on the way of a sale, for one kind in
 * the short tier and for every kind in the whole one. After each death: one order at the most, one debit at the most, the right end, a journal that is whole.
 */
import { describe, expect, test } from 'vitest'
import { byTier } from '../support/tier.ts'
import { stepsOfSale } from './after.ts'
import { expectEnds, isCommit } from './deaths.ts'
import { type GoodName, goodNames, goods } from './goods.ts'
import { seedJournal } from './shop.ts'
import { createTable } from './table.ts'
import { workshopOfFile } from './workshop.ts'

const table = createTable('killed')
const workshop = workshopOfFile(table)
/** One kind shows that the machinery holds; what is particular to each is for the whole tier. */
const names = byTier<readonly GoodName[]>(['internet'], goodNames)

describe('killed while selling', () => {
  test.each(names)('%s', async (name) => {
    const good = goods[name]
    const beginning = await seedJournal(workshop(), good)
    const { points } = await expectEnds({
      ...{ workshop: workshop(), beginning, good },
      work: { do: 'sell', good: name, place: 1 },
      ...{ table, column: name, steps: stepsOfSale(good) },
    })
    expect(points.filter(isCommit).length).toBeGreaterThanOrEqual(6)
    expect(points.filter(({ what, at }) => what === 'send' && at === 'answered')).toHaveLength(1)
  })
})
