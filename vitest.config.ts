import { defineConfig } from 'vitest/config'

/** `unit` and `core` run side by side; `tidy` is part of `check`. */
const project = (name: string, include: string[]) => ({
  test: { name, include, environment: 'node', testTimeout: 30_000 },
})

export default defineConfig({
  test: {
    projects: [
      project('unit', ['test/shared/**/*.test.ts', 'test/renderer/**/*.test.ts']),
      project('core', ['test/core/**/*.test.ts', 'test/training/**/*.test.ts', 'test/tasks/**/*.test.ts']),
      project('tidy', ['test/tidy.test.ts']),
    ],
  },
})
