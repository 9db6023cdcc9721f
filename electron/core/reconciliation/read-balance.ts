/**
 * The end of a run: whether the balance, as it is now, is where the account's movements lead. Asked on both sides of a fresh
 * reading of the movements: where it moved meanwhile somebody sold, and the next run asks again.
 */
import { type Finding, shopDayOf, shopDaySpan } from '#shared/reconciliation.ts'
import { inSlices } from '../journal/steps.ts'
import { attribute } from './attribution.ts'
import { compareDay, knownFrom } from './compare-day.ts'
import type { CompareRunParts } from './compare-run.ts'
import { differing } from './differences.ts'
import { digestOf } from './finding.ts'
import { SETTLES_WITHIN_MS } from './judge.ts'
import { readLists } from './read-lists.ts'
import type { RunRecord } from './workbook-records.ts'

/** False where the run was put down before its end. */
export async function readBalanceTail(run: RunRecord, parts: CompareRunParts): Promise<boolean> {
  const { workbook, requestGate, onWait } = parts
  const readMovements = () => workbook.readingsOf(run.toDay).find(({ list }) => list === 'account')
  const movements = readMovements()
  // By now `wanted` is what a cut left of this very step.
  if (movements?.state !== 'read' && movements?.state !== 'wanted') return true
  if (!(await requestGate.untilMay(onWait))) return false
  const before = await parts.client.background.readBalance()
  workbook.keepReading({ ...movements, state: 'wanted', nextPage: 1, tries: 0 })
  if (!(await readLists(run, parts)) || !(await requestGate.untilMay(onWait))) return false
  const after = await parts.client.background.readBalance()
  if (requestGate.isStopped()) return false
  const { signal, clock } = parts
  const attribution = await inSlices(attribute({ ...run, fromDay: run.toDay }, parts), signal, clock)
  const all = { ...parts, attribution }
  const known = knownFrom(workbook.readingsOf(run.toDay), all)
  const { asks } = await inSlices(compareDay(run.toDay, known, all), signal, clock)
  // Where the day could not be compared once more, its closing is one of before.
  if (asks.length > 0 || readMovements()?.state !== 'read') return true
  if (before.kind !== 'accepted' || after.kind !== 'accepted') return true
  const { amountCentimes } = after.value
  // What was sold in the last minutes may be in the balance before any list shows it.
  const nowMs = parts.clock.nowMs()
  const justNow = { fromMs: nowMs - SETTLES_WITHIN_MS, toMs: nowMs }
  if (parts.journal.reconciled.listRefsChanged(justNow).length > 0) return true
  // Past midnight the balance has gone on to a day of which nothing was read.
  if (shopDayOf(nowMs) !== run.toDay) return true
  if (before.value.amountCentimes === amountCentimes) keepTail(run, amountCentimes, parts)
  return true
}

function keepTail(
  { toDay }: RunRecord,
  balanceCentimes: Finding['differences'][number]['serviceCentimes'],
  { workbook }: CompareRunParts,
): void {
  const closing = workbook.readDay(toDay)?.totals.closingCentimes ?? null
  const differences = closing === null ? [] : differing('balance', closing, balanceCentimes)
  const finding = (): Finding => ({
    id: digestOf({ kind: 'balance-differs', fromMs: shopDaySpan(toDay).fromMs, differences }),
    ...{ kind: 'balance-differs', day: toDay, sale: null, orders: [], movements: [] },
    differences: [...differences],
  })
  workbook.keepFindings([`balance-now:${toDay}`], differences.length > 0 ? [finding()] : [])
}
