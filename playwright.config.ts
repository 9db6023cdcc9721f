/**
 * The end-to-end specs, written once and run on both runtimes. Each opens counters of its own and mostly waits for them,
 * so a few run at a time.
 */
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { Runtime } from './test/e2e/support/runtimes.ts'

/** A counter is some five processes: more of them at once than this, and they only wait for each other. */
const MAX_WORKERS = 6
const workers = Math.min(MAX_WORKERS, availableParallelism() + 2)

const { COMPTOIR_E2E_REPORT: report = 'out/test/e2e.json' } = process.env

export default defineConfig<{ runtime: Runtime }>({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'out/test/e2e',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers,
  fullyParallel: true,
  // A busy machine may keep a window waiting for longer than a person would: what passes then is named all the same.
  retries: 2,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: report }]],
  projects: [
    { name: 'stand-in', use: { runtime: 'stand-in' } },
    // Its windows share one screen.
    { name: 'electron', use: { runtime: 'electron' }, workers: 1 },
  ],
})
