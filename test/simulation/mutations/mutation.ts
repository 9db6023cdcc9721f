/** What a fault that is put into the engine on purpose is made of. */
import type { Replacement } from '../../support/replaced-exports.ts'
import type { DayOptions } from '../day.ts'

/**
 * `plenty`, `behaviour`: how its days are, and its sessions with processes, so that on some of them all meets that it takes to
 * notice it. What befalls requests has names of its own in test/faults/fates.ts. Where a behaviour is given none is drawn beside it.
 */
export interface Mutation extends Pick<DayOptions, 'plenty' | 'behaviour'> {
  readonly name: string
  /** A day that has shown it, played before the others: what a seed shows changes with the product. */
  readonly seed?: number
  /** What a person would have to believe to write it. */
  readonly belief: string
  /** What takes the place of exports of the engine. The functions import nothing of the engine: they are given the originals. */
  readonly replaced: readonly Replacement[]
}
