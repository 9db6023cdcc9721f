/** What the kinds of sale may know beside the sale they look at: the calls, and what the journal holds of others. */
import { endsByDecision } from '#shared/decisions.ts'
import type { Ref } from '#shared/ref.ts'
import type { ServiceClient } from '../api/client.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import { createKeyUse, type ForeignRow } from './key-use.ts'
import type { AddressOf, MatchContext } from './kinds/kind.ts'
import { addressesIn, claimantIn } from './past-attempts.ts'

interface MatchContextOptions {
  readonly journal: Journal
  readonly client: ServiceClient
  readonly addressOf: AddressOf
  seal(ref: Ref, text: string): string | null
  /** The shop's setting, as it is now. */
  sharedKey(): boolean
  /** An order or a movement of the account's was seen that no sale of this journal can be the reason of. */
  onForeign(row: ForeignRow): void
}

export function createMatchContext(options: MatchContextOptions): MatchContext {
  const { journal, client, addressOf, seal } = options
  const claimantOf = (ref: Ref) => {
    const entries = journal.readEntries(ref)
    return claimantIn(entries, journal.listLosses(entries[0]?.sequence ?? Number.MAX_SAFE_INTEGER))
  }
  const holders = (serviceId: string) => {
    const bill = journal.findSaleByTransaction(serviceId)
    return [...journal.reconciled.findByServiceId(serviceId), ...(bill ? [bill] : [])]
  }

  /** A person saw their order at the service, and the journal does not know which it is. */
  const listDeliveredAlike = (sale: StoredSale) =>
    journal
      .listDecided(0)
      .filter(
        ({ byDecision, subject }) =>
          byDecision !== null && byDecision.end !== 'refunded' && subject === sale.subject,
      )

  return {
    client: { ...client.background, serverOffsetMs: client.serverOffsetMs },
    claimantOf,
    addressOf,
    wasSentElsewhere({ ref, order }) {
      const here = addressOf(order.kind)
      return here !== undefined && addressesIn(journal.readEntries(ref)).some((there) => there !== here)
    },
    rivals(sale) {
      const { ref, subject, valueCentimes, state } = sale
      // The open sales alone: those that ended without an order have no claim any more, and one that was given up yields.
      const filter = { subject, valueCentimes, sinceMs: Number.MAX_SAFE_INTEGER, alsoRefs: [] }
      const open = journal.listRepeats(filter).map((other) => ({
        ...other,
        comesFirst: other.state === 'sending' || state === 'cancelled',
      }))
      const seen = listDeliveredAlike(sale).map((other) => ({ ...other, comesFirst: true }))
      // Where a person saw the sale's order, no open sale has a claim to it.
      return (endsByDecision(sale) ? [] : [...open, ...seen])
        .filter((other) => other.ref !== ref && other.serviceId === null)
        .map((other) => ({ ...claimantOf(other.ref), comesFirst: other.comesFirst }))
    },
    claimed: (serviceIds, by) => {
      const claims = journal.listClaims(serviceIds).filter(({ ref }) => ref !== by)
      return new Set(claims.flatMap(({ serviceId }) => serviceId ?? []))
    },
    holders,
    findNewestKnown: (kind) => journal.findNewestKnown(kind),
    listRecorded: (time) => journal.reconciled.listRefs(time).flatMap((ref) => journal.readSale(ref) ?? []),
    seal,
    keyUse: createKeyUse({
      ...options,
      holders,
      serverOffsetMs: client.serverOffsetMs,
      isTraining: addressOf('gift-card') === undefined,
    }),
  }
}
