/**
 * The report of a shift from what the journal holds of it: X and Z are this one function. Pure. Every number is a sum over
 * entries, or over sales as entries make them; none is kept and added to.
 */
import { type Centimes, centimes } from '#shared/money.ts'
import { type OrderKind, orderKinds } from '#shared/products/orders.ts'
import type { CarnetTallies } from '#shared/till/carnet.ts'
import { drawerChangeOf, type MoneyMeans, moneyMeans, type PaymentMeans } from '#shared/till/cash.ts'
import type { RefundWay } from '#shared/till/refunds.ts'
import {
  expectedOfMeans,
  type KeptReport,
  type Report,
  type ReportCash,
  type ReportLine,
  type Tally,
} from '#shared/till/report.ts'
import { operatorOf, type SaleValue, valueOfSale } from '#shared/till/sale-value.ts'
import type { ChainEnd } from '../journal/entries.ts'
import type { Entry, EntryBody } from '../journal/entry.ts'
import type { RefundTallies } from '../journal/refunds.ts'
import { type CarnetEntryBody, isCarnetEntry, isRefundEntry } from '../journal/till-entry.ts'
import type { ChangedSale } from '../journal/till-records.ts'

/** What the journal holds of a shift. */
export interface ShiftBook {
  /** The entry that opened it. */
  readonly opened: Entry & { readonly body: Extract<EntryBody, { kind: 'shift-opened' }> }
  /** The Z before it, null for the first shift. */
  readonly last:
    | (Pick<KeptReport, 'grandTotalCentimes'> & { readonly cash: Pick<ReportCash, 'leftCentimes'> })
    | null
  /** Behind this entry the report begins: the close before, or the entry before the first opening. */
  readonly after: number
  /** Every act of the till behind `after`, in order. */
  readonly acts: readonly Entry[]
  /** Every sale with entries behind `after`. */
  readonly sales: readonly ChangedSale[]
  /** As they stand now. */
  readonly tallies: RefundTallies & { readonly held: Tally; readonly carnets: CarnetTallies }
  /** Times of which entries are lost, recorded behind `after`. */
  readonly lost: NonNullable<Report['lost']>
  /** At the service. */
  readonly balance: NonNullable<Report['balance']> | null
  /** The newest entry there is. */
  readonly end: ChainEnd
  readonly atMs: number
}

export function reportOf(book: ShiftBook): KeptReport {
  const { opened, last, after, acts, sales, tallies, lost, balance, end, atMs } = book
  const changes = sales.map(changeOf)
  const grown = sales.reduce((sum, { before, after }) => (before ? sum : sum + after.priceCentimes), 0)
  return {
    ...{ shift: opened.body.shift, openedAtMs: opened.atMs, openedBy: opened.body.who, atMs },
    total: lineOf(changes),
    late: lineOf(changes.filter(({ isNew }) => !isNew)),
    outside: lineOf(changes.filter(({ isNew, shift }) => isNew && shift === undefined)),
    ...groupsOf(changes),
    uncounted: changes.filter(({ isUncounted }) => isUncounted).length,
    refunds: { ...refundsIn(acts), due: tallies.due, debts: tallies.debts },
    carnet: { ...carnetIn(acts, changes), ...tallies.carnets },
    held: tallies.held,
    cash: cashOf(book),
    otherMeans: otherMeansOf(book),
    balance,
    grandTotalCentimes: centimes((last?.grandTotalCentimes ?? 0) + grown),
    ...(lost.length > 0 && { lost }),
    journal: { after, sequence: end.sequence, hash: end.hash },
  }
}

/** What one sale changed in the time of the report. */
interface Change {
  readonly service: OrderKind
  readonly operator: string
  readonly means: PaymentMeans
  readonly cashier: string | null
  readonly shift: number | undefined
  readonly isNew: boolean
  readonly isUncounted: boolean
  readonly was: SaleValue
  readonly is: SaleValue
}

function changeOf({ before, after, counted }: ChangedSale): Change {
  const { till, order } = after
  const is = valueOfSale(after, counted.after)
  return {
    ...{ service: order.kind, operator: operatorOf(after), means: till?.means ?? 'cash' },
    ...{ cashier: till?.cashier?.name ?? null, shift: till?.shift },
    ...{
      isNew: before === undefined,
      isUncounted: is.isUncounted,
      was: valueOfSale(before, counted.before),
      is,
    },
  }
}

