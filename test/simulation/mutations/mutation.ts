/** What a fault that is put into the engine on purpose is made of. As data. */

export interface Edit {
  /** From the project's folder. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

export interface Mutation {
  readonly name: string
  /**
   * What its days have plenty of (day.ts): what has to meet for it to be noticed. No seed is named, because what a seed shows
   * changes with the product.
   */
  readonly plenty?: readonly string[]
  /** What a person would have to believe to write it. */
  readonly belief: string
  readonly edits: readonly Edit[]
}

/** Where the engine's files are. */
export const sale = 'electron/core/sale'
export const errors = 'shared/service-errors.ts'
export const words = 'shared/states/observed.ts'
