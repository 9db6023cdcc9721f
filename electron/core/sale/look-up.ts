/** Looks a sale up at the service, in one way after the other, and has what was found recorded, or that nothing was. */

import type { AppError } from '#shared/app-error.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { isRefusalCode } from '#shared/service-errors.ts'
import { nextSaleState } from '#shared/states/sale.ts'
import { callError } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import { isOfAnotherName, isPageNotFound, type Look, type Way, type Ways } from '../products/kind.ts'
import { kindOf } from '../products/kinds.ts'
import { ELSEWHERE_REASON, isConfirmedAbsent, overridingReasonOf, STRANGER_REASON } from './decide.ts'
import { isDecidable, isSameChoice, standingAfter, unchangedForMs } from './manual-review.ts'
import { observe } from './observe.ts'
import { createPathProof, type PathProof } from './path-proof.ts'
import { factsOf, type PollState } from './poll-state.ts'
import type { RunnerOptions } from './run.ts'

/** An order that a page of the service's list showed. */
export type FoundLook = Extract<Look, { kind: 'found' }>
/** A look with the way that brought it. */
export type WayTaken = { readonly look: Look; readonly way: Way }

export interface LookUps {
  /**
   * One look, in these ways, or what was taken in its place: a sweep of the list, or a look before this one. Answers why it
   * brought no answer; that nothing was found is one.
   */
  lookUp(sale: StoredSale, poll: PollState, ways: Ways, taken?: WayTaken): Promise<AppError | undefined>
  /** One look at a sale whose request was refused, which records nothing. */
  lookAfterRefusal(sale: StoredSale): Promise<WayTaken>
  /** Whether a look-up by ref has found an order of this kind in this process. */
  isByRefProven(kind: OrderKind): boolean
}

export function createLookUps(options: RunnerOptions): LookUps {
  const { matchContext, onFailure } = options
  const proof = createPathProof(options)
  const recording = { ...options, proof }

  async function lookUp(
    sale: StoredSale,
    poll: PollState,
    ways: Ways,
    taken?: WayTaken,
  ): Promise<AppError | undefined> {
    const { look, way } = taken ?? (await lookInTurn(sale, ways))
    poll.looks += 1
    // Whatever else was seen may be this sale's order, so the looks that found nothing count from the start again.
    if (look.kind !== 'absent' && look.kind !== 'no-answer') poll.notFoundLookUps = 0
    if (look.kind === 'found') recordFound(sale, poll, { look, way }, recording)
    if (look.kind === 'several') recordSeveral(sale, look, recording)
    if (look.kind === 'absent') await recordAbsent(sale, poll, look.requestId, recording)
    if (look.kind === 'unclear') recordUnclear(sale, look, recording)
    recordStanding(sale.ref, poll, look, recording)
    if (look.kind !== 'no-answer') return undefined
    onFailure(look.failure)
    return { ...callError(look.failure), ref: sale.ref }
  }

  /** The next way is asked where one finds nothing or another's record, and where one that may not exist brings no answer. */
  async function lookInTurn(sale: StoredSale, [way, next, ...others]: Ways): Promise<WayTaken> {
    const look = await kindOf(sale).look(sale, way, matchContext)
    const neverFound = way === 'by-ref' && !proof.has(sale.order.kind)
    const maySkip = neverFound || isPageNotFound(look) || isOfAnotherName(look)
    const goesOn = look.kind === 'absent' || (look.kind === 'no-answer' && maySkip)
    if (!goesOn || next === undefined) return { look, way }
    const later = await lookInTurn(sale, [next, ...others])
    // That a later way finds nothing is no answer in place of the one that is missing.
    return later.look.kind === 'absent' ? { look, way } : later
  }

  return {
    lookUp,
    lookAfterRefusal: (sale) => lookInTurn(sale, kindOf(sale).ways(sale)),
    isByRefProven: proof.has,
  }
}

// Writes down what one look brought: an order, several, that nothing was found, or that looks do not end a doubt.

interface RecordLookOptions
  extends Pick<RunnerOptions, 'repository' | 'matchContext' | 'clock' | 'log' | 'onMoneyMoved'> {
  readonly proof: PathProof
}

/** An order that is the sale's says where it stands; one that cannot be the sale's is remembered as a stranger. */
function recordFound(
  sale: StoredSale,
  poll: PollState,
  { look, way }: WayTaken & { readonly look: FoundLook },
  options: RecordLookOptions,
): void {
  const { repository, clock, log, proof, onMoneyMoved } = options
  const { order, requestId } = look
  const seen = observe(sale, order, requestId)
  if (seen.kind === 'not-ours' || seen.kind === 'impossible') {
    recordStranger(sale, poll, requestId, options)
    log.write('error', `a record that was found is ${seen.kind}`, {
      ref: sale.ref,
      requestId,
      status: order.status,
      field: seen.kind === 'not-ours' ? seen.field : null,
    })
    return
  }
  if (way === 'by-ref') proof.add(sale.order.kind)
  if (seen.kind === 'nothing-new') return
  if (!seen.entry.expected) {
    const { status } = seen.entry
    log.write('warn', 'a status that the tables do not expect', { ref: sale.ref, status })
  }
  const after = repository.record([seen.entry], clock.nowMs())
  if (after.state !== sale.state) onMoneyMoved()
}

