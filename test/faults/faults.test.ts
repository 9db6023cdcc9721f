/** A few sessions of `npm run faults`. */
import { expect, test } from 'vitest'
import { byTier } from '../support/tier.ts'
import { playSessions } from './campaign.ts'
import type { SessionReport } from './report.ts'

/** They mostly wait: more at a time than there are cores. */
const JOBS = 3

test('the promise holds on processes and real HTTP, whatever befalls them', async () => {
  const reports: SessionReport[] = []
  const tally = await playSessions({
    ...{ sessions: byTier(3, 12), seed: 1, jobs: JOBS, isPlain: true },
    onSession: (report) => reports.push(report),
  })
  expect(
    reports.flatMap(({ seed, violations }) => violations.map((what) => `seed ${seed}: ${what}`)),
  ).toEqual([])
  expect(tally.sales).toBeGreaterThan(0)
  expect(tally.kills).toBeGreaterThan(0)
  expect(tally.faults).toBeGreaterThan(0)
})
