/**
 * Compares one day: every case that it touches, and the way of the balance through it. Reads the workbook and the journal,
 * asks nobody, and changes nothing but what the workbook keeps as found. Works in small steps, with sales in between.
 */
import { type Centimes, sumCentimes } from '#shared/money.ts'
import { orderKinds, products } from '#shared/products/orders.ts'
import {
  type DayTotals,
  type Finding,
  type MovementSide,
  shopDayAfter,
  shopDayOf,
  shopDaySpan,
} from '#shared/reconciliation.ts'
import type { Ref } from '#shared/ref.ts'
import { eventOfStatus } from '#shared/states/observed.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Steps } from '../journal/steps.ts'
import { around } from '../sale/time-window.ts'
import { refIn } from './attribution.ts'
import { balanceOf, type DayBalance, isAwayAndBack, type Jumps, looseInTime, mayBeAway } from './balance.ts'
import {
  type CaseParts,
  caseOfMovement,
  caseOfOrder,
  caseOfSale,
  isAwaiting,
  isBefore,
  type NamedCase,
} from './cases.ts'
import { unexplained } from './differences.ts'
import { digestOf, findingOf } from './finding.ts'
import { type Judgement, judge, type Known, SETTLES_WITHIN_MS } from './judge.ts'
import { movementName, orderName, saleOfOrder } from './names.ts'
import { isPlace, OVERLAP_MS } from './read-page.ts'
import { expectedDebit, isOfTheAccount, isRefund } from './sides.ts'
import type { Workbook } from './workbook.ts'
import { type ComparedDay, type Reading, type RunRecord, serviceLists } from './workbook-records.ts'
import type { UnreadableRow } from './workbook-rows.ts'

export interface CompareParts extends CaseParts {
  readonly workbook: Workbook
}

/** Sales of which the service has to be asked before the day is compared; then it is compared again. */
export interface Compared {
  readonly asks: readonly Ref[]
  /** Missing where a sale is to be asked about first. */
  readonly way?: Way
}

/** Where the way of the balance breaks. */
export interface Way {
  readonly jumps: Jumps
  readonly findings: readonly Finding[]
}

/** What the lists can show, for all days alike. */
export function knownFrom(
  readings: readonly Reading[],
  { workbook, attribution, nowMs }: Pick<CompareParts, 'workbook' | 'attribution' | 'nowMs'>,
): Known {
  const missing = new Set(readings.filter(({ state }) => state !== 'read').map(({ list }) => list))
  const lists = serviceLists.filter((list) => !missing.has(list))
  const byWord = orderKinds.filter((kind) => workbook.rows.hasMovement(products[kind].paymentWord))
  const debitedKinds = new Set([...byWord, ...attribution.debitedKinds])
  const run = workbook.readRun()
  const wasRead = (day: string) => (run && day >= run.fromDay) || workbook.readDay(day) !== undefined
  return { lists: new Set(lists), debitedKinds, wasRead, untilMs: readUntil(workbook, run), nowMs: nowMs() }
}

/** A run that was cut may have read one list hours before another, and one past midnight reads no further day. */
function readUntil(workbook: Workbook, run: RunRecord | undefined): number {
  if (!run) return Number.MAX_SAFE_INTEGER
  const begun = workbook
    .readingsOf(run.toDay)
    .flatMap(({ state, begunAtMs }) => (state === 'read' ? (begunAtMs ?? []) : []))
  return Math.min(shopDaySpan(run.toDay).toMs, ...begun.map((atMs) => atMs - SETTLES_WITHIN_MS))
}

export function* compareDay(day: string, known: Known, parts: CompareParts): Steps<Compared> {
  const { workbook, nowMs } = parts
  const asks: Ref[] = []
  let [laterCases, unprovenSales] = [0, 0]
  const unproven: MovementSide[] = []
  const sales: StoredSale[] = []
  for (const one of yield* casesOf(day, parts, sales)) {
    const judgement = judge(one, known)
    const findings = findingsBy(judgement, one)
    if (findings) workbook.keepFindings(one.names, findings)
    if (judgement.kind === 'ask' && one.sale) asks.push(one.sale.ref)
    if (judgement.kind === 'later') laterCases += 1
    if (judgement.kind === 'unproven' && one.sale) unprovenSales += 1
    if (judgement.kind === 'unproven' && !one.sale) unproven.push(...one.movements.map(({ side }) => side))
    yield
  }
  if (asks.length > 0) return { asks }
  const movements = workbook.rows.listMovements(day).map(({ side }) => side)
  const refunded = unlistedRefunds(sales, day, parts)
  const { balance, way } = keepBalance(day, movements, refunded, parts)
  const unreadable = unreadableOn(day, parts)
  const awaited = yield* awaitedAmong(unreadable, day, parts)
  laterCases += awaited.length
  workbook.keepFindings(
    [`unreadable:${day}`],
    unreadable.filter((row) => !awaited.includes(row)).map((row) => findingOfUnreadable(row, day)),
  )
  const totals = totalsOf(sales, workbook.rows.listOrders(day).length, movements, balance)
  const facts = { comparedAtMs: nowMs(), readFromMs: readFrom(workbook.readingsOf(day)), totals }
  workbook.keepDay(day, {
    ...{ ...facts, laterCases, unprovenSales, unprovenMovements: unproven.length },
    unprovenCentimes: sumCentimes(unproven.map(({ amountCentimes }) => amountCentimes)),
  } satisfies ComparedDay)
  return { asks, way }
}

