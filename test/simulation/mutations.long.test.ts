/** Every fault that is put into the engine on purpose is noticed: what the simulation promises is really looked at. */
import { expect, test } from 'vitest'
import { mutations } from './mutations.ts'
import { brokenWithout, dayThatShows } from './noticed.ts'

const PATIENCE_MS = 3_600_000

test.concurrent.for(mutations)(
  '$name is noticed: "$belief"',
  { timeout: PATIENCE_MS },
  async ({ name, behaviour }) => {
    const day = await dayThatShows(name)
    expect(day).toBeDefined()
    // Days as they are drawn are played without a mutation by simulation.test.ts.
    if (day !== undefined && behaviour !== undefined)
      expect(await brokenWithout(name, day.seed)).toBeUndefined()
  },
)
