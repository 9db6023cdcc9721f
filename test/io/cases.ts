/** What the children of this room are asked, and the lines that they answer with. */
import type { Lasting, Trouble } from './shim.ts'

/** One run with the n-th operation failing. */
export interface Case {
  readonly n: number
  /** How many operations failed; 0 ends the row. */
  readonly struck: number
  /** The first operation that failed. */
  readonly at: string
  /** What the failing disk kept closed: the journal, by its problem, or the sale; '' where it was opened or made. */
  readonly refused: string
  /** Everything that is not as it has to be. */
  readonly wrong: readonly string[]
}

/** How a command was answered; `error` is missing where it was not refused. */
export interface CommandEnd {
  readonly name: string
  readonly error?: { readonly kind: string; readonly problem?: string } | undefined
}

/** A row that is longer has lost its end. */
export const MAX_CASES = 5_000

/** One way of failing. */
export interface Way {
  readonly trouble: Exclude<Trouble, 'bad sectors'>
  readonly lasting: Lasting
}

/** Every way of failing. */
export const ways: readonly Way[] = (['I/O error', 'disk full'] as const).flatMap((trouble) =>
  (['once', 'for good'] as const).map((lasting) => ({ trouble, lasting })),
)

/** A way from a command line. Throws where there is no such way. */
export function readWay(trouble: string | undefined, lasting: string | undefined): Way {
  const way = ways.find((one) => one.trouble === trouble && one.lasting === lasting)
  if (!way) throw new Error(`no disk fails so: ${trouble}, ${lasting}`)
  return way
}

/** What one sale took of the disk. */
export interface SyncCount {
  readonly name: string
  /** What was published of it to the windows, once a commit. */
  readonly changes: readonly string[]
  /** The syncs of the journal's WAL, and those of every other file of the counter. */
  readonly wal: number
  readonly others: number
}