function lineOf(changes: readonly Change[]): ReportLine {
  const sum = (part: keyof Omit<SaleValue, 'isUncounted'>): Centimes =>
    centimes(changes.reduce((total, { was, is }) => total + is[part] - was[part], 0))
  const [earnedCentimes, costCentimes] = [sum('earnedCentimes'), sum('costCentimes')]
  return {
    sales: changes.filter(({ isNew }) => isNew).length,
    ...{ takenCentimes: sum('takenCentimes'), earnedCentimes, owedCentimes: sum('owedCentimes') },
    ...{ heldCentimes: sum('heldCentimes'), costCentimes, feeCentimes: sum('feeCentimes') },
    commissionCentimes: centimes(sum('faceCentimes') - costCentimes),
    profitCentimes: centimes(earnedCentimes - costCentimes),
  }
}

function groupsOf(changes: readonly Change[]) {
  const groups = <Key extends object>(keyOf: (change: Change) => Key) =>
    [...Map.groupBy(changes, (change) => JSON.stringify(keyOf(change)))]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, some]) => (some[0] ? { ...keyOf(some[0]), ...lineOf(some) } : []))
  const byService = orderKinds.flatMap((kind) => {
    const some = changes.filter(({ service }) => service === kind)
    return some.length > 0 ? { service: kind, ...lineOf(some) } : []
  })
  return {
    byService,
    byOperator: groups(({ service, operator }) => ({ service, operator })),
    byMeans: groups(({ means }) => ({ means })),
    byCashier: groups(({ cashier }) => ({ cashier })),
  }
}

const tallyOf = (amounts: readonly Centimes[]): Tally => ({
  count: amounts.length,
  sumCentimes: centimes(amounts.reduce((sum, amount) => sum + amount, 0)),
})

function refundsIn(acts: readonly Entry[]): Record<RefundWay, Tally> & { readonly repaid: Tally } {
  const bodies = acts.flatMap(({ body }) => (isRefundEntry(body) ? body : []))
  const given = (how: RefundWay) =>
    tallyOf(
      bodies.flatMap((body) => (body.kind === 'refund-given' && body.how === how ? body.amountCentimes : [])),
    )
  const repaid = bodies.flatMap((body) => (body.kind === 'refund-repaid' ? body.amountCentimes : []))
  return {
    paid: given('paid'),
    reused: given('reused'),
    credited: given('credited'),
    repaid: tallyOf(repaid),
  }
}

/** What sales on account and repayments changed in the carnets. */
function carnetIn(acts: readonly Entry[], changes: readonly Change[]) {
  const money = (kind: CarnetEntryBody['kind']) =>
    tallyOf(
      acts.flatMap(({ body }) => (isCarnetEntry(body) && body.kind === kind ? body.amountCentimes : [])),
    )
  return {
    soldCentimes: lineOf(changes.filter(({ means }) => means === 'on-account')).takenCentimes,
    repaid: money('debt-repaid'),
    paidOut: money('credit-paid-out'),
  }
}

/** What came by these means to carnets, and what left. */
function carnetMoneyIn(acts: readonly Entry[], means: MoneyMeans) {
  const sumOf = (kind: CarnetEntryBody['kind']) =>
    centimes(
      acts.reduce((sum, { body }) => {
        const isOne = isCarnetEntry(body) && body.kind === kind && body.means === means
        return isOne ? sum + body.amountCentimes : sum
      }, 0),
    )
  return { debtsRepaidCentimes: sumOf('debt-repaid'), creditsPaidCentimes: sumOf('credit-paid-out') }
}

// The drawer.

type CashBook = Pick<ShiftBook, 'opened' | 'last' | 'acts'> & {
  /** The prices of cash sales since the report begins, up to an entry; of this shift, or of none where it is undefined. */
  cashSold(shift: number | undefined, upTo: number): Centimes
}
type CashSums = Omit<ReportCash, 'counted' | 'leftCentimes' | 'overnight'>

/** What the drawer should hold, and does by the last count. */
function cashOf({ sales, ...rest }: ShiftBook): ReportCash {
  const book = { ...rest, cashSold: (shift?: number, upTo?: number) => salesBy('cash', sales, shift, upTo) }
  const all = sumsUpTo(book, Number.POSITIVE_INFINITY)
  const { counted, overnight } = checkedCash(book)
  const sinceCount = counted ? all.expectedCentimes - counted.expectedCentimes : 0
  const leftCentimes = counted ? centimes(counted.countedCentimes + sinceCount) : all.expectedCentimes
  return { ...all, counted, leftCentimes, overnight }
}

