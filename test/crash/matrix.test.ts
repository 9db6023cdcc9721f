/**
 * The crash matrix: a process that sells is killed at every commit and at every call on the way of a sale, for everything
 * that is sold. After each death: one order at the most, one debit at the most, the right end, a journal that is whole.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nothing, unsentThen } from './after.ts'
import { expectedEnds, isCommit, killAtEach } from './deaths.ts'
import { type GoodName, goods, type OtherEnding, otherEndings } from './goods.ts'
import type { Point } from './points.ts'
import { haveMorning, openWorkshop, type Workshop } from './shop.ts'
import { createTable } from './table.ts'

const PATIENCE_MS = 240_000
const tables = { goods: createTable('killed'), others: createTable('killed, and otherwise') }
let workshop: Workshop

beforeAll(() => {
  workshop = openWorkshop()
})
afterAll(() => {
  workshop.close()
  process.stdout.write(`\n${tables.goods.print()}\n\n${tables.others.print()}\n`)
})

/** The sale is on disk from its commit on; the service has it from when it has read the request. */
const RECORDED = 'sale-recorded + attempt-started, after the commit'
const TAKEN = 'send, taken, not answered'

describe('killed while selling', () => {
  test.each(Object.keys(goods) as GoodName[])('%s', { timeout: PATIENCE_MS }, async (name) => {
    const good = goods[name]
    const beginning = await haveMorning(workshop, good)
    const work = { do: 'sell', good: name, place: 1 } as const
    const { points, ends } = await killAtEach({ workshop, beginning, good, work })
    tables.goods.addColumn(name, ends)
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

/** From the moment at which the service has it: before that, all that is sold is alike. */
const matters = (point: Point) =>
  (point.what === 'send' && point.at.startsWith('taken')) || point.at === 'after the commit'

describe('killed while selling what ends otherwise', () => {
  test.each(Object.keys(otherEndings) as OtherEnding[])('%s', { timeout: PATIENCE_MS }, async (name) => {
    const { like, ...good } = otherEndings[name]
    const beginning = await haveMorning(workshop, goods[like])
    const work = { do: 'sell', good: name, place: 1 } as const
    const { points, ends } = await killAtEach({ workshop, beginning, good, work, choose: matters })
    tables.others.addColumn(name, ends)
    const steps = [
      ['', nothing],
      [RECORDED, unsentThen(good.end)],
      [TAKEN, good.end],
    ] as const
    expect(ends).toEqual(expectedEnds(ends, points, steps))
  })
})
