/**
 * The n-th operation on the counter's files fails, for every n in the whole tier, while something is sold. What the screen said
 * is in the journal afterwards, and what the journal says is what the service's books say: one order, one debit, one request.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { effort } from '../support/effort.ts'
import { byTier } from '../support/tier.ts'
import { ways } from './cases.ts'
import { openWorkbench, runRow, STRIDE } from './rows.ts'

const bench = openWorkbench()
afterAll(() => bench.close())

/** Fewer would mean that the disk has failed only here and there. */
const FEWEST_CASES = 50 / STRIDE

/**
 * Every way of failing for one kind, two in the short tier; for the others, which share all but a few rooms with it, the one
 * that strikes most operations, and all ways where more effort is asked for.
 */
const forOthers = effort > 1 ? ways : ways.slice(0, 1)
const forOne = byTier([...ways.slice(0, 1), ...ways.slice(-1)], ways)
const others = byTier([], ['mobile', 'gift card', 'bill'])
const sales = [
  ...forOne.map((way) => ({ good: 'internet', ...way })),
  ...others.flatMap((good) => forOthers.map((way) => ({ good, ...way }))),
]

describe.skipIf(bench.why !== undefined)(
  `a counter on a disk that fails${bench.why ? ` (${bench.why})` : ''}`,
  () => {
    test.each(sales)('$good: $trouble, $lasting', async ({ good, trouble, lasting }) => {
      const cases = await runRow(bench, 'sale-faults-child.ts', trouble, lasting, good)
      const refused = cases.filter((one) => one.refused !== '').length
      process.stdout.write(
        `  ${good}, ${trouble}, ${lasting}: ${cases.length} operations, ${refused} sales refused\n`,
      )
      expect(cases.filter(({ wrong }) => wrong.length > 0)).toEqual([])
      expect(cases.at(-1)).toMatchObject({ struck: 0, refused: '' })
      expect(cases.length).toBeGreaterThan(FEWEST_CASES)
      // Some failed before the sale was on disk, and some after.
      expect(refused).toBeGreaterThan(0)
      expect(refused).toBeLessThan(cases.length / 2)
      expect(cases.map(({ at }) => at)).toEqual(
        expect.arrayContaining(byTier(['write wal'], ['write wal', 'sync wal'])),
      )
    })
  },
)