/** What was counted, and what was expected then: the last count, and the float beside what the last shift left. */
export function checkedCash(book: CashBook): Pick<ReportCash, 'counted' | 'overnight'> {
  const { last } = book
  const count = lastCountIn(book, 'cash')
  return {
    counted: count ? countedOf(count, book) : null,
    overnight: last && overnightOf(book, last.cash.leftCentimes),
  }
}

type Count = Pick<Entry, 'sequence' | 'atMs'> & {
  readonly body: Extract<EntryBody, { kind: 'shift-counted' }>
}

/** The last count of this shift that says what there is of a means: cash is in each, and another means may be left out. */
function lastCountIn(
  { opened, acts }: Pick<ShiftBook, 'opened' | 'acts'>,
  means: MoneyMeans,
): Count | undefined {
  const counts = acts.flatMap(({ body, sequence, atMs }) =>
    body.kind === 'shift-counted' && sequence > opened.sequence ? { body, sequence, atMs } : [],
  )
  return counts.findLast(({ body }) => means === 'cash' || body.otherMeans[means] !== undefined)
}

function countedOf({ body, sequence, atMs }: Count, book: CashBook): NonNullable<ReportCash['counted']> {
  const { countedCentimes } = body
  const { expectedCentimes } = sumsUpTo(book, sequence)
  const differenceCentimes = centimes(countedCentimes - expectedCentimes)
  return { countedCentimes, expectedCentimes, differenceCentimes, atMs }
}

/** Cash of this shift in entries up to `sequence`. */
function sumsUpTo({ opened, acts, cashSold }: CashBook, sequence: number): CashSums {
  const inShift = acts.filter((entry) => entry.sequence >= opened.sequence && entry.sequence <= sequence)
  const salesCentimes = cashSold(opened.body.shift, sequence)
  const moved = (kind: 'paid-in' | 'paid-out' | 'drop') =>
    centimes(
      inShift.reduce((sum, { body }) => {
        const isOne = body.kind === 'cash-moved' && body.moved.movement === kind
        return isOne ? sum + Math.abs(drawerChangeOf(body.moved)) : sum
      }, 0),
    )
  const [paidInCentimes, paidOutCentimes, dropsCentimes] = [
    moved('paid-in'),
    moved('paid-out'),
    moved('drop'),
  ]
  const { refundsCentimes, repaidCentimes } = refundMoneyIn(inShift, 'cash')
  const noSales = inShift.filter(
    ({ body }) => body.kind === 'cash-moved' && body.moved.movement === 'no-sale',
  )
  const { debtsRepaidCentimes, creditsPaidCentimes } = carnetMoneyIn(inShift, 'cash')
  const { floatCentimes } = opened.body
  const came = floatCentimes + salesCentimes + paidInCentimes + repaidCentimes + debtsRepaidCentimes
  const left = paidOutCentimes + dropsCentimes + refundsCentimes + creditsPaidCentimes
  return {
    ...{ floatCentimes, salesCentimes, paidInCentimes, paidOutCentimes, dropsCentimes },
    ...{ refundsCentimes, repaidCentimes, debtsRepaidCentimes, creditsPaidCentimes },
    ...{ noSales: noSales.length, expectedCentimes: centimes(came - left) },
  }
}

/** Of one means. Money used for another sale leaves and comes back with that sale's price: it counts as paid out here. */
function refundMoneyIn(acts: readonly Entry[], means: MoneyMeans) {
  const bodies = acts.flatMap(({ body }) => (isRefundEntry(body) && body.means === means ? body : []))
  const sumOf = (some: typeof bodies) => centimes(some.reduce((sum, one) => sum + one.amountCentimes, 0))
  return {
    refundsCentimes: sumOf(bodies.filter((body) => body.kind === 'refund-given' && body.how !== 'credited')),
    repaidCentimes: sumOf(bodies.filter(({ kind }) => kind === 'refund-repaid')),
  }
}

