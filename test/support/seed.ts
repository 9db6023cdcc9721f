/**
 * The seed of every fast-check property. COMPTOIR_TEST_SEED sets it; without that the short tier has a fixed one, so that the
 * same tree has the same verdict, and the whole tier draws another each time.
 */
import fc from 'fast-check'
import { byTier } from './tier.ts'

const SHORT_SEED = 1

const named = process.env['COMPTOIR_TEST_SEED']
const seed = named === undefined ? byTier(SHORT_SEED, undefined) : Number(named)
if (Number.isNaN(seed)) throw new Error('COMPTOIR_TEST_SEED must be a number')
if (seed !== undefined) fc.configureGlobal({ seed })
