/**
 * Fuzzing by coverage: what reached a place of the product's own code that nothing had reached is kept, and changed further. V8
 * itself counts what ran (node:inspector). Owns how an input is changed; free of the test runner. A seed plays the same inputs again,
 * as long as the code and the corpus are the same.
 */
import { Session } from 'node:inspector/promises'
import { createDice, type Dice } from '../../simulation/dice.ts'

export interface Target {
  /** Good inputs, and words that inputs are made of. */
  readonly seeds: readonly Buffer[]
  readonly words?: readonly string[]
  /** Takes anything. Throws, or rejects, where the product broke a promise. */
  run(input: Buffer): unknown
  /** How many inputs are run between two looks at what was reached: few where one takes long. */
  readonly batch?: number
}

export interface Findings {
  readonly runs: number
  /** Places of the product's code that were reached. */
  readonly reached: number
  readonly corpus: readonly Buffer[]
  readonly failures: readonly { readonly input: Buffer; readonly fault: string }[]
}

const MAX_BYTES = 65_536
const MAX_FAILURES = 5
const USUAL_BATCH = 32

/** Which blocks of the product's code ran since it was last asked. */
async function openCounter() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    async take(): Promise<readonly string[]> {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return result
        .filter(({ url }) => /\/(electron\/core|shared)\//.test(url) && !url.includes('/test/'))
        .flatMap(({ scriptId, functions }) =>
          functions.flatMap(({ ranges }) =>
            ranges.flatMap(({ startOffset, endOffset, count }) =>
              count > 0 ? `${scriptId}:${startOffset}-${endOffset}` : [],
            ),
          ),
        )
    },
    async close() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

/** Runs the corpus, and then `runs` changes of what it holds. */
export async function fuzz(
  target: Target,
  {
    corpus,
    seed,
    mayGoOn,
  }: { readonly corpus: readonly Buffer[]; readonly seed: number; mayGoOn(runs: number): boolean },
): Promise<Findings> {
  const dice = createDice(seed)
  const counter = await openCounter()
  const reached = new Set<string>()
  const kept: Buffer[] = []
  const failures: { input: Buffer; fault: string }[] = []
  let runs = 0

  async function run(input: Buffer): Promise<void> {
    runs += 1
    try {
      await target.run(input)
    } catch (fault) {
      failures.push({ input, fault: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) })
    }
  }
  /** Whether a place was reached for the first time. */
  async function note(): Promise<boolean> {
    const before = reached.size
    for (const place of await counter.take()) reached.add(place)
    return reached.size > before
  }
  async function runAlone(inputs: readonly Buffer[]): Promise<void> {
    for (const input of inputs) {
      await run(input)
      if (await note()) kept.push(input)
    }
  }

  await runAlone([...target.seeds, ...corpus])
  while (mayGoOn(runs) && failures.length < MAX_FAILURES) {
    const inputs = Array.from({ length: target.batch ?? USUAL_BATCH }, () => changed(kept, target, dice))
    const known = new Set(reached)
    for (const input of inputs) await run(input)
    if (!(await note())) continue
    // One of them has: each is looked at by itself.
    reached.clear()
    for (const place of known) reached.add(place)
    await runAlone(inputs)
  }
  await counter.close()
  return { runs, reached: reached.size, corpus: kept, failures }
}

function changed(kept: readonly Buffer[], { seeds, words = [] }: Target, dice: Dice): Buffer {
  let input: Buffer = Buffer.from(dice.pick(kept.length > 0 ? kept : seeds))
  for (let times = dice.between(1, 6); times > 0; times -= 1) input = changedOnce(input, kept, words, dice)
  return input.subarray(0, MAX_BYTES)
}

const odd = ['', '0', '-1', '1e400', 'null', '[]', '{}', '"', '\\', '\0', '\ud800', '‮', '9'.repeat(40)]
const oddBytes = [0x00, 0x01, 0x7f, 0x80, 0xff, 0x22, 0x2c, 0x3b, 0x5b, 0x5d, 0x7b, 0x7d]

function changedOnce(input: Buffer, kept: readonly Buffer[], words: readonly string[], dice: Dice): Buffer {
  const at = dice.between(0, input.length)
  const length = dice.between(0, Math.min(32, input.length - at))
  const cut = (middle: Uint8Array) =>
    Buffer.concat([input.subarray(0, at), middle, input.subarray(at + length)])
  switch (dice.between(0, 6)) {
    case 0:
      if (at < input.length) input.writeUInt8((input[at] ?? 0) ^ (1 << dice.between(0, 7)), at)
      return input
    case 1:
      if (at < input.length) input.writeUInt8(dice.pick(oddBytes), at)
      return input
    case 2:
      return cut(Buffer.alloc(0))
    case 3:
      return cut(Buffer.from(dice.pick([...odd, ...words])))
    case 4: {
      const other = dice.pick(kept)
      const from = dice.between(0, other.length)
      return cut(other.subarray(from, from + dice.between(0, 64)))
    }
    case 5:
      return Buffer.concat([input.subarray(0, at + length), input.subarray(at)])
    default:
      return cut(Buffer.from(dice.bytes(dice.between(1, 8))))
  }
}
