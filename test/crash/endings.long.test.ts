/**
 * The crash matrix of sales that do not end as they should: refunded, refused, delivered in part, or unknown for a while. The
 * process is killed at every commit and at each moment in which the service has the request.
 */
import { describe, test } from 'vitest'
import { stepsOfSale } from './after.ts'
import { expectEnds } from './deaths.ts'
import { goods, type OtherEnding, otherEndings } from './goods.ts'
import type { Point } from './points.ts'
import { seedJournal } from './shop.ts'
import { createTable } from './table.ts'
import { workshopOfFile } from './workshop.ts'

const table = createTable('killed, and otherwise')
const workshop = workshopOfFile(table)

/** From the moment at which the service has it: before that, all that is sold is alike. */
const matters = (point: Point) =>
  (point.what === 'send' && point.at.startsWith('taken')) || point.at === 'after the commit'

describe('killed while selling what ends otherwise', () => {
  test.each(Object.keys(otherEndings) as OtherEnding[])('%s', async (name) => {
    const { like, ...good } = otherEndings[name]
    const beginning = await seedJournal(workshop(), goods[like])
    await expectEnds({
      ...{ workshop: workshop(), beginning, good, choose: matters },
      work: { do: 'sell', good: name, place: 1 },
      ...{ table, column: name, steps: stepsOfSale(good) },
    })
  })
})
