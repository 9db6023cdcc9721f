/** Slips by lot to printers of every make: a short run. `npm run slips:jobs` plays as many as are asked for. */
import { expect, test } from 'vitest'
import { effort } from '../../support/effort.ts'
import { playRandomJobs } from './random-jobs.ts'

test('the state of each slip is true, whatever the printer does and whichever power is cut', async () => {
  const violations: string[] = []
  const run = { jobs: Math.ceil(40 * effort), seed: 1, counters: 20, speed: 20 } as const
  const tally = await playRandomJobs({ ...run, onViolation: (what) => violations.push(what) })
  expect(violations).toEqual([])
  expect(tally['jobs']).toBeGreaterThanOrEqual(run.jobs)
})
