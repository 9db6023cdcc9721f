/**
 * The n-th operation on the journal's files fails, for every n in the whole tier: while it is made, opened, written to and closed, with every
 * way of failing. What was taken is there afterwards, nothing else is, and a refusal never makes it a new journal.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { type Way, ways } from './cases.ts'
import { openWorkbench, runRow, STRIDE } from './rows.ts'
import type { Lasting } from './shim.ts'

const bench = openWorkbench()
afterAll(() => bench.close())

/**
 * What keeps a journal closed is called what it is, and never damage, for which a good file would be put aside. SQLite has one
 * word for a disk that is full and one that fails: which of them it was once, and is not any more, cannot be known.
 */
const problems: Readonly<Record<Way['trouble'], Readonly<Record<Lasting, readonly string[]>>>> = {
  'I/O error': { once: ['disk-failing', 'unreadable'], 'for good': ['disk-failing'] },
  'disk full': { once: ['disk-full', 'disk-failing', 'unreadable'], 'for good': ['disk-full'] },
}
/** Fewer would mean that the disk has failed only here and there. */
const FEWEST_CASES = 100 / STRIDE

describe.skipIf(bench.why !== undefined)(
  `a journal on a disk that fails${bench.why ? ` (${bench.why})` : ''}`,
  () => {
    test.each(ways)('$trouble, $lasting: never a lost or a wrong record', async ({ trouble, lasting }) => {
      const cases = await runRow(bench, 'journal-faults-child.ts', trouble, lasting)
      process.stdout.write(`  journal alone, ${trouble}, ${lasting}: ${cases.length} operations\n`)
      expect(cases.filter(({ wrong }) => wrong.length > 0)).toEqual([])
      const refused = cases.filter((one) => one.refused !== '')
      expect(refused.filter((one) => !problems[trouble][lasting].includes(one.refused))).toEqual([])
      expect(refused.map((one) => one.refused)).toContain(problems[trouble][lasting][0])
      expect(cases.at(-1)).toMatchObject({ struck: 0, refused: '' })
      expect(cases.map(({ n }) => n)).toEqual(cases.map((_, place) => 1 + place * STRIDE))
      expect(cases.length).toBeGreaterThan(FEWEST_CASES)
    })
  },
)
