/** The verdict of `npm test`: which suites run at a time, what counts as failed, and the last line. */
import { expect, test } from 'vitest'
import { runSuites, sumUp } from './schedule.mjs'

const counts = { passed: 2, failed: 0, skipped: 1 }
const good = (name: string) => ({ name, run: async () => counts })
const run = (suites: Parameters<typeof runSuites>[0], lanes = 2) =>
  runSuites(suites, { lanes, print: () => undefined })

test('no more suites run at a time than there are lanes, and all lanes are used', async () => {
  let running = 0
  const seen: number[] = []
  const suite = (name: string) => ({
    name,
    run: async () => {
      running += 1
      seen.push(running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return counts
    },
  })
  const ended = await run(['a', 'b', 'c', 'd', 'e'].map(suite), 3)
  expect(Math.max(...seen)).toBe(3)
  expect(ended.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a suite begins after the one that it needs, and others go before it', async () => {
  const order: string[] = []
  const noting = (name: string, needs?: string) => ({
    ...{ name, ...(needs === undefined ? {} : { needs }) },
    run: async () => {
      order.push(name)
      return counts
    },
  })
  await run([noting('windows', 'build'), noting('build'), noting('unit')])
  expect(order.indexOf('windows')).toBeGreaterThan(order.indexOf('build'))
  expect(order).toHaveLength(3)
})

test.each([
  ['throws', async () => Promise.reject(new Error('no disk')), 'Error: no disk'],
  ['ran nothing', async () => ({ passed: 0, failed: 0, skipped: 0 }), 'nothing ran'],
])('a suite that %s counts as failed, and so does one that needs it', async (_what, broken, note) => {
  const suites = [{ name: 'build', run: broken }, { ...good('windows'), needs: 'build' }, good('unit')]
  const ended = await run(suites)
  expect(ended.map((one) => one.counts)).toMatchObject([
    { failed: 1, note },
    { failed: 1, passed: 0, note: 'not run: build failed' },
    counts,
  ])
})

test('the sum counts every suite, names failures above the last line, and is alone on that', async () => {
  const failing = {
    name: 'core',
    run: async () => ({ passed: 5, failed: 1, skipped: 0, failures: ['a sale'] }),
  }
  const { total, text } = sumUp(await run([good('unit'), failing]), 61_000)
  expect(total).toEqual({ passed: 7, failed: 1, skipped: 1 })
  const lines = text.split('\n')
  expect(lines.slice(-2)).toEqual(['failed in core: a sale', '7 passed, 1 failed, 1 skipped'])
  expect(lines.find((line: string) => line.startsWith('together'))).toMatch(/7 +1 +1 +1:01$/)
})
