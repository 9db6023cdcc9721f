/** For single tests that only the whole tier runs, in a file whose other tests run in both (see tier.ts). */
import { type TestAPI, test } from 'vitest'
import { byTier } from './tier.ts'

interface LongTest {
  (title: string, run: () => Promise<void> | void): void
  readonly each: TestAPI['each']
}

/** Registers nothing: what only the whole tier runs counts as neither passed nor skipped in the short one. */
const unregistered: LongTest = Object.assign(() => undefined, { each: () => () => undefined })

/** `test`, in the whole tier. */
export const longTest: LongTest = byTier<LongTest>(unregistered, test)
