/** What a sale's entries tell of its claim to an order of the service's: its attempts, and what a person ruled out. Pure. */
import type { Entry } from '../journal/entry.ts'
import { type Loss, RESTORED_REASON } from '../journal/losses.ts'
import { RESTART_REASON } from './decide.ts'
import type { Claimant, PastAttempt } from './kinds/kind.ts'

/** `losses`: the times behind the sale's first entry of which entries were lost. */
export const claimantIn = (entries: readonly Entry[], losses: readonly Loss[]): Claimant => ({
  attempts: [
    ...entries.flatMap((entry, place) => attemptIn(entry, entries.slice(place + 1))),
    ...losses.flatMap((loss) => attemptLostIn(loss, entries)),
  ],
  ruledOut: new Set(entries.flatMap(ruledOutBy)),
})

/** The attempt that this entry began, where its request may have reached the service. */
function attemptIn({ body, atMs }: Entry, later: readonly Entry[]): readonly PastAttempt[] {
  if (body.kind !== 'attempt-started') return []
  const end = later.find((entry) => attemptEnds.includes(entry.body.kind))
  // It never left, or the service took nothing of it.
  if (end?.body.kind === 'not-sent' || end?.body.kind === 'refused') return []
  // After a restart the end on disk is only the moment at which the attempt was noticed.
  const wasSeen = end !== undefined && !(end.body.kind === 'doubted' && end.body.reason === RESTART_REASON)
  const serverOffsetMs = body.serverOffsetMs ?? null
  const isSupposed = end?.body.kind === 'doubted' && end.body.reason === RESTORED_REASON
  return [{ startedAtMs: atMs, endedAtMs: wasSeen ? end.atMs : null, serverOffsetMs, isSupposed }]
}

/**
 * A later attempt may be among the entries that were lost, where those that were saved leave room for one: the service was
 * not known to hold the order, nor to have refused it.
 */
function attemptLostIn(
  { sequence, sinceMs, untilMs }: Loss,
  entries: readonly Entry[],
): readonly PastAttempt[] {
  const saved = entries.filter((entry) => entry.sequence < sequence)
  if (saved.length === 0 || saved.some(leavesNoRoom)) return []
  return [{ startedAtMs: sinceMs, endedAtMs: untilMs, serverOffsetMs: null, isSupposed: true }]
}

const leavesNoRoom = ({ body }: Entry): boolean =>
  body.kind === 'accepted' ||
  body.kind === 'refused' ||
  body.kind === 'observed' ||
  (body.kind === 'decided' && body.decision.kind === 'link')

const attemptEnds: readonly Entry['body']['kind'][] = ['accepted', 'refused', 'not-sent', 'doubted']

/** Where its requests went that may have reached a service, since a person last said that none was received. */
export function addressesIn(entries: readonly Entry[]): readonly string[] {
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
