/**
 * The end-to-end specs, written once and run on both runtimes. Each opens counters of its own and mostly waits for them,
 * so a few run at a time.
 */
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { Runtime } from './test/e2e/support/runtimes.ts'
import './test/support/seed.ts'
import { temporaryPlace } from './test/support/temporary-place.ts'
import { byTier } from './test/support/tier.ts'

/** A counter is some five processes: more of them at once than this, and they only wait for each other. */
const MAX_WORKERS = 6
const workers = Math.min(MAX_WORKERS, availableParallelism() + 2)

const ofLongTier = byTier(['**/*.long.spec.ts'], [])
const withoutShell = '**/{looks,lost-focus,narrow,pad,random-views,told}*.spec.ts'

// The workers and what they start have it from here.
process.env['TMPDIR'] = temporaryPlace()

const { COMPTOIR_E2E_REPORT: report = 'out/test/e2e.json' } = process.env

export default defineConfig<object, { runtime: Runtime }>({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  testIgnore: ofLongTier,
  outputDir: 'out/test/e2e',
  // Backstops for what never comes: ten times and more what a test, a wait and a press take.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: { actionTimeout: 60_000 },
  workers,
  fullyParallel: true,
  // What fails once is a fault. The opening of a counter alone is tried again, and says so (support/runtimes.ts).
  retries: 0,
  ...byTier({ grepInvert: /@long/ }, {}),
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: report }]],
  projects: [
    { name: 'stand-in', use: { runtime: 'stand-in' } },
    // Its windows share one screen. What stands over a table of answers has no shell under it, and is the same on both.
    { name: 'electron', use: { runtime: 'electron' }, workers: 1, testIgnore: [...ofLongTier, withoutShell] },
  ],
})
