/** What the kinds of sale may know beside the sale they look at: the calls, and what the journal holds of others. */
import { endsByDecision } from '#shared/decisions.ts'
import type { Centimes } from '#shared/money.ts'
import { orderKinds } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import type { ServiceClient } from '../api/client.ts'
import type { Entry } from '../journal/entry.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import { type Loss, offsetsIn, RESTORED_REASON } from '../journal/losses.ts'
import { createKeyUse, type ForeignRow } from '../products/gift-card/key-use.ts'
import type { AddressOf, Claimant, MatchContext, PastAttempt } from '../products/kind.ts'
import { RESTART_REASON } from './decide.ts'

interface MatchContextOptions {
  readonly journal: Journal
  readonly client: ServiceClient
  readonly addressOf: AddressOf
  seal(ref: Ref, text: string): string | null
  /** A time of which entries may be lost, that no entry records yet. */
  lossToAnswer(): Loss | undefined
  /** Other counters may use the key: a person said so, or it was found. */
  mayBeShared(): boolean
  /** The comparison of the books shows what may be another counter's. */
  showsOthers(): boolean
  /** An order or a movement of the account's was seen that no sale of this journal can be the reason of. */
  onForeign(row: ForeignRow): void
}

export function createMatchContext(options: MatchContextOptions): MatchContext {
  const { journal, client, addressOf, seal, lossToAnswer } = options
  const claimantOf = (ref: Ref) => {
    const entries = journal.readEntries(ref)
    const recorded = journal.listLosses(entries[0]?.sequence ?? Number.MAX_SAFE_INTEGER)
    return claimantIn(
      entries,
      [...recorded, lossToAnswer()].flatMap((loss) => loss ?? []),
    )
  }
  const holders = (serviceId: string) => {
    const bill = journal.findSaleByTransaction(serviceId)
    return [...journal.reconciled.findByServiceId(serviceId), ...(bill ? [bill] : [])]
  }

  /** The open sales of this subject, at this price or at whatever price. */
  const listOpen = (subject: string, valueCentimes: Centimes | null) =>
    journal.listRepeats({ subject, valueCentimes, sinceMs: Number.MAX_SAFE_INTEGER, alsoRefs: [] })

  /** A person saw what became of their order at the service, and the journal does not know which it is. */
  const listDecidedAlike = (sale: StoredSale) =>
    journal
      .listDecided(0)
      .filter(({ byDecision, subject }) => byDecision !== null && subject === sale.subject)

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
      // Those that ended without an order have no claim any more, and one that was given up yields.
      const open = listOpen(subject, valueCentimes).map((other) => ({
        ...other,
        comesFirst: other.state === 'sending' || state === 'cancelled',
      }))
      // Money that was never taken needs no order: what may be that sale's or this one's is then a choice for a person.
      const seen = listDecidedAlike(sale).map((other) => ({
        ...other,
        comesFirst: other.byDecision?.end !== 'refunded',
      }))
      // Where a person saw the sale's order, no open sale has a claim to it.
      return (endsByDecision(sale) ? [] : [...open, ...seen])
        .filter((other) => other.ref !== ref && other.serviceId === null)
        .map((other) => ({ ...claimantOf(other.ref), comesFirst: other.comesFirst }))
    },
    isOrderedNow({ ref, subject }) {
      return listOpen(subject, null).some((other) => other.ref !== ref && other.state === 'sending')
    },
    claimed: (serviceIds, by) => {
      const claims = journal.listClaims(serviceIds).filter(({ ref }) => ref !== by)
      return new Set(claims.flatMap(({ serviceId }) => serviceId ?? []))
    },
    holders,
    findNewestKnown: (kind) => journal.findNewestKnown(kind),
    listRecordedOrChanged: (time) =>
      journal.reconciled.listRefsRecordedOrChanged(time).flatMap((ref) => journal.readSale(ref) ?? []),
    seal,
    keyUse: createKeyUse({
      ...options,
      holders,
      serverOffsetMs: client.serverOffsetMs,
      isTraining: orderKinds.every((kind) => addressOf(kind) === undefined),
    }),
  }
}

// What a sale's entries say of its claim to an order of the service's: its attempts, and what a person ruled out. Pure.

