/**
 * Which tests a run is for. `npm test` sets `short`: what a change must pass within minutes. Everything else, `npm run
 * test:all` and a file run by itself, is `all`. A file that only `all` runs is named `*.long.test.ts`; a window spec that
 * only `all` runs has `@long` at the end of its title, or is in a file named `*.long.spec.ts`.
 */
const tiers = ['short', 'all'] as const
export type Tier = (typeof tiers)[number]

const wanted = process.env['COMPTOIR_TEST_TIER'] ?? 'all'
const found = tiers.find((one) => one === wanted)
if (found === undefined) throw new Error(`COMPTOIR_TEST_TIER must be one of ${tiers.join(', ')}`)

export const tier: Tier = found

/** The first value in the short tier, the second in the whole one. */
export const byTier = <Value>(short: Value, all: Value): Value => (tier === 'short' ? short : all)

/** The first row alone in the short tier, every row in the whole one. */
export const firstByTier = <Row>(rows: readonly Row[]): readonly Row[] => byTier(rows.slice(0, 1), rows)
