/**
 * What can be saved of a journal behind a known end. Pure. Invariant: an entry is saved only where its hash chains on from
 * the one before; so whatever bytes it was found in, it is what the journal once wrote.
 */
import { hashEntry } from './canonical.ts'
import type { ChainEnd } from './entries.ts'
import type { FoundRow } from './leaf-cells.ts'

export interface Salvage {
  /** In order, the first directly behind the known end. */
  readonly rows: readonly FoundRow[]
  /** The highest entry that was found behind the chain's end and chains on another; null where there is none. */
  readonly lastProvenSequence: number | null
}

/** An entry that the chain proves, with the one it chains on; no row where it is the known end itself. */
interface Link extends ChainEnd {
  readonly row: FoundRow | undefined
  readonly before: Link | undefined
}

/** The longest chain of found rows that goes on from `end`. */
export function chainOn(end: ChainEnd, found: readonly FoundRow[]): Salvage {
  const bySequence = withoutTwins(found)
  let last: Link = { ...end, row: undefined, before: undefined }
  let links: readonly Link[] = [last]
  // Each turn goes one sequence on, so the number of rows bounds the loop.
  while (links.length > 0) {
    last = links[0] ?? last
    links = linksAfter(links, bySequence)
  }
  return { rows: rowsUpTo(last), lastProvenSequence: lastProvenAfter(last.sequence, bySequence) }
}

/** The same entry stands in every later copy of its page. */
function withoutTwins(found: readonly FoundRow[]): ReadonlyMap<number, readonly FoundRow[]> {
  const distinct = new Map(
    found.map((row) => [`${row.sequence} ${row.hash} ${row.atMs} ${row.bodyText}`, row]),
  )
  return Map.groupBy(distinct.values(), ({ sequence }) => sequence)
}

/** The entries one further on. Where a commit was torn there may be two that follow: the longer chain is the journal's. */
function linksAfter(
  links: readonly Link[],
  bySequence: ReadonlyMap<number, readonly FoundRow[]>,
): readonly Link[] {
  const sequence = (links[0]?.sequence ?? 0) + 1
  return (bySequence.get(sequence) ?? []).flatMap((row) => {
    const before = links.find(({ hash }) => follows(row, hash))
    return before ? [{ sequence, hash: row.hash, row, before }] : []
  })
}

function rowsUpTo(last: Link): readonly FoundRow[] {
  const rows: FoundRow[] = []
  for (let link: Link | undefined = last; link?.row; link = link.before) rows.push(link.row)
  return rows.reverse()
}

/** A row that chains on any other was written, even where the chain up to them is lost. */
function lastProvenAfter(
  savedSequence: number,
  bySequence: ReadonlyMap<number, readonly FoundRow[]>,
): number | null {
  const highestFirst = [...bySequence.keys()]
    .filter((sequence) => sequence > savedSequence)
    .sort((a, b) => b - a)
  const proven = highestFirst.find((sequence) => {
    const before = bySequence.get(sequence - 1) ?? []
    return (bySequence.get(sequence) ?? []).some((row) => before.some(({ hash }) => follows(row, hash)))
  })
  return proven ?? null
}

const follows = (row: FoundRow, previousHash: string): boolean => hashEntry(previousHash, row) === row.hash
