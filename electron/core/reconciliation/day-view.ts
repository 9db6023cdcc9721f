/**
 * How a day stands: what was found of it, what of that is settled, whether somebody signed for it and whether that still
 * holds. Owns when a day may be signed off, and that a change to its sales or findings after the signature re-opens it.
 */
import { zeroCentimes } from '#shared/money.ts'
import {
  type DayState,
  type FindingView,
  type ReconciledDay,
  type SignOffObstacle,
  shopDaySpan,
} from '#shared/reconciliation.ts'
import type { Journal } from '../journal/journal.ts'
import type { DayOfSales } from '../journal/reconciled.ts'
import type { Acts, SignedOff } from './acts.ts'
import { digestOf } from './finding.ts'
import { SETTLES_WITHIN_MS } from './judge.ts'
import type { Workbook } from './workbook.ts'
import type { ComparedDay } from './workbook-records.ts'

/** More findings of one day are not shown; the day is far from being signed off. */
const MAX_FINDINGS = 2_000

export interface DayParts {
  readonly journal: Pick<Journal, 'reconciled'>
  readonly workbook: Pick<Workbook, 'listFindings' | 'readDay'>
  readonly acts: Acts
  readonly nowMs: () => number
}

interface Comparison {
  readonly compared: ComparedDay | undefined
  readonly sales: DayOfSales
  readonly isOver: boolean
  readonly endMs: number
}

interface Facts extends Comparison {
  readonly openFindings: number
  readonly digest: string
  readonly signed: SignedOff | undefined
}

export function viewDay(day: string, parts: DayParts): ReconciledDay {
  const { journal, workbook, acts, nowMs } = parts
  const compared = workbook.readDay(day)
  const findings = viewFindings(day, parts)
  const open = findings.filter(({ settled }) => settled === null)
  const span = shopDaySpan(day)
  const facts: Facts = {
    compared,
    sales: journal.reconciled.readDay(span),
    openFindings: open.length,
    digest: digestOf({ day, findings: findings.map(identityOf), ...comparedFacts(compared) }),
    signed: acts.signatureOf(day),
    isOver: nowMs() > span.toMs,
    endMs: span.toMs,
  }
  const state = stateOf(facts)
  return {
    ...{ day, state, openFindings: open.length, settledFindings: findings.length - open.length },
    openSales: facts.sales.openSales,
    unprovenSales: compared?.unprovenSales ?? facts.signed?.unprovenSales ?? 0,
    unprovenMovements: compared?.unprovenMovements ?? facts.signed?.unprovenMovements ?? 0,
    unprovenCentimes: compared?.unprovenCentimes ?? facts.signed?.unprovenCentimes ?? zeroCentimes,
    comparedAtMs: compared?.comparedAtMs ?? null,
    totals: compared?.totals ?? null,
    digest: facts.digest,
    obstacle: obstacleOf(facts, state),
    signed: facts.signed ? { who: facts.signed.who, atMs: facts.signed.atMs } : null,
  }
}

export const viewFindings = (day: string, { workbook, acts }: DayParts): readonly FindingView[] =>
  workbook
    .listFindings(day, MAX_FINDINGS)
    .map((finding) => ({ ...finding, settled: acts.settlementOf(finding.id) }))

/** What is unproven is stated only where there is any: a day without it has the digest that it always had. */
const comparedFacts = (compared: ComparedDay | undefined) => ({
  totals: compared?.totals ?? null,
  ...(compared && compared.unprovenSales > 0 && { unprovenSales: compared.unprovenSales }),
  ...(compared && compared.unprovenMovements > 0 && { unprovenCentimes: compared.unprovenCentimes }),
})

const identityOf = ({ id, settled }: FindingView) => [id, settled?.settlement ?? null]

function stateOf(facts: Facts): DayState {
  const { compared, sales, openFindings, digest, signed } = facts
  if (signed) {
    const hasChanged = sales.changedSequence > signed.sequence || openFindings > 0
    // Without a workbook nothing speaks against what was signed.
    return hasChanged || (compared !== undefined && digest !== signed.digest) ? 'reopened' : 'signed-off'
  }
  if (openFindings > 0) return 'exceptions'
  if (!isCurrent(facts)) return 'not-compared'
  const isProven = compared?.unprovenSales === 0 && compared.unprovenMovements === 0
  return isProven ? 'level' : 'unproven'
}

/** What came after the lists were read, or was still on its way then, is not among what was compared. */
export function isCurrent({ compared, sales, isOver, endMs }: Comparison): boolean {
  if (compared?.readFromMs == null || compared.laterCases > 0) return false
  const sawTheEnd = !isOver || compared.readFromMs > endMs
  return sawTheEnd && sales.changedAtMs <= compared.readFromMs - SETTLES_WITHIN_MS
}

function obstacleOf(facts: Facts, state: DayState): SignOffObstacle | null {
  const { compared, sales, openFindings, isOver } = facts
  if (state === 'signed-off') return 'nothing-new'
  if (!isOver) return 'day-not-over'
  if (compared?.readFromMs === null) return 'lists-incomplete'
  if (!isCurrent(facts)) return 'not-compared'
  if (openFindings > 0) return 'open-findings'
  return sales.openSales > 0 ? 'open-sales' : null
}
