/**
 * The suites. Most of their time is spent waiting for sockets and clocks, so there are more workers than cores; a worker
 * keeps its modules from file to file, because nothing of ours holds state in a module.
 */
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { effort } from './test/support/effort.ts'
import { isMutated, mutationPlugins } from './test/support/mutated-run.ts'
import { temporaryPlace } from './test/support/temporary-place.ts'
import { byTier } from './test/support/tier.ts'

const WORKERS_PER_CORE = 2
const MAX_WORKERS = 8
/** A backstop for what never ends: no test is judged by its time, and the machine may have much else to do. */
const TEST_TIMEOUT_MS = byTier(600_000, 3_600_000)

/**
 * `unit` and `core` run side by side; `fuzz` and `secrets` work one counter hard; `io` has the disk fail under processes of
 * its own; `keychain` starts desktop sessions; `simulation` takes all cores by itself; `tidy` is part of `check`.
 */
const project = (name: string, include: string[]) => ({
  plugins: mutationPlugins(),
  test: {
    name,
    include,
    exclude: byTier(['**/*.long.test.ts'], []),
    environment: 'node',
    env: { TMPDIR: temporaryPlace() },
    setupFiles: ['test/support/seed.ts', 'test/support/quick-pins.ts'],
    testTimeout: TEST_TIMEOUT_MS * Math.max(1, effort),
    hookTimeout: TEST_TIMEOUT_MS,
    isolate: false,
    fsModuleCache: !isMutated,
  },
})

export default defineConfig({
  test: {
    maxWorkers: Math.min(MAX_WORKERS, WORKERS_PER_CORE * availableParallelism()),
    coverage: {
      provider: 'v8',
      include: ['electron/core/**/*.ts', 'shared/**/*.ts'],
      reporter: ['text-summary', 'json-summary', 'json'],
      reportsDirectory: 'out/coverage',
      reportOnFailure: true,
    },
    projects: [
      project('unit', ['test/shared/**/*.test.ts', 'test/renderer/**/*.test.ts', 'test/shell/**/*.test.ts']),
      project('core', ['test/core/**/*.test.ts', 'test/training/**/*.test.ts', 'test/tasks/**/*.test.ts']),
      project('fuzz', ['test/fuzz/**/*.test.ts']),
      project('secrets', ['test/secrets/**/*.test.ts']),
      project('crash', ['test/crash/**/*.test.ts']),
      project('faults', ['test/faults/**/*.test.ts']),
      project('io', ['test/io/**/*.test.ts']),
      project('keychain', ['test/keychain/**/*.test.ts']),
      project('simulation', ['test/simulation/**/*.test.ts']),
      project('tidy', ['test/tidy.test.ts', 'test/tidy/**/*.test.ts']),
    ],
  },
})
