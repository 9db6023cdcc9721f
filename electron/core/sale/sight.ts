/** What the kinds of sale may know beside the sale they look at: the calls, and what the journal holds of others. */
import { endsByDecision } from '#shared/decisions.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { ServiceClient } from '../api/client.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import type { AddressOf, Sight } from './kinds/kind.ts'
import { addressesIn, claimantIn } from './past-attempts.ts'

interface SightOptions {
  readonly journal: Journal
  readonly client: ServiceClient
  readonly addressOf: AddressOf
  seal(ref: Ref, text: string): string | null
  /** The shop's setting, as it is now. */
  sharedKey(): boolean
}

export function createSight({ journal, client, addressOf, seal, sharedKey }: SightOptions): Sight {
  const claimantOf = (ref: Ref) => {
    const entries = journal.readEntries(ref)
    return claimantIn(entries, journal.listLosses(entries[0]?.sequence ?? Number.MAX_SAFE_INTEGER))
  }

  /** The open sales alone, newest first: those that ended without an order have no claim any more. */
  const listOpenAlike = ({ subject, valueCentimes }: StoredSale) =>
    journal.listRepeats({ subject, valueCentimes, sinceMs: Number.MAX_SAFE_INTEGER, alsoRefs: [] })

  /** A person saw their order at the service, and the journal does not know which it is. */
  const listDeliveredAlike = (sale: StoredSale) =>
    journal
      .listDecided(0)
      .filter(({ byDecision, subject }) => byDecision?.end === 'delivered' && subject === sale.subject)

  return {
    client: { ...client.background, serverOffsetMs: client.serverOffsetMs },
    claimantOf,
    addressOf,
    wasSentElsewhere({ ref, order }) {
      const here = addressOf(order.kind)
      return here !== undefined && addressesIn(journal.readEntries(ref)).some((there) => there !== here)
    },
    strongerClaimants(sale) {
      const alike = [...listOpenAlike(sale), ...listDeliveredAlike(sale)]
      // By the journal's order, because the clock may have been set back. One that was given up is not there, and yields to all.
      const place = alike.findIndex(({ ref }) => ref === sale.ref)
      const rank = rankOf(sale)
      return alike
        .filter((other, at) => rankOf(other) < rank || (rankOf(other) === rank && at > place))
        .filter(({ serviceId }) => serviceId === null)
        .map(({ ref }) => claimantOf(ref))
    },
    claimed: (serviceIds, by) => {
      const claims = journal.listClaims(serviceIds).filter(({ ref }) => ref !== by)
      return new Set(claims.flatMap(({ serviceId }) => serviceId ?? []))
    },
    seal,
    sharedKey,
  }
}

/**
 * The lower, the stronger is a sale's claim to an order: a person saw it there, its own answer may name it at any moment, or it
 * is still awaited.
 */
const claimRanks: Partial<Readonly<Record<SaleState, number>>> = { sending: 0, 'in-doubt': 1, unsent: 2 }
const WEAKEST_RANK = 3
const DECIDED_RANK = -1
const rankOf = (sale: StoredSale): number =>
  endsByDecision(sale) ? DECIDED_RANK : (claimRanks[sale.state] ?? WEAKEST_RANK)