/** Once in a doubt, so that it is known after a restart too: from then on it overrides what looks do not find. */
function recordStranger(
  sale: StoredSale,
  poll: PollState,
  requestId: string | null,
  { repository, clock }: RecordLookOptions,
): void {
  poll.strangerFound = true
  if (sale.state !== 'in-doubt' || overridingReasonOf(sale, { strangerFound: false })) return
  repository.record([{ kind: 'doubted', ref: sale.ref, reason: STRANGER_REASON, requestId }], clock.nowMs())
}

/** Orders between which a person has to choose. */
function recordSeveral(
  sale: StoredSale,
  { candidates, requestId }: Pick<Extract<Look, { kind: 'several' }>, 'candidates' | 'requestId'>,
  { repository, clock, log }: RecordLookOptions,
): void {
  const { ref } = sale
  const serviceIds = candidates.map(({ serviceId }) => serviceId)
  // The same choice is put once, however often it is seen.
  if (nextSaleState(sale.state, 'several-found') === undefined || isSameChoice(sale.candidates, serviceIds))
    return
  repository.record([{ kind: 'several-found', ref, candidates: [...candidates], requestId }], clock.nowMs())
  const facts = { ref, count: candidates.length, requestId }
  log.write('warn', 'only a person can tell which order is this sale’s', facts)
}

/** What looks alone found absent is in doubt again; what a person said so stays as they said. */
function recordUnclear(
  { ref, state, reason }: StoredSale,
  { why, requestId }: Extract<Look, { kind: 'unclear' }>,
  { repository, clock, log }: RecordLookOptions,
): void {
  log.write('warn', 'a look found what may be ours or not', { ref, why, requestId })
  if (state === 'unsent' && reason === 'not-found')
    repository.record([{ kind: 'doubted', ref, reason: why, requestId }], clock.nowMs())
}

/** That nothing was found is believed, or put before a person, only after enough looks by a path that is proven. */
async function recordAbsent(
  sale: StoredSale,
  poll: PollState,
  requestId: string | null,
  options: RecordLookOptions,
): Promise<void> {
  const { repository, matchContext, clock, log, proof } = options
  const { ref, state, order } = sale
  poll.notFoundLookUps += 1
  const lookUps = poll.notFoundLookUps
  if (state === 'following') {
    const level = lookUps < kindOf(sale).absence.lookUps ? 'warn' : 'error'
    log.write(level, 'an accepted order is not found', { ref, lookUps, requestId })
  }
  if (sale.candidates.length > 0) {
    // Each turned out to be another sale's: there is nothing left to choose between.
    repository.record([{ kind: 'doubted', ref, reason: 'no-candidate-left', requestId }], clock.nowMs())
    return
  }
  if (!isConfirmedAbsent(sale, factsOf(poll, proof.has(order.kind)))) return
  if (matchContext.wasSentElsewhere(sale)) return recordElsewhere(sale, requestId, options)
  if (!(await proof.seek(sale))) return
  const refusal = isRefusalCode(sale.reason) ? { refusal: sale.reason } : {}
  repository.record([{ kind: 'not-found', ref, lookUps, ...refusal, requestId }], clock.nowMs())
}

/** What these addresses do not know says nothing of what went to others: a person is asked, once. */
function recordElsewhere(
  sale: StoredSale,
  requestId: string | null,
  { repository, clock }: RecordLookOptions,
): void {
  if (isDecidable(sale)) return
  const { ref } = sale
  repository.record([{ kind: 'doubted', ref, reason: ELSEWHERE_REASON, requestId }], clock.nowMs())
}

/**
 * What several looks in a row do not end is put before a person once, when it would have ended by now; orders that may be the
 * sale's are added when they appear after that.
 */
function recordStanding(ref: Ref, poll: PollState, look: Look, options: RecordLookOptions): void {
  const { repository, matchContext, clock, log, proof } = options
  const sale = repository.read(ref)
  if (!sale) return
  const standing = standingAfter(sale, look, factsOf(poll, proof.has(sale.order.kind)))
  poll.doubtfulLooks = standing === null ? 0 : poll.doubtfulLooks + 1
  poll.doubtfulSinceMs = standing === null ? null : (poll.doubtfulSinceMs ?? clock.elapsedMs())
  const candidates = look.kind === 'unclear' ? (look.candidates ?? []) : []
  const isAsked = isDecidable(sale) && candidates.length === 0
  if (standing === null || isAsked || poll.doubtfulLooks < kindOf(sale).absence.lookUps) return
  const { doubt, afterMs } = standing
  const elapsed = {
    nowMs: clock.nowMs(),
    serverOffsetMs: matchContext.client.serverOffsetMs(),
    watchedMs: poll.watchedMs,
  }
  const unchangedMs = unchangedForMs(sale, matchContext.claimantOf(ref).attempts, elapsed)
  // Looks that wait for the rate are watched for longer than their own waits: the time between the first and this one counts.
  const doubtfulMs = clock.elapsedMs() - (poll.doubtfulSinceMs ?? clock.elapsedMs())
  if (Math.max(unchangedMs, doubtfulMs) < afterMs) return
  const requestId = look.kind === 'absent' || look.kind === 'unclear' ? look.requestId : null
  if (candidates.length > 0) {
    recordSeveral(sale, { candidates, requestId }, options)
    return
  }
  repository.record([{ kind: 'doubted', ref, reason: doubt, requestId }], clock.nowMs())
  log.write('warn', 'looks do not end a doubt', { ref, doubt, requestId })
}
