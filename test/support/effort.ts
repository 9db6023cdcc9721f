/**
 * How hard the tests that draw lots try. The usual effort keeps `npm test` short; `COMPTOIR_TEST_EFFORT=20 npm run
 * test:unit` tries twenty times as much.
 */
import { byTier } from './tier.ts'

const USUAL_RUNS = byTier(25, 100)

export const effort = Number(process.env['COMPTOIR_TEST_EFFORT'] ?? 1)
if (!(effort > 0)) throw new Error('COMPTOIR_TEST_EFFORT must be a number above 0')

/** How many inputs a property is tried on. */
export const RUNS = Math.ceil(USUAL_RUNS * effort)
