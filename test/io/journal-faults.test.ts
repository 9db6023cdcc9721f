/**
 * The n-th operation on the journal's files fails, for every n: while it is made, opened, written to and closed, with every
 * way of failing. What was taken is there afterwards, nothing else is, and a refusal never makes it a new journal.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { ways } from './cases.ts'
import { openWorkbench, runRow } from './rows.ts'
import type { Trouble } from './shim.ts'

const bench = openWorkbench()
afterAll(() => bench.close())

/** What may keep a journal closed: SQLite takes a sector that cannot be read for damage, and tells of no room as it can. */
const problems: Readonly<Record<Trouble, readonly string[]>> = {
  'I/O error': ['unreadable', 'damaged', 'disk-full'],
  'disk full': ['disk-full', 'unreadable'],
}
/** Fewer would mean that the disk has failed only here and there. */
const FEWEST_CASES = 100

describe.skipIf(bench.why !== undefined)(
  `a journal on a disk that fails${bench.why ? ` (${bench.why})` : ''}`,
  () => {
    test.each(ways)(
      '$trouble, $lasting: never a lost or a wrong record',
      { timeout: 240_000 },
      async ({ trouble, lasting }) => {
        const cases = await runRow(bench, 'journal-faults-child.ts', trouble, lasting)
        process.stdout.write(`  journal alone, ${trouble}, ${lasting}: ${cases.length} operations\n`)
        expect(cases.filter(({ wrong }) => wrong.length > 0)).toEqual([])
        const refused = new Set(cases.flatMap((one) => one.refused || []))
        expect([...refused].filter((problem) => !problems[trouble].includes(problem))).toEqual([])
        expect(cases.at(-1)).toMatchObject({ struck: 0, refused: '' })
        expect(cases.map(({ n }) => n)).toEqual(cases.map((_, place) => place + 1))
        expect(cases.length).toBeGreaterThan(FEWEST_CASES)
      },
    )
  },
)