/** The way of the balance through the day, and what is found of it. */
function keepBalance(
  day: string,
  movements: readonly MovementSide[],
  refunded: readonly Centimes[],
  parts: CompareParts,
): { readonly balance: DayBalance; readonly way: Way } {
  const own = movements.filter(({ atMs }) => !isBefore(atMs, parts))
  const before = closingBefore(day, parts)
  const jumpsIn = ({ gaps }: DayBalance): Jumps => ({
    amounts: gaps.map(({ amountCentimes }) => amountCentimes),
    ...{ refunded, isOpeningKnown: before !== null },
  })
  const isExplained = (way: DayBalance) => isAwayAndBack(jumpsIn(way))
  const anyhow = balanceOf(own, before)
  const inTime = isExplained(anyhow) ? anyhow : balanceOf(own, before, looseInTime)
  const balance = isExplained(inTime) ? inTime : anyhow
  const jumps = jumpsIn(balance)
  const findings = isExplained(balance) ? [] : gapsOf(day, balance)
  // Of a day that goes on the balance itself says whether the money is back, once no list can lag any more.
  const isOpen = day === shopDayOf(parts.nowMs()) && mayBeAway(jumps)
  if (!isOpen) parts.workbook.keepFindings([`balance:${day}`], findings)
  // What the balance itself said at the end of a run shows among the movements by now, if it was so.
  parts.workbook.keepFindings([`balance-now:${day}`], [])
  return { balance, way: { jumps, findings } }
}

/** What takes the place of what was found before; undefined where nothing can be said yet, and that stays as it is. */
export function findingsBy(judgement: Judgement, one: NamedCase): readonly Finding[] | undefined {
  if (judgement.kind === 'found') return [findingOf(one, judgement.verdict)]
  const fits = judgement.kind === 'agrees' || (judgement.kind === 'unproven' && judgement.fits)
  return fits ? [] : undefined
}

/** Each once, however many of its parts are of this day. `sales`: those of the day itself, for its sums. */
function* casesOf(day: string, parts: CompareParts, sales: StoredSale[]): Steps<readonly NamedCase[]> {
  const { journal, workbook } = parts
  const cases: NamedCase[] = []
  const covered = new Set<string>()
  const add = (one: NamedCase | undefined) => {
    if (!one || covered.has(one.names[0])) return
    cases.push(one)
    for (const name of one.names) covered.add(name)
  }
  for (const ref of journal.reconciled.listRefs(shopDaySpan(day))) {
    const sale = journal.readSale(ref)
    if (sale) sales.push(sale)
    if (sale) add(caseOfSale(sale, parts))
    yield
  }
  for (const order of workbook.rows.listOrders(day)) {
    if (!covered.has(orderName(order.side))) add(caseOfOrder(order, day, parts))
    yield
  }
  for (const movement of workbook.rows.listMovements(day)) {
    const owner = refIn(parts.attribution.ownerOf.get(movement.rowName))
    const sale = owner && journal.readSale(owner)
    // What it is of may be of another day, and what it was taken for before it was known whose it is goes.
    if (sale) add(caseOfSale(sale, parts))
    if (!covered.has(movementName(movement.side))) add(caseOfMovement(movement, parts))
    yield
  }
  return cases
}

/** Where the day before ended, if that is known for certain: one that was read before it was over ended elsewhere. */
function closingBefore(day: string, { workbook }: CompareParts): Centimes | null {
  const dayBefore = shopDayAfter(day, -1)
  const before = workbook.readDay(dayBefore)
  const sawTheEnd = (before?.readFromMs ?? 0) > shopDaySpan(dayBefore).toMs
  return before && sawTheEnd ? before.totals.closingCentimes : null
}

