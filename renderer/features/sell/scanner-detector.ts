/**
 * Keys that follow one another as fast as only a scanner types: pure. A scanner is a keyboard that ends with Enter or Tab,
 * once or twice, and what it types where digits pick would be taken for presses.
 */

export interface Burst {
  /** Never empty. */
  readonly text: string
  /** The step at which its first key came. */
  readonly begunAt: string
  readonly lastMs: number
  /** Its Enter has led on from the field that it was typed into: characters behind that are another text. */
  readonly isTaken?: true
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

/** Whether another key came just before the burst's last one, which is `key`: no hand goes over to a button that fast. */
export const isHurried = (burst: Burst | undefined, key: string): boolean =>
  burst !== undefined && burst.text.length > (isCharacter(key) ? key.length : 0)

export const isCharacter = (key: string): boolean => [...key].length === 1

/** What stands between the characters of a scan or behind them. */
const betweenCharacters: readonly string[] = ['Shift', 'Enter', 'Tab']

/** The burst with this key behind the others. Shift, and a scanner's own ending, neither add to it nor end it. */
export function withKey(burst: Burst | undefined, { key, atMs, step }: BurstKey): Burst | undefined {
  const before = burstBefore(burst, { atMs })
  if (betweenCharacters.includes(key)) return before && { ...before, lastMs: atMs }
  if (!isCharacter(key)) return undefined
  if (before === undefined || before.isTaken) return { text: key, begunAt: step, lastMs: atMs }
  return { ...before, text: (before.text + key).slice(0, maxBurstLength), lastMs: atMs }
}

/** What is left of a burst whose Enter a field has taken: behind a scan there may be a second Enter; a hand has ended. */
export const takenByField = (burst: Burst | undefined): Burst | undefined =>
  burst !== undefined && isScan(burst) ? { ...burst, isTaken: true } : undefined
