/** The end-to-end specs, written once and run on both runtimes. One at a time: each spec opens whole counters. */
import { defineConfig } from '@playwright/test'
import type { Runtime } from './test/e2e/support/runtimes.ts'

const { COMPTOIR_E2E_REPORT: report = 'out/test/e2e.json' } = process.env

export default defineConfig<{ runtime: Runtime }>({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'out/test/e2e',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: report }]],
  projects: [
    { name: 'stand-in', use: { runtime: 'stand-in' } },
    { name: 'electron', use: { runtime: 'electron' } },
  ],
})
