/** The short tier's proof that the simulation notices a fault; `mutations.long.test.ts` has the whole list. */
import { expect, test } from 'vitest'
import { mutations } from './mutations.ts'
import { dayThatShows } from './noticed.ts'

const PATIENCE_MS = 3_600_000
/** Each breaks a promise of its own on the first day: a second POST, a second sale, a sale that is never settled. */
const sample = ['post-is-tried-again', 'review-sells-twice', 'no-recovery']

test.concurrent.for(sample)('%s is noticed', { timeout: PATIENCE_MS }, async (name) => {
  expect(await dayThatShows(name)).toBeDefined()
})

test('every mutation has a name of its own', () => {
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
})
