/**
 * Asks the service once more about the sale of one finding, and compares that sale anew. What is found now takes the place of
 * what was found before, which stays where nothing can be said; the sale itself is left to its own look-ups.
 */
import type { AppError } from '#shared/app-error.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ServiceClient } from '../api/client.ts'
import { type CallFailure, callError } from '../call-error.ts'
import { atOnce } from '../journal/steps.ts'
import type { Clock } from '../ports.ts'
import { askSale } from './ask-sale.ts'
import { attribute } from './attribution.ts'
import { caseOfSale } from './cases.ts'
import type { ClaimParts } from './claims.ts'
import { findingsBy, knownFrom } from './compare-day.ts'
import { judge } from './judge.ts'
import type { Workbook } from './workbook.ts'

export interface LookAgainParts {
  readonly journal: ClaimParts['journal']
  readonly offsetMs: number
  readonly nowMs: () => number
  readonly workbook: Workbook
  readonly client: ServiceClient
  readonly clock: Clock
  onFailure(failure: CallFailure): void
}

/** `reconcile.look-again`: by a person, so that it does not wait behind what runs by itself. */
export async function lookAgain(ref: Ref, parts: LookAgainParts): Promise<Result<void, AppError>> {
  const { journal, workbook, client, clock, onFailure } = parts
  const asked = journal.readSale(ref)
  if (!asked) return err({ kind: 'sale-not-found', ref })
  const readAtMs = clock.nowMs()
  const answer = await askSale(client, asked)
  if (answer.kind === 'failed') {
    onFailure(answer.failure)
    return err({ ...callError(answer.failure), ref })
  }
  const day = shopDayOf(asked.recordedAtMs)
  if (answer.kind === 'found') workbook.keepLook(ref, day, { kind: 'found', order: answer.order, readAtMs })
  const sale = journal.readSale(ref)
  if (!sale) return err({ kind: 'sale-not-found', ref })
  const attribution = atOnce(attribute({ fromDay: day, toDay: day }, parts))
  const one = caseOfSale(sale, { workbook, attribution })
  // A list that is to be read anew is still there as it was read before.
  const readings = workbook.readingsOf(day).filter(({ state }) => state !== 'wanted')
  const judgement = judge(one, knownFrom(readings, { workbook, attribution, nowMs: clock.nowMs }))
  // What changed this very moment is compared by the next run: until then nothing is known against it.
  const findings = judgement.kind === 'later' ? [] : findingsBy(judgement, one)
  if (findings) workbook.keepFindings(one.names, findings)
  return ok(undefined)
}
