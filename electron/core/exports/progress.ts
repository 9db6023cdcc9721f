/** What all long exports share: that everything else is let in between two slices, and how they tell how far they are. */

export const letOthersIn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** `rows` more were written; of `total` entries of the journal `done` were gone through so far. */
export type Advance = (rows: number, done: number, total: number) => void
