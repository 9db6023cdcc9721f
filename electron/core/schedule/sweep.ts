/** A sweep as the scheduler knows it: many due sales looked at by reading a list page by page, one call each. */
import type { Ref } from '#shared/ref.ts'

export interface SweptPage<Seen> {
  /** What the page showed of the sales taken, each once. */
  readonly seen: ReadonlyMap<Ref, Seen>
  readonly isLast: boolean
}

export interface Sweep<Seen> {
  /** The sales that its pages may show. Those that none has shown in the end are looked at singly. */
  readonly taken: readonly Ref[]
  /** Sales that no list would show soon enough to be worth its pages. What is in neither may be swept later. */
  readonly passed: readonly Ref[]
  /** The next page, by one call; the first time the first one. Not called after the last. */
  readPage(): Promise<SweptPage<Seen>>
}

/** Chooses what to sweep among these due sales, without a call; `taken` is empty where nothing is worth it. */
export type BeginSweep<Seen> = (due: readonly Ref[]) => Sweep<Seen>
