/**
 * The run: which days it covers, its steps one after the other, and how far it has come. Owns that one run is under way at a
 * time, that one which is cut goes on where it was, on the same day of the shop's, and that its progress is published. It
 * sells nothing and changes no sale.
 */
import { type Centimes, centimes, zeroCentimes } from '#shared/money.ts'
import {
  type Finding,
  type ReconciliationRun,
  reconciledDays,
  shopDayAfter,
  shopDayOf,
  shopDaySpan,
} from '#shared/reconciliation.ts'
import type { ServiceClient } from '../api/client.ts'
import type { Journal } from '../journal/journal.ts'
import { inSlices } from '../journal/steps.ts'
import { attribute } from './attribution.ts'
import { isAwayAndBack } from './balance.ts'
import { compareDay, knownFrom, type Way } from './compare-day.ts'
import { allDays, type CompareRunParts, compareDays } from './compare-run.ts'
import { isCurrent } from './day-view.ts'
import { differing } from './differences.ts'
import { digestOf } from './finding.ts'
import { SETTLES_WITHIN_MS } from './judge.ts'
import { type ReadParts, readLists } from './read-lists.ts'
import type { Workbook } from './workbook.ts'
import { type RunRecord, serviceLists } from './workbook-records.ts'

/** Older rows have shown all that they can. */
const KEEP_DAYS = 70
/** A day is read again this long after it was whole: what the service puts right late shows in its list. */
const LATE_DAYS = 7
/** The days of a clock that is further off are other days than the service's: nothing is compared by it. */
const MAX_OFFSET_MS = 86_400_000
/** What the service's clock is ahead is known with so much uncertainty: by less than this, it has not changed. */
const STEADY_MS = 2_000

type RunParts = Omit<
  CompareRunParts,
  'signal' | 'keepRun' | 'onStep' | 'onWait' | 'onProgress' | 'offsetMs'
> &
  Omit<ReadParts, 'onWait' | 'onProgress'>

type BeginParts = RunParts & { newId(): string }

export interface Run {
  /** Begins a run, from the given day on, or takes up the one that was put down. Joins the one under way. */
  start(fromDay: string | undefined): void
  /** Puts it down; it can be taken up again. */
  stop(): void
  view(): Omit<ReconciliationRun, 'openFindings'>
  /** Resolves when nothing of it goes on. */
  untilIdle(): Promise<void>
}

export function createRun(parts: BeginParts & { onChange(): void }): Run {
  const { workbook, clock, requestGate, log, onChange } = parts
  const position = createPosition(onChange)
  let running: Promise<void> | undefined

  async function work(run: RunRecord): Promise<void> {
    const stopping = new AbortController()
    const ended = requestGate.onStop(() => stopping.abort())
    const { offsetMs } = run
    const { signal } = stopping
    const { onStep, onWait } = position
    const steps = { offsetMs, signal, onStep, onWait, keepRun: workbook.keepRun, onProgress: onChange }
    try {
      await readAndCompare(run, { ...parts, ...steps })
    } catch (fault) {
      if (signal.aborted) return
      log.write('error', 'a reconciliation failed by a fault of ours', { fault: String(fault) })
      const left = workbook.readRun()
      if (left) workbook.keepRun({ ...left, failed: true })
    } finally {
      ended()
      running = undefined
      position.onEnd()
    }
  }

  return {
    start(fromDay) {
      if (running) return
      const left = workbook.readRun()
      const isLeft = left !== undefined && left.step !== 'done' && fromDay === undefined
      // Of a day that is over it would miss what came since, and hold the balance of now against the end of that day.
      const goesOn = isLeft && left.toDay === shopDayOf(clock.nowMs())
      const run = goesOn
        ? { ...left, stopped: false, failed: false }
        : beginRun(parts, isLeft ? left.fromDay : fromDay)
      workbook.keepRun(run)
      requestGate.resume()
      // Under way before it publishes anything: nobody hears of a run that stands still as it begins.
      running = Promise.resolve()
        .then(() => work(run))
        // The journal may be gone by its end, and with it what is to be published.
        .catch((fault) =>
          log.write('error', 'a reconciliation ended and could not tell', { fault: String(fault) }),
        )
      onChange()
    },
    stop() {
      const run = workbook.readRun()
      if (running && run) workbook.keepRun({ ...run, stopped: true })
      requestGate.stop()
    },
    view() {
      const run = workbook.readRun()
      const { step, isWaiting } = position.now()
      const state = running ? (isWaiting ? 'waiting' : 'running') : restingState(run)
      const { fromDay = null, toDay = null, completedAtMs = null } = run ?? {}
      return { state, step, ...progressOf(workbook, run), fromDay, toDay, completedAtMs }
    },
    untilIdle: async () => void (await running),
  }
}

