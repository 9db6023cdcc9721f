/** What a fault that is put into the engine on purpose is made of. */
import type { Replacement } from '../../support/replaced-exports.ts'

export interface Mutation {
  readonly name: string
  /**
   * What its days have plenty of (day.ts): what has to meet for it to be noticed. No seed is named, because what a seed shows
   * changes with the product.
   */
  readonly plenty?: readonly string[]
  /** What a person would have to believe to write it. */
  readonly belief: string
  /** What takes the place of exports of the engine. The functions import nothing of the engine: they are given the originals. */
  readonly replaced: readonly Replacement[]
}
