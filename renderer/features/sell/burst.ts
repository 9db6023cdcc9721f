/**
 * Keys that follow one another as fast as only a scanner types: pure. A scanner is a keyboard that ends with Enter, and
 * what it types where digits pick would be taken for presses.
 */

export interface Burst {
  readonly text: string
  /** The step at which its first key came. */
  readonly begunAt: string
  readonly lastMs: number
}

export interface BurstKey {
  readonly key: string
  /** When the key went down: only differences count. */
  readonly atMs: number
  /** The step at which the cashier stands. */
  readonly step: string
}

/** A scanner leaves a few milliseconds between two keys; the fastest fingers leave more than this. */
export const maxGapMs = 50

/** Longer than any text of a bill; what is longer is none. */
const maxBurstLength = 100

/** Two or three keys may follow one another that fast by chance; a text of this length does not. */
const minScanLength = 6

/** Whether a scanner has typed it: the Enter behind it is then nobody's press. */
export const isScan = (burst: Burst | undefined): boolean =>
  burst !== undefined && burst.text.length >= minScanLength

/** The keys that went before this one without a pause, or undefined where there was one. */
export const burstBefore = (burst: Burst | undefined, { atMs }: Pick<BurstKey, 'atMs'>): Burst | undefined =>
  burst !== undefined && atMs - burst.lastMs <= maxGapMs ? burst : undefined

/** The burst with this key behind the others. Shift alone neither adds to it nor ends it. */
export function withKey(burst: Burst | undefined, { key, atMs, step }: BurstKey): Burst | undefined {
  const before = burstBefore(burst, { atMs })
  if (key === 'Shift') return before && { ...before, lastMs: atMs }
  if ([...key].length !== 1) return undefined
  const text = ((before?.text ?? '') + key).slice(0, maxBurstLength)
  return { text, begunAt: before?.begunAt ?? step, lastMs: atMs }
}