/** `losses`: the times of which entries were lost, behind the sale's first entry and shortly before it. */
export const claimantIn = (entries: readonly Entry[], losses: readonly Loss[]): Claimant => ({
  attempts: [
    ...entries.flatMap((entry, place) => attemptIn(entry, entries.slice(place + 1))),
    ...losses.filter((loss) => leavesRoom(loss, entries)).map((loss) => timeOf(loss, entries)),
  ],
  losses: losses.map((loss) => timeOf(loss, entries)),
  ruledOut: new Set(entries.flatMap(ruledOutBy)),
  serviceRefs: new Set(entries.flatMap(({ body }) => (body.kind === 'accepted' && body.serviceRef) || [])),
})

/** The attempt that this entry began, where its request may have reached the service. */
function attemptIn({ body, atMs }: Entry, later: readonly Entry[]): readonly PastAttempt[] {
  if (body.kind !== 'attempt-started') return []
  const end = later.find((entry) => attemptEnds.includes(entry.body.kind))
  // It never left.
  if (end?.body.kind === 'not-sent') return []
  // A restore began it in the place of one that may have been lost: the loss covers it.
  if (end?.body.kind === 'doubted' && end.body.reason === RESTORED_REASON) return []
  // After a restart the end on disk is only the moment at which the attempt was noticed.
  const wasSeen = end !== undefined && !(end.body.kind === 'doubted' && end.body.reason === RESTART_REASON)
  const isAccepted = end?.body.kind === 'accepted'
  const times = { startedAtMs: atMs, endedAtMs: wasSeen ? end.atMs : null }
  return [{ ...times, ...clockOf(offsetsIn(body)), ...(isAccepted && { isAccepted }) }]
}

/**
 * Whether an attempt of this sale may be among the entries that were lost: not where the service was known to hold the
 * order, or to have refused it, and no doubt has come up since.
 */
function leavesRoom({ sequence }: Loss, entries: readonly Entry[]): boolean {
  const saved = entries.filter((entry) => entry.sequence < sequence)
  if (saved.length === 0) return false
  const settled = saved.findLastIndex(leavesNoRoom)
  return settled < 0 || entries.slice(settled).some(({ body }) => body.kind === 'doubted')
}

/** The machine's clock may have been set in that time: what is known of it before and since bounds when it was. */
function timeOf({ sequence, sinceMs, untilMs, offsetsMs }: Loss, entries: readonly Entry[]): PastAttempt {
  const notes = entries.filter(({ body }) => offsetsIn(body).length > 0)
  const lastSaved = notes.findLast((entry) => entry.sequence < sequence)
  const savedMs = lastSaved ? offsetsIn(lastSaved.body) : []
  const { serverOffsetMs, otherOffsetsMs } = clockOf(offsetsMs.length > 0 ? offsetsMs : savedMs)
  return {
    ...{ startedAtMs: sinceMs, endedAtMs: untilMs, serverOffsetMs, isSupposed: true },
    otherOffsetsMs: [...otherOffsetsMs, ...entries.flatMap(({ body }) => offsetsIn(body))],
  }
}

/** Of two offsets neither is known to be right. */
const clockOf = (offsetsMs: readonly number[]) =>
  offsetsMs.length > 1
    ? { serverOffsetMs: null, otherOffsetsMs: offsetsMs }
    : { serverOffsetMs: offsetsMs[0] ?? null, otherOffsetsMs: [] }

const leavesNoRoom = ({ body }: Entry): boolean =>
  body.kind === 'accepted' ||
  body.kind === 'refused' ||
  body.kind === 'observed' ||
  (body.kind === 'decided' && body.decision.kind === 'link')

const attemptEnds: readonly Entry['body']['kind'][] = ['accepted', 'refused', 'not-sent', 'doubted']

/** Where its requests went that may have reached a service, since a person last said that none was received. */
function addressesIn(entries: readonly Entry[]): readonly string[] {
  const later = entries.slice(entries.findLastIndex(isNotReceived) + 1)
  return later.flatMap((entry, place) => {
    const { body } = entry
    if (body.kind !== 'attempt-started' || attemptIn(entry, later.slice(place + 1)).length === 0) return []
    return body.sentTo ?? []
  })
}

const isNotReceived = ({ body }: Entry): boolean =>
  body.kind === 'decided' && body.decision.kind === 'not-received'

function ruledOutBy({ body }: Entry): readonly string[] {
  if (body.kind !== 'decided' || body.decision.kind !== 'not-received') return []
  return body.seen.map(({ serviceId }) => serviceId)
}
