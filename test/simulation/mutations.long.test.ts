/** Every fault that is put into the engine on purpose is noticed: what the simulation promises is really looked at. */
import { expect, test } from 'vitest'
import { mutations } from './mutations.ts'
import { brokenPromises } from './noticed.ts'

const PATIENCE_MS = 3_600_000

test.concurrent.for(mutations)('$name is noticed: "$belief"', { timeout: PATIENCE_MS }, async ({ name }) => {
  expect(await brokenPromises(name)).not.toEqual([])
})
