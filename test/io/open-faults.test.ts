/**
 * The disk of an open counter stops answering: each command says so in words of the journal's, says of a sale that exists
 * that its money is not known, and a check calls it by its name: no damage, for which a good file would be put aside.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { adviceFor } from '#shared/app-error.ts'
import { isMendable } from '#shared/backups.ts'
import type { CommandEnd } from './cases.ts'
import { openWorkbench } from './rows.ts'

const bench = openWorkbench()
afterAll(() => bench.close())

const problem = 'disk-failing'
const expected = [
  { name: 'sale.review', error: { kind: 'journal', problem } },
  ...['sale.find', 'sale.confirm', 'sale.look-up', 'sale.resend', 'sale.cancel'].map((name) => ({
    name,
    error: { kind: 'journal-unread', problem },
  })),
  { name: 'receipt.save-pdf', error: { kind: 'journal', problem } },
  { name: 'journal.verify', error: { kind: 'journal', problem } },
]

describe.skipIf(bench.why !== undefined)(
  `an open counter on a disk that fails${bench.why ? ` (${bench.why})` : ''}`,
  () => {
    test.each(['I/O error', 'bad sectors'])(
      '%s: reports that the disk does not answer, and has the sale when it does',
      async (trouble) => {
        const answers = (await bench.run('open-faults-child.ts', trouble)) as readonly CommandEnd[]
        expect(answers.slice(0, -1)).toMatchObject(expected)
        expect(answers.at(-1)).toMatchObject({ sale: { state: 'fulfilled' } })
      },
    )

    test('offers no restore for that, and promises nothing of the money', () => {
      expect(isMendable(problem)).toBe(false)
      expect(adviceFor['journal-unread'].money).toBe('unknown')
    })
  },
)
