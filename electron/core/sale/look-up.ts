/** Looks a sale up at the service, in one way after the other, and has what was found recorded, or that nothing was. */
import type { AppError } from '#shared/app-error.ts'
import type { OrderKind } from '#shared/orders.ts'
import { callError } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import { isOfAnotherName, isPageNotFound, type Look, type Way, type Ways } from '../products/kind.ts'
import { kindOf } from '../products/kinds.ts'
import { createPathProof } from './path-proof.ts'
import type { PollState } from './poll-state.ts'
import { recordAbsent, recordFound, recordSeveral, recordStanding } from './record-look.ts'
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
  const { matchContext, log, onFailure } = options
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
    if (look.kind === 'unclear') {
      const { why, requestId } = look
      log.write('warn', 'a look found what may be ours or not', { ref: sale.ref, why, requestId })
    }
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
