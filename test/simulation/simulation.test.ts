/** Days at the counter that keep every promise, the command that plays them, and that a day can be played again. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { byTier } from '../support/tier.ts'
import { root } from '../tidy/sources.ts'
import { faultsOf, type SimulationOptions, simulate } from './simulate.ts'

const SEEDS = byTier(12, 200)
const PATIENCE_MS = 3_600_000
const run = promisify(execFile)

/** What the command prints and how it ends. */
async function command(...args: readonly string[]): Promise<{ lines: readonly string[]; code: number }> {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 }
  const ended = await run(process.execPath, ['test/tasks/simulate.ts', ...args], options).then(
    ({ stdout, stderr }) => ({ text: stdout + stderr, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => ({
      text: error.stdout + error.stderr,
      code: error.code,
    }),
  )
  return { lines: ended.text.trimEnd().split('\n'), code: ended.code }
}

async function playTraced(options: SimulationOptions): Promise<readonly string[]> {
  const lines: string[] = []
  const onDay = ({ seed, trace }: { seed: number; trace: readonly string[] }) =>
    lines.push(`seed ${seed}`, ...trace)
  await simulate({ ...options, workers: 1, keepsTrace: true, onDay })
  return lines
}

/** What twelve days show on many of them. */
const frequent = [
  ...['sale-recorded', 'attempt-started', 'resend', 'accepted', 'doubted', 'not-found'],
  ...['HANDLING', 'FULFILLED', 'REFUNDED', 'PROCESSING', 'SUCCESS'].map((word) => `observed ${word}`),
]
/** With these, every kind of entry but those of a restore, every end, and what a person decides. */
const rare = [
  ...['refused', 'not-sent', 'cancelled', 'several-found', 'decided link', 'decided not-received'],
  ...['QUEUED', 'PARTIALLY_FILLED', 'UNKNOWN', 'FAILED', 'UNKNOWN_ERROR'].map((word) => `observed ${word}`),
]
const happenings = byTier(frequent, [...frequent, ...rare])

test(`${SEEDS} days keep every promise, and everything happens on them`, {
  timeout: PATIENCE_MS,
}, async () => {
  const broken: unknown[] = []
  const days = new Map<string, number>()
  const tally = await simulate({
    seeds: SEEDS,
    onDay(day) {
      if (faultsOf(day) > 0) broken.push(day)
      for (const what of day.happened) days.set(what, (days.get(what) ?? 0) + 1)
    },
  })
  process.stdout.write(`  days on which it happened: ${JSON.stringify(Object.fromEntries(days))}\n`)
  expect(broken).toEqual([])
  expect(happenings.filter((what) => !days.has(what))).toEqual([])
  // Nothing is proved by days on which nothing happens.
  expect(tally.sales).toBeGreaterThan(8 * SEEDS)
  expect(tally.crashes).toBeGreaterThan(SEEDS)
  expect(tally.faults).toBeGreaterThan(30 * SEEDS)
})

test('a command that finds nothing prints its sums and nothing else', { timeout: PATIENCE_MS }, async () => {
  const { lines, code } = await command('--seeds', '4')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ seeds: 4, violations: 0 })
  expect(code).toBe(0)
})

test('the same seed plays the same day, line by line', { timeout: PATIENCE_MS }, async () => {
  const days = { seeds: 3, firstSeed: 7 }
  const [first, second] = await Promise.all([playTraced(days), playTraced(days)])
  expect(first.length).toBeGreaterThan(1_000)
  expect(second).toEqual(first)
})

test('a violation is reported with what plays its seed again', { timeout: PATIENCE_MS }, async () => {
  const { lines, code } = await command('--seeds', '2', '--seed', '5', '--mutate', 'post-is-tried-again')
  expect(code).toBe(1)
  expect(JSON.parse(lines.at(-1) ?? '').violations).toBeGreaterThan(0)
  expect(lines[0]).toMatch(/^seed [56]: 7 .*; again with --seeds 1 --seed [56] --trace --mutate post-is-/)
  expect(lines).toContainEqual(expect.stringMatching(/^seed [56]: the service behaved so: \w+=\S+/))
})

test('arguments that cannot be used are reported in one line', { timeout: PATIENCE_MS }, async () => {
  for (const args of [
    [],
    ['--seeds', '0'],
    ['--seeds', '1', '--seed', '-1'],
    ['--seeds', '1', '--mutate', 'x'],
    ['--seeds', '1', '--behaviour', 'listOrder=sideways'],
  ]) {
    const { lines, code } = await command(...args)
    expect(code).toBe(2)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/Usage: npm run --silent simulate/)
  }
})
