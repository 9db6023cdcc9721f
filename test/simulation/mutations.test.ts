/** Every fault that is put into the engine on purpose is noticed: what the simulation promises is really looked at. */
import { expect, test } from 'vitest'
import { MutationError, mutate } from './mutate.ts'
import { mutations } from './mutations.ts'
import { faultsOf, simulate } from './simulate.ts'

/** Days in which a mutation has to be noticed; most are on one of the first three. */
const MAX_SEEDS = 400
const PATIENCE_MS = 600_000

test.for(mutations)('$name is noticed: "$belief"', { timeout: PATIENCE_MS }, async ({ name }) => {
  const told: string[] = []
  await simulate({
    ...{ seeds: MAX_SEEDS, workers: 1, mutation: name, stopsAtFault: true },
    onDay: (day) => {
      if (faultsOf(day) > 0) told.push(...day.violations.map(({ invariant }) => String(invariant)))
    },
  })
  expect(told.length).toBeGreaterThan(0)
})

test('a mutation whose text is not in the engine is refused', () => {
  const edit = { file: 'electron/core/sale/start.ts', find: 'no such words', replace: '' }
  expect(() => mutate({ name: 'misfit', belief: '', edits: [edit] })).toThrow(MutationError)
})

test('so is one whose text is there twice', () => {
  const edit = { file: 'electron/core/sale/start.ts', find: 'const', replace: '' }
  expect(() => mutate({ name: 'misfit', belief: '', edits: [edit] })).toThrow(/times in/)
})