/** What sales brought that were confirmed in this shift up to `sequence`; in no shift where it is undefined. */
const salesBy = (
  means: PaymentMeans,
  sales: readonly ChangedSale[],
  shift: number | undefined,
  sequence = Number.POSITIVE_INFINITY,
): Centimes =>
  centimes(
    sales.reduce((sum, { before, after: { till, priceCentimes }, place }) => {
      const isOne = before === undefined && till?.means === means && till.shift === shift && place <= sequence
      return isOne ? sum + priceCentimes : sum
    }, 0),
  )

/** What the last shift left, what moved while none was open, and the float that was counted then. */
function overnightOf({ opened, acts, cashSold }: CashBook, leftCentimes: Centimes): ReportCash['overnight'] {
  const between = acts.filter(({ sequence }) => sequence < opened.sequence)
  const { refundsCentimes, repaidCentimes } = refundMoneyIn(between, 'cash')
  const { debtsRepaidCentimes, creditsPaidCentimes } = carnetMoneyIn(between, 'cash')
  const sold = cashSold(undefined, opened.sequence)
  return {
    gapCentimes: centimes(opened.body.floatCentimes - leftCentimes),
    movedCentimes: centimes(
      sold + repaidCentimes - refundsCentimes + debtsRepaidCentimes - creditsPaidCentimes,
    ),
  }
}

type OtherMeans = KeptReport['otherMeans'][number]

/** Each means but cash that was used, or counted. */
function otherMeansOf(book: ShiftBook): KeptReport['otherMeans'] {
  return moneyMeans.flatMap((means) => {
    if (means === 'cash') return []
    const count = lastCountIn(book, means)
    const sums = meansUpTo(book, means, Number.POSITIVE_INFINITY)
    const countedCentimes = count?.body.otherMeans[means] ?? null
    const { salesCentimes, ...beside } = sums
    if (salesCentimes === 0 && Object.keys(beside).length === 0 && countedCentimes === null) return []
    if (!count || countedCentimes === null) return { means, ...sums, countedCentimes }
    const expectedAtCountCentimes = expectedOfMeans(meansUpTo(book, means, count.sequence))
    return { means, ...sums, countedCentimes, expectedAtCountCentimes }
  })
}

/** What came and went by a means in this shift, in entries up to `sequence`. */
function meansUpTo(
  { opened, acts, sales }: ShiftBook,
  means: MoneyMeans,
  sequence: number,
): Pick<OtherMeans, 'salesCentimes' | 'carnetCentimes' | 'refundsCentimes'> {
  const inShift = acts.filter((entry) => entry.sequence >= opened.sequence && entry.sequence <= sequence)
  const { debtsRepaidCentimes, creditsPaidCentimes } = carnetMoneyIn(inShift, means)
  const carnetCentimes = centimes(debtsRepaidCentimes - creditsPaidCentimes)
  const given = refundMoneyIn(inShift, means)
  const refundsCentimes = centimes(given.refundsCentimes - given.repaidCentimes)
  return {
    salesCentimes: salesBy(means, sales, opened.body.shift, sequence),
    ...(carnetCentimes === 0 ? {} : { carnetCentimes }),
    ...(refundsCentimes === 0 ? {} : { refundsCentimes }),
  }
}

/**
 * What sales brought behind the last count of their means, by all means that were counted together: nobody has counted it. What
 * else moved since is an entry by itself.
 */
export function soldSinceCount(book: ShiftBook): Centimes {
  const { shift } = book.opened.body
  const sold = moneyMeans.map((means) => {
    const count = lastCountIn(book, means)
    const by = (upTo?: number) => salesBy(means, book.sales, shift, upTo)
    return count ? by() - by(count.sequence) : 0
  })
  return centimes(sold.reduce((sum, one) => sum + one, 0))
}

/** The same report with no place for cost, fees, commission and profit. What else it holds, the cash among it, stays as it is. */
export function withoutCosts<R extends Report>(report: R) {
  const { total, late, outside, byService, byOperator, byMeans, byCashier } = report
  return {
    ...report,
    ...{ total: costless(total), late: costless(late), outside: costless(outside) },
    ...{ byService: byService.map(costless), byOperator: byOperator.map(costless) },
    ...{ byMeans: byMeans.map(costless), byCashier: byCashier.map(costless) },
  }
}

function costless<Line extends ReportLine>(line: Line) {
  const { costCentimes: _cost, feeCentimes: _fee, ...rest } = line
  const { commissionCentimes: _commission, profitCentimes: _profit, ...shown } = rest
  return shown
}
