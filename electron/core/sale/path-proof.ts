/**
 * The proof, kind by kind, that the look-up by ref works: its path is not in the document, and a path that does not exist
 * answers NOT_FOUND to everything. It holds for the life of this process.
 */
import type { OrderKind } from '#shared/products/orders.ts'
import type { StoredSale } from '../journal/journal.ts'
import { kindOf } from '../products/kinds.ts'
import type { RunnerOptions } from './run.ts'

export interface PathProof {
  /** Whether a look-up by ref has found an order of this kind. */
  has(kind: OrderKind): boolean
  /** A look-up by ref has found one. */
  add(kind: OrderKind): void
  /** Whether the path that found nothing is able to find something; the document's own paths are taken at their word. */
  seek(doubted: StoredSale): Promise<boolean>
}

type ProbeOptions = Pick<RunnerOptions, 'repository' | 'matchContext' | 'log' | 'onFailure'>

/** Nothing is proven at the start. A sale that is known to be at the service is looked up where proof is sought. */
export function createPathProof({ repository, matchContext, log, onFailure }: ProbeOptions): PathProof {
  const proven = new Set<OrderKind>()

  /** Looks an order up that must be there. Nothing to look up, or nothing found: the sale stays in doubt. */
  async function probe({ ref, order: { kind } }: StoredSale): Promise<void> {
    const known = repository.findNewestKnown(kind)
    if (!known) return
    const look = await kindOf(known).look(known, 'by-ref', matchContext)
    // A record of a sale that is over has nothing new to say, and is ours as long as it contradicts nothing.
    if (look.kind === 'found' && look.order.contradiction === null) proven.add(kind)
    if (look.kind === 'no-answer') onFailure(look.failure)
    if (proven.has(kind)) return
    const facts = { ref, known: known.ref, look: look.kind }
    log.write('error', 'a known order is not found by its ref, so no other is believed absent', facts)
  }

  return {
    has: (kind) => proven.has(kind),
    add: (kind) => void proven.add(kind),
    async seek(doubted) {
      const { kind } = doubted.order
      if (!kindOf(doubted).ways(doubted).includes('by-ref')) return true
      if (!proven.has(kind)) await probe(doubted)
      return proven.has(kind)
    },
  }
}
