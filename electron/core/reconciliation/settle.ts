/**
 * What a person does about findings and days. Owns that each act is one commit with who, why and the evidence as it was
 * shown, that none is about something else than was seen, and that none moves money or changes a sale.
 */
import type { AppError } from '#shared/app-error.ts'
import { actionsOf, type Finding, type Settlement } from '#shared/reconciliation.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { ReconciliationAct } from '../journal/entry.ts'
import type { Journal } from '../journal/journal.ts'
import type { Signature } from '../till/actor.ts'
import { type DayParts, viewDay } from './day-view.ts'
import type { Workbook } from './workbook.ts'

export interface SettleParts extends DayParts {
  readonly journal: Pick<Journal, 'reconciled' | 'readSale' | 'recordActs'>
  readonly workbook: Pick<Workbook, 'listFindings' | 'readDay' | 'readFinding'>
  /** A person said that other counters use the key. */
  sharedKey(): boolean
}

export interface Signed extends Pick<Signature, 'who' | 'approvedBy'> {
  readonly why: string
}

/** `reconcile.settle`: findings that are open, all of them or none, in one commit. */
export function settleFindings(
  findingIds: readonly string[],
  settlement: Settlement,
  signed: Signed,
  parts: SettleParts,
): Result<void, AppError> {
  const acts: ReconciliationAct[] = []
  for (const id of new Set(findingIds)) {
    const finding = parts.workbook.readFinding(id)?.finding
    const refusal = finding ? refusalOf(finding, settlement, parts) : ({ kind: 'choice-changed' } as const)
    if (refusal || !finding) return err(refusal ?? { kind: 'choice-changed' })
    acts.push({ kind: 'finding-settled', finding, settlement, ...signed })
  }
  const [first, ...others] = acts
  if (!first) return err({ kind: 'invalid-input', field: 'findingIds', problem: 'empty' })
  parts.journal.recordActs([first, ...others], parts.nowMs())
  return ok(undefined)
}

function refusalOf(
  { id, kind }: Finding,
  settlement: Settlement,
  { acts, journal, sharedKey }: SettleParts,
): AppError | undefined {
  if (acts.settlementOf(id)) return { kind: 'not-allowed-now', state: 'settled', action: 'settle' }
  if (!actionsOf[kind].includes(settlement.kind))
    return { kind: 'not-allowed-now', state: kind, action: 'settle' }
  // Whoever says so says first, in the settings, that there is another: an entry that stands.
  if (settlement.kind === 'other-counter' && !sharedKey())
    return { kind: 'not-allowed-now', state: 'key-not-shared', action: 'settle' }
  if (settlement.kind !== 'link') return undefined
  const sale = journal.readSale(settlement.ref)
  if (!sale) return { kind: 'sale-not-found', ref: settlement.ref }
  // Its own decision says which order is an open sale's: that changes what becomes of it.
  return openSaleStates.includes(sale.state)
    ? { kind: 'not-allowed-now', state: sale.state, action: 'settle', ref: sale.ref }
    : undefined
}

/** `reconcile.sign-off`: a day that is over, was compared whole and has nothing open, as the person saw it. */
export function signOff(
  day: string,
  digest: string,
  signed: Pick<Signature, 'who' | 'approvedBy'>,
  parts: SettleParts,
): Result<void, AppError> {
  const viewed = viewDay(day, parts)
  const { obstacle, totals, settledFindings, unprovenSales, digest: current } = viewed
  if (obstacle !== null || totals === null)
    return err({ kind: 'not-allowed-now', state: obstacle ?? 'not-compared', action: 'sign-off' })
  if (current !== digest) return err({ kind: 'choice-changed' })
  const { unprovenMovements, unprovenCentimes } = viewed
  const movements = unprovenMovements > 0 ? { unprovenMovements, unprovenCentimes } : {}
  const facts = { totals, settledFindings, unprovenSales, ...movements, digest }
  const act: ReconciliationAct = { kind: 'day-signed-off', day, ...facts, ...signed }
  parts.journal.recordActs([act], parts.nowMs())
  return ok(undefined)
}
