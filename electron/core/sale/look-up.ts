/**
 * Looks a sale up at the service and records what is found, or that nothing is. Owns the proof that the look-up by ref
 * works: its path is not in the document, and a path that does not exist answers NOT_FOUND to everything.
 */
import type { AppError } from '#shared/app-error.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { InternetRecord } from '../api/platform-records.ts'
import { callError } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import { ABSENT_AFTER_LOOK_UPS, believesAbsent, type SaleEffect } from './decide.ts'
import { observeInternet } from './internet.ts'
import type { RunnerOptions } from './run.ts'
import { factsOf, type Watch } from './watch.ts'

type LookUp = Extract<SaleEffect, { kind: 'look-up-by-ref' | 'look-up-by-id' }>
type Found = Extract<CallOutcome<InternetRecord>, { kind: 'accepted' }>

export interface LookUps {
  /** One look. Answers why it brought no answer; that nothing was found is one. */
  lookUp(sale: StoredSale, watch: Watch, by: LookUp): Promise<AppError | undefined>
  /** Whether a look-up by ref has found an order in this process. */
  isByRefProven(): boolean
}

export function createLookUps(options: RunnerOptions): LookUps {
  const { book, clock, log, onFailure, onMoneyMoved } = options
  const client = options.client.background
  let byRefProven = false

  async function lookUp(sale: StoredSale, watch: Watch, by: LookUp): Promise<AppError | undefined> {
    const outcome = await (by.kind === 'look-up-by-ref'
      ? client.findInternetByRef(sale.ref)
      : client.findInternetById(by.topupId))
    watch.looks += 1
    if (outcome.kind === 'accepted') return recordFound(sale, watch, by, outcome)
    if (isNotFound(outcome)) {
      watch.notFoundLookUps += 1
      await recordAbsent(sale, watch, outcome.evidence.requestId)
      return undefined
    }
    onFailure(outcome)
    return { ...callError(outcome), ref: sale.ref }
  }

  async function recordAbsent(sale: StoredSale, watch: Watch, requestId: string | null): Promise<void> {
    const { ref, state } = sale
    const lookUps = watch.notFoundLookUps
    if (state === 'following') {
      const level = lookUps < ABSENT_AFTER_LOOK_UPS ? 'warn' : 'error'
      log.write(level, 'an accepted order is not found', { ref, lookUps, requestId })
    }
    if (!believesAbsent(sale, factsOf(watch, byRefProven))) return
    if (!byRefProven) await probe(ref)
    if (byRefProven) book.record([{ kind: 'not-found', ref, lookUps, requestId }], clock.nowMs())
  }

  /** Looks an order up that must be there. Nothing to look up, or nothing found: the sale stays in doubt. */
  async function probe(doubted: StoredSale['ref']): Promise<void> {
    const known = book.findNewestKnown()
    if (!known) return
    const outcome = await client.findInternetByRef(known.ref)
    if (outcome.kind === 'accepted') byRefProven = isOurs(known, outcome)
    else if (!isNotFound(outcome)) onFailure(outcome)
    if (byRefProven) return
    const { requestId } = outcome.evidence
    const facts = { ref: doubted, known: known.ref, outcome: outcome.kind, requestId }
    log.write('error', 'a known order is not found by its ref, so no other is believed absent', facts)
  }

  function recordFound(sale: StoredSale, watch: Watch, by: LookUp, found: Found): undefined {
    const { requestId } = found.evidence
    const seen = observeInternet(sale, found.value, requestId)
    watch.notFoundLookUps = 0
    if (seen.kind === 'not-ours' || seen.kind === 'impossible') {
      watch.strangerFound = true
      log.write('error', `a record found under our ref is ${seen.kind}`, {
        ref: sale.ref,
        requestId,
        status: found.value.status,
        field: seen.kind === 'not-ours' ? seen.field : null,
      })
      return
    }
    if (by.kind === 'look-up-by-ref') byRefProven = true
    if (seen.kind === 'nothing-new') return
    if (!seen.entry.expected) {
      const { status } = seen.entry
      log.write('warn', 'a status that the tables do not expect', { ref: sale.ref, status })
    }
    const after = book.record([seen.entry], clock.nowMs())
    if (after.state !== sale.state) onMoneyMoved()
  }

  return { lookUp, isByRefProven: () => byRefProven }
}

const isNotFound = (outcome: CallOutcome<unknown>): outcome is Extract<typeof outcome, { kind: 'refused' }> =>
  outcome.kind === 'refused' && outcome.refusal.code === 'NOT_FOUND'

/** A record of a sale that is over has nothing to tell, and is ours as long as it contradicts nothing. */
const isOurs = (sale: StoredSale, { value, evidence }: Found): boolean =>
  observeInternet(sale, value, evidence.requestId).kind !== 'not-ours'
