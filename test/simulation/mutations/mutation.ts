/** What a fault that is put into the engine on purpose is made of. As data. */

export interface Edit {
  /** From the project's folder. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

export interface Mutation {
  readonly name: string
  /** The day that is played first: one in which it was noticed once. Others follow where it is not noticed any more. */
  readonly seed?: number
  /** What a person would have to believe to write it. */
  readonly belief: string
  readonly edits: readonly Edit[]
}

/** Where the engine's files are. */
export const sale = 'electron/core/sale'
export const errors = 'shared/service-errors.ts'
export const words = 'shared/states/observed.ts'
