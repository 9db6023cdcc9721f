/** What a sale's entries tell of its claim to an order of the service's: its attempts, and what a person ruled out. Pure. */
import type { Entry } from '../journal/entry.ts'
import { type Loss, offsetsIn, RESTORED_REASON } from '../journal/losses.ts'
import { RESTART_REASON } from './decide.ts'
import type { Claimant, PastAttempt } from './kinds/kind.ts'

/** `losses`: the times of which entries were lost, behind the sale's first entry and shortly before it. */
export const claimantIn = (entries: readonly Entry[], losses: readonly Loss[]): Claimant => ({
  attempts: [
    ...entries.flatMap((entry, place) => attemptIn(entry, entries.slice(place + 1))),
    ...losses.filter((loss) => leavesRoom(loss, entries)).map((loss) => timeOf(loss, entries)),
  ],
  losses: losses.map((loss) => timeOf(loss, entries)),
  ruledOut: new Set(entries.flatMap(ruledOutBy)),
})

/** The attempt that this entry began, where its request may have reached the service. */
function attemptIn({ body, atMs }: Entry, later: readonly Entry[]): readonly PastAttempt[] {
  if (body.kind !== 'attempt-started') return []
  const end = later.find((entry) => attemptEnds.includes(entry.body.kind))
  // It never left.
  if (end?.body.kind === 'not-sent') return []
  // A restore began it in the place of one that may have been lost: the loss tells of it.
  if (end?.body.kind === 'doubted' && end.body.reason === RESTORED_REASON) return []
  // After a restart the end on disk is only the moment at which the attempt was noticed.
  const wasSeen = end !== undefined && !(end.body.kind === 'doubted' && end.body.reason === RESTART_REASON)
  return [{ startedAtMs: atMs, endedAtMs: wasSeen ? end.atMs : null, ...clockOf(offsetsIn(body)) }]
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
