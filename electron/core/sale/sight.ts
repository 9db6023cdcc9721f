/** What the kinds of sale may know beside the sale they look at: the calls, and what the journal holds of others. */
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

  /** The open sales alone: those that ended without an order have no claim any more. */
  const listOpenAlike = ({ subject, valueCentimes }: StoredSale) =>
    journal.listRepeats({ subject, valueCentimes, sinceMs: Number.MAX_SAFE_INTEGER, alsoRefs: [] })

  return {
    client: {
      ...client.background,
      serverOffsetMs: client.serverOffsetMs,
      otherServerOffsetMs: client.otherServerOffsetMs,
    },
    claimantOf,
    addressOf,
    wasSentElsewhere({ ref, order }) {
      const here = addressOf(order.kind)
      return here !== undefined && addressesIn(journal.readEntries(ref)).some((there) => there !== here)
    },
    strongerClaimants: (sale) =>
      listOpenAlike(sale)
        .filter((other) => other.serviceId === null && comesBefore(journal, other, sale))
        .map((other) => claimantOf(other.ref)),
    claimed: (serviceIds, by) => {
      const claims = journal.listClaims(serviceIds).filter(({ ref }) => ref !== by)
      return new Set(claims.flatMap(({ serviceId }) => serviceId ?? []))
    },
    seal,
    sharedKey,
  }
}

/** The lower, the stronger is a sale's claim to an order: its own answer may name it at any moment, or it is still awaited. */
const claimRanks: Partial<Readonly<Record<SaleState, number>>> = { sending: 0, 'in-doubt': 1, unsent: 2 }
const WEAKEST_RANK = 3
const rankOf = ({ state }: StoredSale): number => claimRanks[state] ?? WEAKEST_RANK

/** Of two that are as strong the older comes first: by the journal, because the machine's clock may have been set back. */
function comesBefore(journal: Journal, other: StoredSale, sale: StoredSale): boolean {
  if (rankOf(other) !== rankOf(sale)) return rankOf(other) < rankOf(sale)
  return placeOf(journal, other) < placeOf(journal, sale)
}

const placeOf = (journal: Journal, { ref }: StoredSale): number =>
  journal.readEntries(ref)[0]?.sequence ?? Number.MAX_SAFE_INTEGER
