import { defineConfig } from 'vitest/config'

/** `unit` and `core` run side by side; `crash` kills processes and gets the machine to itself; `tidy` is part of `check`. */
const project = (name: string, include: string[], more = {}) => ({
  test: { name, include, environment: 'node', restoreMocks: true, testTimeout: 30_000, ...more },
})

export default defineConfig({
  test: {
    projects: [
      project('unit', ['test/shared/**/*.test.ts', 'test/renderer/**/*.test.ts']),
      project('core', ['test/core/**/*.test.ts', 'test/training/**/*.test.ts', 'test/tasks/**/*.test.ts']),
      project('crash', ['test/crash/**/*.test.ts'], { fileParallelism: false, testTimeout: 120_000 }),
      project('tidy', ['test/tidy.test.ts']),
    ],
  },
})
