/**
 * Every reader of outside bytes keeps its promises for the corpus that is kept of it, and for some thousand changes of that; the task
 * `npm run fuzz` goes on from there for as long as its options say.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effort } from '../support/effort.ts'
import { fuzz } from './coverage/by-coverage.ts'
import { readCorpus } from './coverage/corpus.ts'
import { targets } from './coverage/targets.ts'

const RUNS = Math.ceil(200 * effort)
const seed = fc.readConfigureGlobal().seed ?? Math.trunc(performance.timeOrigin % 2 ** 31)

test.each(Object.entries(targets))('%s', async (name, target) => {
  const corpus = readCorpus(name)
  const most = target.seeds.length + corpus.length + RUNS
  const { failures } = await fuzz(target, { corpus, seed, mayGoOn: (runs) => runs < most })
  expect(
    failures.map(({ input, fault }) => `${fault}\n${input.toString('base64')}`),
    `seed ${seed}`,
  ).toEqual([])
})

test('the search reports a reader that breaks, and keeps inputs that reached something new', async () => {
  const [good] = targets['settings']?.seeds ?? []
  if (!good) throw new Error('there are no settings')
  const run = (input: Buffer) => {
    targets['settings']?.run(input)
    // A fault of the reader's that two changes of a good file come to.
    if (!input.includes('"theme"') && input.includes('"locale"')) throw new Error('a planted fault')
  }
  const found = await fuzz(
    { seeds: [good], words: ['"locale"'], run },
    { corpus: [], seed: 1, mayGoOn: (runs) => runs < 4_000 },
  )
  expect(found.failures[0]?.fault).toContain('a planted fault')
  expect(found.corpus.length).toBeGreaterThan(1)
  expect(found.reached).toBeGreaterThan(10)
})
