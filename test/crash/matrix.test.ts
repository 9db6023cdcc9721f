/**
 * The crash matrix: a process that sells is killed at every commit and at every call on the way of a sale, for one kind in
 * the short tier and for every kind in the whole one. After each death: one order at the most, one debit at the most, the right end, a journal that is whole.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byTier } from '../support/tier.ts'
import { nothing, unsentThen } from './after.ts'
import { expectedEnds, isCommit, killAtEach } from './deaths.ts'
import { type GoodName, goods } from './goods.ts'
import { haveMorning, type Workshop } from './shop.ts'
import { createTable } from './table.ts'
import { openWorkshop } from './workshop.ts'

const PATIENCE_MS = 240_000
const table = createTable('killed')
/** One kind shows that the machinery holds; what is particular to each is for the whole tier. */
const names = byTier<readonly GoodName[]>(['internet'], Object.keys(goods) as GoodName[])
let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => {
  workshop.close()
  process.stdout.write(`\n${table.print()}\n`)
})

/** The sale is on disk from its commit on; the service has it from when it has read the request. */
const RECORDED = 'sale-recorded + attempt-started, after the commit'
const TAKEN = 'send, taken, not answered'

describe('killed while selling', () => {
  test.each(names)('%s', { timeout: PATIENCE_MS }, async (name) => {
    const good = goods[name]
    const beginning = await haveMorning(workshop, good)
    const work = { do: 'sell', good: name, place: 1 } as const
    const { points, ends } = await killAtEach({ workshop, beginning, good, work })
    table.addColumn(name, ends)
    const steps = [
      ['', nothing],
      [RECORDED, unsentThen(good.end)],
      [TAKEN, good.end],
    ] as const
    expect(ends).toEqual(expectedEnds(ends, points, steps))
    expect(points.filter(isCommit).length).toBeGreaterThanOrEqual(6)
    expect(points.filter(({ what, at }) => what === 'send' && at === 'answered')).toHaveLength(1)
  })
})
