/**
 * Looks a sale up at the service and records what is found, or that nothing is. Owns the proof, kind by kind, that the
 * look-up by ref works: its path is not in the document, and a path that does not exist answers NOT_FOUND to everything.
 */
import type { AppError } from '#shared/app-error.ts'
import type { OrderKind } from '#shared/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { nextSaleState } from '#shared/states/sale.ts'
import { callError } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import { isOfAnotherName, isPageNotFound, type Look, type Way, type Ways } from '../products/kind.ts'
import { kindOf } from '../products/kinds.ts'
import { ELSEWHERE_REASON, isConfirmedAbsent, overridingReasonOf, STRANGER_REASON } from './decide.ts'
import { isDecidable, isSameChoice, standingAfter, unchangedForMs } from './manual-review.ts'
import { observe } from './observe.ts'
import { factsOf, type PollState } from './poll-state.ts'
import type { RunnerOptions } from './run.ts'

type Ended<Kind extends Look['kind']> = Extract<Look, { kind: Kind }>
/** An order that a page of the service's list showed. */
export type FoundLook = Ended<'found'>
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
  const { repository, matchContext, clock, log, onFailure, onMoneyMoved } = options
  const proven = new Set<OrderKind>()

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
    if (look.kind === 'found') recordFound(sale, poll, way, look)
    if (look.kind === 'several') recordSeveral(sale, look)
    if (look.kind === 'absent') await recordAbsent(sale, poll, look.requestId)
    if (look.kind === 'unclear') {
      const { why, requestId } = look
      log.write('warn', 'a look found what may be ours or not', { ref: sale.ref, why, requestId })
    }
    recordStanding(sale.ref, poll, look)
    if (look.kind !== 'no-answer') return undefined
    onFailure(look.failure)
    return { ...callError(look.failure), ref: sale.ref }
  }

  /** The next way is asked where one finds nothing or another's record, and where one that may not exist brings no answer. */
  async function lookInTurn(sale: StoredSale, [way, next, ...others]: Ways): Promise<WayTaken> {
    const look = await kindOf(sale).look(sale, way, matchContext)
    const neverFound = way === 'by-ref' && !proven.has(sale.order.kind)
    const maySkip = neverFound || isPageNotFound(look) || isOfAnotherName(look)
    const goesOn = look.kind === 'absent' || (look.kind === 'no-answer' && maySkip)
    if (!goesOn || next === undefined) return { look, way }
    const later = await lookInTurn(sale, [next, ...others])
    // That a later way finds nothing is no answer in place of the one that is missing.
    return later.look.kind === 'absent' ? { look, way } : later
  }

  async function recordAbsent(sale: StoredSale, poll: PollState, requestId: string | null): Promise<void> {
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
    if (!isConfirmedAbsent(sale, factsOf(poll, proven.has(order.kind)))) return
    if (matchContext.wasSentElsewhere(sale)) return recordElsewhere(sale, requestId)
    if (await isPathProven(sale))
      repository.record([{ kind: 'not-found', ref, lookUps, requestId }], clock.nowMs())
  }

  /** What these addresses do not know says nothing of what went to others: a person is asked, once. */
  function recordElsewhere(sale: StoredSale, requestId: string | null): void {
    if (isDecidable(sale)) return
    const { ref } = sale
    repository.record([{ kind: 'doubted', ref, reason: ELSEWHERE_REASON, requestId }], clock.nowMs())
  }

  /** Whether the path that found nothing is able to find something; the document's own paths are taken at their word. */
  async function isPathProven(doubted: StoredSale): Promise<boolean> {
    const { kind } = doubted.order
    if (!kindOf(doubted).ways(doubted).includes('by-ref')) return true
    if (!proven.has(kind)) await probe(doubted)
    return proven.has(kind)
  }

  /** Looks an order up that must be there. Nothing to look up, or nothing found: the sale stays in doubt. */
  async function probe({ ref, order: { kind } }: StoredSale): Promise<void> {
    const known = repository.findNewestKnown(kind)
    if (!known) return
    const look = await kindOf(known).look(known, 'by-ref', matchContext)
    // A record of a sale that is over has nothing to tell, and is ours as long as it contradicts nothing.
    if (look.kind === 'found' && look.order.contradiction === null) proven.add(kind)
    if (look.kind === 'no-answer') onFailure(look.failure)
    if (proven.has(kind)) return
    const facts = { ref, known: known.ref, look: look.kind }
    log.write('error', 'a known order is not found by its ref, so no other is believed absent', facts)
  }

  function recordSeveral(sale: StoredSale, { candidates, requestId }: Ended<'several'>): void {
    const { ref } = sale
    // The same choice is put once, however often it is seen.
    if (
      nextSaleState(sale.state, 'several-found') === undefined ||
      isSameChoice(
        sale.candidates,
        candidates.map(({ serviceId }) => serviceId),
      )
    )
      return
    repository.record([{ kind: 'several-found', ref, candidates: [...candidates], requestId }], clock.nowMs())
    log.write('warn', 'only a person can tell which order is this sale’s', {
      ref,
      count: candidates.length,
      requestId,
    })
  }

  /** What several looks in a row do not end is put before a person once, when it would have ended by now. */
  function recordStanding(ref: Ref, poll: PollState, look: Look): void {
    const sale = repository.read(ref)
    if (!sale) return
    const standing = standingAfter(sale, look, factsOf(poll, proven.has(sale.order.kind)))
    poll.doubtfulLooks = standing === null ? 0 : poll.doubtfulLooks + 1
    if (standing === null || isDecidable(sale) || poll.doubtfulLooks < kindOf(sale).absence.lookUps) return
    const { doubt, afterMs } = standing
    const elapsed = {
      nowMs: clock.nowMs(),
      serverOffsetMs: matchContext.client.serverOffsetMs(),
      watchedMs: poll.watchedMs,
    }
    if (unchangedForMs(sale, matchContext.claimantOf(ref).attempts, elapsed) < afterMs) return
    if (look.kind === 'unclear' && look.candidates?.length) {
      recordSeveral(sale, { kind: 'several', candidates: look.candidates, requestId: look.requestId })
      return
    }
    const requestId = look.kind === 'absent' || look.kind === 'unclear' ? look.requestId : null
    repository.record([{ kind: 'doubted', ref, reason: doubt, requestId }], clock.nowMs())
    log.write('warn', 'looks do not end a doubt', { ref, doubt, requestId })
  }

  /** Once in a doubt, so that it is known after a restart too: from then on it overrides what looks do not find. */
  function recordStranger(sale: StoredSale, poll: PollState, requestId: string | null): void {
    poll.strangerFound = true
    if (sale.state !== 'in-doubt' || overridingReasonOf(sale, { strangerFound: false })) return
    repository.record([{ kind: 'doubted', ref: sale.ref, reason: STRANGER_REASON, requestId }], clock.nowMs())
  }

  function recordFound(
    sale: StoredSale,
    poll: PollState,
    way: Way,
    { order, requestId }: Ended<'found'>,
  ): void {
    const seen = observe(sale, order, requestId)
    if (seen.kind === 'not-ours' || seen.kind === 'impossible') {
      recordStranger(sale, poll, requestId)
      log.write('error', `a record that was found is ${seen.kind}`, {
        ref: sale.ref,
        requestId,
        status: order.status,
        field: seen.kind === 'not-ours' ? seen.field : null,
      })
      return
    }
    if (way === 'by-ref') proven.add(sale.order.kind)
    if (seen.kind === 'nothing-new') return
    if (!seen.entry.expected) {
      const { status } = seen.entry
      log.write('warn', 'a status that the tables do not expect', { ref: sale.ref, status })
    }
    const after = repository.record([seen.entry], clock.nowMs())
    if (after.state !== sale.state) onMoneyMoved()
  }

  return {
    lookUp,
    lookAfterRefusal: (sale) => lookInTurn(sale, kindOf(sale).ways(sale)),
    isByRefProven: (kind) => proven.has(kind),
  }
}