/** What the sales of a day cost that were refunded, and orders of nobody, of which the account's history shows no movement. */
function unlistedRefunds(
  sales: readonly StoredSale[],
  day: string,
  { workbook, attribution, journal }: CompareParts,
): readonly Centimes[] {
  const withMovement = new Set(
    workbook.rows.listMovements(day).map(({ rowName }) => refIn(attribution.ownerOf.get(rowName))),
  )
  const ofSales = sales
    .filter(({ ref, state }) => state === 'refunded' && !withMovement.has(ref))
    .map(({ costCentimes }) => costCentimes)
  const ofNobody = workbook.rows
    .listOrders(day)
    .map(({ side }) => side)
    .filter(
      (side) =>
        eventOfStatus(side.kind, side.status) === 'found-refunded' &&
        saleOfOrder(side, journal) === undefined &&
        workbook.rows.findMovements([side.orderId, side.ref].filter((name) => name !== null)).length === 0,
    )
    // A refunded order may say that nothing is debited.
    .flatMap(({ debitCentimes, faceCentimes }) => debitCentimes || faceCentimes || [])
  return [...ofSales, ...ofNobody]
}

const nothing = { sale: null, orders: [], movements: [] } as const

const gapsOf = (day: string, { gaps }: DayBalance): readonly Finding[] =>
  gaps.map(({ amountCentimes, at }) => ({
    id: digestOf({ kind: 'balance-differs', at, amountCentimes }),
    ...{ ...nothing, kind: 'balance-differs', day, movements: [at], orders: [] },
    differences: [unexplained(amountCentimes)],
  }))

/** Rows that cannot be read and that nothing else explains. */
const unreadableOn = (day: string, parts: CompareParts): readonly UnreadableRow[] =>
  parts.workbook.rows.listUnreadable(day).filter((row) => !hasExplanation(row, parts))

/** Its id, where it has one, is all that can be shown. Where that names a sale of ours the sale is asked about. */
const findingOfUnreadable = ({ list, name, atMs }: UnreadableRow, day: string): Finding => ({
  id: digestOf({ kind: 'unreadable', list, name }),
  ...{ kind: 'unreadable', day, sale: null, movements: [], differences: [] },
  orders: [
    {
      // A movement that cannot be read may be of anything.
      kind: list === 'account' ? orderKinds[0] : list,
      ...{ orderId: name, ref: null, status: list, subject: null },
      ...{ faceCentimes: null, debitCentimes: null, atMs },
    },
  ],
})

/** Those of a list that has no more of them than there are sales in doubt about their orders: their own look-ups decide. */
function* awaitedAmong(
  unreadable: readonly UnreadableRow[],
  day: string,
  parts: CompareParts,
): Steps<readonly UnreadableRow[]> {
  if (unreadable.length === 0) return []
  const inDoubt: StoredSale[] = []
  const { journal } = parts
  for (const ref of journal.reconciled.listRefsRecordedOrChanged(around(shopDaySpan(day), OVERLAP_MS))) {
    const sale = journal.readSale(ref)
    if (sale && isAwaiting(sale, parts)) inDoubt.push(sale)
    yield
  }
  const byList = Map.groupBy(unreadable, ({ list }) => list)
  return [...byList].flatMap(([list, rows]) =>
    rows.length <= inDoubt.filter(({ order }) => order.kind === list).length ? rows : [],
  )
}

/** By a sale of ours, by what moved for it, or as another counter's. */
function hasExplanation(
  { list, name }: UnreadableRow,
  { workbook, journal, sharedKey }: CompareParts,
): boolean {
  if (list === 'account') return false
  const isOurs = saleOfOrder({ kind: list, orderId: name, ref: name }, journal) !== undefined
  const isTheirs = sharedKey() && !isPlace(name)
  return isOurs || isTheirs || workbook.rows.findMovements([name]).length > 0
}

function totalsOf(
  sales: readonly StoredSale[],
  ordersCount: number,
  movements: readonly MovementSide[],
  { openingCentimes, closingCentimes }: DayBalance,
): DayTotals {
  const delivered = sales.filter(({ state }) => state === 'fulfilled' || state === 'partly-fulfilled')
  const sum = (isMeant: (movement: MovementSide) => boolean) =>
    sumCentimes(movements.filter(isMeant).map(({ amountCentimes }) => amountCentimes))
  return {
    salesCount: delivered.length,
    soldCentimes: sumCentimes(delivered.map(({ priceCentimes }) => priceCentimes)),
    costCentimes: sumCentimes(delivered.flatMap((sale) => expectedDebit(sale) ?? [])),
    ordersCount,
    debitedCentimes: sum((movement) => movement.direction === 'out' && !isOfTheAccount(movement)),
    refundedCentimes: sum(isRefund),
    otherInCentimes: sum((movement) => movement.direction === 'in' && !isRefund(movement)),
    otherOutCentimes: sum((movement) => movement.direction === 'out' && isOfTheAccount(movement)),
    ...{ openingCentimes, closingCentimes },
  }
}

/** From when on the day's lists were read; null where one was not read to its end. One that is not offered has no end. */
function readFrom(readings: readonly Reading[]): number | null {
  const isWhole = readings.every(({ state }) => state === 'read' || state === 'unavailable')
  const begun = readings.flatMap(({ begunAtMs }) => begunAtMs ?? [])
  return isWhole && begun.length > 0 ? Math.min(...begun) : null
}
