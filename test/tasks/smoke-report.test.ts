/** The report of the smoke run: what a support desk reads. */
import { expect, test } from 'vitest'
import { byHand, composeReport, find, must } from './smoke/report.ts'

test('a look that throws is a fault in the report, and one that does not says what it saw', async () => {
  const findings = [
    await find('one', () => 'seen | so'),
    await find('two', async () => {
      must(false, 'not as\nit should be')
      return ''
    }),
  ]
  const report = composeReport([['System', 'linux']], findings)
  expect(report).toContain('- System: linux\n')
  expect(report).toContain('| ok | one | seen \\| so |\n')
  expect(report).toContain('| WRONG | two | not as it should be |\n')
  expect(report.match(/^- \[ \] /gm)).toHaveLength(byHand.length)
})