/** Where the run under way stands. Each change is published. */
function createPosition(onChange: () => void) {
  const resting: { readonly step: ReconciliationRun['step']; readonly isWaiting: boolean } = {
    step: null,
    isWaiting: false,
  }
  let now = resting
  const move = (to: typeof resting): void => {
    now = to
    onChange()
  }
  return {
    now: () => now,
    onStep(step: ReconciliationRun['step']): void {
      if (now.step !== step) move({ ...now, step })
    },
    onWait: (isWaiting: boolean): void => move({ ...now, isWaiting }),
    onEnd: (): void => move(resting),
  }
}

/** A new run up to today, of which everything is still to be read. */
function beginRun(parts: BeginParts, fromDay: string | undefined): RunRecord {
  const { workbook, clock, client, journal } = parts
  const left = workbook.readRun()
  const before = left?.offsetMs ?? 0
  const offsetMs = offsetBehind(before, client.serverOffsetMs() ?? before)
  const toDay = shopDayOf(clock.nowMs())
  const first = firstDay(parts, { toDay, offsetMs }, fromDay)
  const run: RunRecord = {
    ...{ id: parts.newId(), fromDay: first, toDay, offsetMs, step: 'reading', nextDay: first, proven: [] },
    ...{ stopped: false, failed: false, completedAtMs: left?.completedAtMs ?? null },
    journalEnd: journal.reconciled.readEnd(),
  }
  const lists = allDays(run).flatMap((day) => serviceLists.map((list) => ({ day, list })))
  workbook.begin(run, lists)
  return run
}

interface StepParts extends CompareRunParts {
  onStep(step: 'reading' | 'asking' | 'comparing'): void
}

/** The steps of a run from where it was put down to its end, or to where it is put down again. */
async function readAndCompare(run: RunRecord, parts: StepParts): Promise<void> {
  const { workbook, clock, log, keepRun, onStep } = parts
  let reached = run
  if (run.step === 'reading') {
    onStep('reading')
    if (!(await readLists(run, parts))) return
    reached = { ...run, step: 'comparing' }
    keepRun(reached)
  }
  const compared = await compareDays(reached, parts)
  if (!compared || !(await readBalanceTail(compared, parts))) return
  keepRun({ ...compared, step: 'done', completedAtMs: clock.nowMs() })
  workbook.forgetBefore(shopDayAfter(run.toDay, -KEEP_DAYS))
  log.write('info', 'reconciled', { fromDay: run.fromDay, toDay: run.toDay })
}

function restingState(run: RunRecord | undefined): ReconciliationRun['state'] {
  if (!run || run.step === 'done') return 'idle'
  return run.failed ? 'failed' : 'stopped'
}

/** A list of a day, and the comparison of one, count as much. */
function progressOf(workbook: Workbook, run: RunRecord | undefined) {
  if (!run) return { done: 0, total: 0 }
  const days = allDays(run)
  const read = workbook.countReadings()
  const compared = run.step === 'reading' ? 0 : days.filter((day) => day < run.nextDay).length
  return { done: read.done + compared, total: read.total + days.length }
}

