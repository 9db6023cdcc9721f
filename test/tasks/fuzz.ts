/**
 * `npm run fuzz [-- --minutes N] [--seed S] [--keep] [TARGET]...`: changes inputs of every reader of outside bytes by what they
 * reach in the product's code, N minutes in all (10 by default). A line for each target; `--keep` writes what reached something new
 * into test/fuzz/coverage/corpus. Exit 1 where a reader broke a promise, with the input in base64; 2 for wrong arguments.
 */
import { parseArgs } from 'node:util'
import { fuzz } from '../fuzz/coverage/by-coverage.ts'
import { readCorpus, writeCorpus } from '../fuzz/coverage/corpus.ts'
import { targets } from '../fuzz/coverage/targets.ts'

const MINUTE_MS = 60_000
const say = (line: string) => process.stdout.write(`fuzz: ${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.trunc(performance.timeOrigin % 2 ** 31)) },
    keep: { type: 'boolean', default: false },
  },
})
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
const names = positionals.length > 0 ? positionals : Object.keys(targets)
const unknown = names.filter((name) => !Object.hasOwn(targets, name))
if (!(minutes > 0) || !Number.isSafeInteger(seed) || unknown.length > 0) {
  say(`--minutes above 0, a whole --seed, and targets of: ${Object.keys(targets).join(', ')}`)
  process.exit(2)
}

say(`seed ${seed}`)
let failed = 0
for (const name of names) {
  const target = targets[name]
  if (!target) continue
  const endMs = performance.now() + (minutes * MINUTE_MS) / names.length
  const mayGoOn = () => performance.now() < endMs
  const found = await fuzz(target, { corpus: readCorpus(name), seed, mayGoOn })
  say(
    `${name}: ${found.runs} inputs, ${found.reached} places, ${found.corpus.length} kept, ${found.failures.length} failures`,
  )
  for (const { input, fault } of found.failures) say(`${name}: ${input.toString('base64')}\n${fault}`)
  if (values.keep) writeCorpus(name, found.corpus)
  failed += found.failures.length
}
process.exit(failed > 0 ? 1 : 0)
