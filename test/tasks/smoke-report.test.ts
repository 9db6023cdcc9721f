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

test('a look that never ends is a fault after a while, and keeps no other from its turn', async () => {
  const forever = new Promise<string>(() => undefined)
  expect(await find('one', () => forever, 50)).toEqual({
    what: 'one',
    fault: 'no answer in 0.05 s',
    seen: '',
  })
})