/** Whether the machine's clock is too far off the service's for its days to be compared. */
export const isClockWrong = (client: Pick<ServiceClient, 'serverOffsetMs'>): boolean =>
  Math.abs(client.serverOffsetMs() ?? 0) > MAX_OFFSET_MS

/**
 * By how much the service's clock is ahead, to the millisecond: a sale shortly before midnight is of one day on both sides.
 * One that only trembles, or that no answer has shown yet, stays what it was, so that no order moves to another day between
 * two runs.
 */
function offsetBehind(before: number, measured: number): number {
  return Math.abs(measured - before) < STEADY_MS ? before : measured
}

/**
 * The first day to read: the first one that is not whole, or of those that may still change, and never before the journal. A
 * person may go further back.
 */
function firstDay(
  { workbook, journal }: RunParts,
  { toDay, offsetMs }: Pick<RunRecord, 'toDay' | 'offsetMs'>,
  fromDay: string | undefined,
): string {
  const born = birthDay(journal, offsetMs)
  const furthest = latest(born, shopDayAfter(toDay, 1 - reconciledDays.max))
  if (fromDay !== undefined) return earliest(latest(fromDay, furthest), toDay)
  let first = latest(furthest, shopDayAfter(toDay, 1 - reconciledDays.default))
  // A day is whole where what was compared is what it came to, however late a sale of it ended; the first one that is not is
  // where there is something to do.
  const isWhole = (day: string) => {
    const span = shopDaySpan(day)
    const sales = journal.reconciled.readDay(span)
    return isCurrent({ compared: workbook.readDay(day), sales, isOver: true, endMs: span.toMs })
  }
  while (first < toDay && isWhole(first)) first = shopDayAfter(first, 1)
  return earliest(latest(furthest, earliest(first, shopDayAfter(toDay, 1 - LATE_DAYS))), toDay)
}

/** The first day of which anything may be the journal's business, by the counter's clock. */
export const birthDay = ({ reconciled }: Pick<Journal, 'reconciled'>, offsetMs: number): string =>
  shopDayOf(reconciled.earliestBirthMs(offsetMs) - Math.max(0, offsetMs))

const latest = (a: string, b: string): string => (a > b ? a : b)
const earliest = (a: string, b: string): string => (a < b ? a : b)

// The end of a run: whether the balance, as it is now, is where the account's movements lead. Asked on both sides of a fresh
// reading of the movements: where it moved meanwhile somebody sold, and the next run asks again.

/** False where the run was put down before its end. */
async function readBalanceTail(run: RunRecord, parts: CompareRunParts): Promise<boolean> {
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
  const attribution = await inSlices(attribute(run, parts), signal, clock)
  const all = { ...parts, attribution }
  const known = knownFrom(workbook.readingsOf(run.toDay), all)
  const { asks, way } = await inSlices(compareDay(run.toDay, known, all), signal, clock)
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
  if (before.value.amountCentimes === amountCentimes) keepTail(run, amountCentimes, way, parts)
  return true
}

function keepTail(
  { toDay }: RunRecord,
  balanceCentimes: Centimes,
  way: Way | undefined,
  { workbook }: CompareRunParts,
): void {
  const closing = workbook.readDay(toDay)?.totals.closingCentimes ?? null
  const rest = closing === null ? zeroCentimes : centimes(balanceCentimes - closing)
  // A refund that came after the last movement, of a debit that shows before it.
  const isBack = way !== undefined && isAwayAndBack({ ...way.jumps, amounts: [...way.jumps.amounts, rest] })
  if (way) workbook.keepFindings([`balance:${toDay}`], isBack ? [] : way.findings)
  const differences = closing === null || isBack ? [] : differing('balance', closing, balanceCentimes)
  const finding = (): Finding => ({
    id: digestOf({ kind: 'balance-differs', fromMs: shopDaySpan(toDay).fromMs, differences }),
    ...{ kind: 'balance-differs', day: toDay, sale: null, orders: [], movements: [] },
    differences: [...differences],
  })
  workbook.keepFindings([`balance-now:${toDay}`], differences.length > 0 ? [finding()] : [])
}
