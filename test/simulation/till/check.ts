/** Promises 15 to 19: what the till answered is what its entries say, once, by whoever may. */
import { isDeepStrictEqual } from 'node:util'
import type { Entry, EntryBody } from '#core/journal/entry.ts'
import {
  isCarnetEntry,
  isCustomerEntry,
  isRefundEntry,
  isShiftEntry,
  type RefundEntryBody,
} from '#core/journal/till-entry.ts'
import {
  differenceOfMeans,
  expectedOfMeans,
  type Report as TillReport,
  type ZReport,
} from '#shared/till/report.ts'
import type { Report } from '../invariants/report.ts'
import { type CarnetTerms, type Recounted, recount } from './recount.ts'

/** The shop's limits, in centimes; null: none. */
export interface Limits {
  readonly saleCentimes: number | null
  readonly refundCentimes: number | null
  readonly differenceCentimes: number | null
  /** What the shop lends. */
  readonly carnet: CarnetTerms
}

/** What the counter has answered, which no later crash may take away. */
export interface Answered {
  /** Ids of acts that were answered as done. */
  readonly acts: Set<string>
  readonly xs: TillReport[]
  readonly zs: ZReport[]
}

type Closed = Entry & { readonly body: Extract<EntryBody, { kind: 'shift-closed' }> }

export function checkTill(
  entries: readonly Entry[],
  answered: Answered,
  limits: Limits,
  report: Report,
): void {
  const closes = entries.filter((entry): entry is Closed => entry.body.kind === 'shift-closed')
  const made = [...answered.xs, ...closes.map(({ body }) => body.report)]
  const behind = new Set(made.map(({ journal }) => journal.sequence))
  const { reports, overpaid, overlent, mispriced } = recount(entries, behind, limits.carnet)
  for (const what of overlent) report(20, `${what} is allowed by nobody`)
  for (const what of mispriced) report(21, what)
  for (const one of made) checkReport(one, reports.get(one.journal.sequence), report)
  for (const ref of overpaid) report(16, `more is given back of ${ref} than is due`)
  checkZs(closes, answered, report)
  checkActs(entries, answered, report)
  checkRights(entries, limits, report)
}

/** Names of what differs: an X without its cash is not compared in that. */
function checkReport(made: TillReport, counted: Recounted | undefined, report: Report): void {
  const of = `the report of shift ${made.shift} behind entry ${made.journal.sequence}`
  if (!counted) {
    report(15, `${of} names no entry`)
    return
  }
  const { total, cash, refunds } = made
  const says = {
    ...{ shift: made.shift, sales: total.sales, profit: total.profitCentimes },
    worth: {
      ...{ taken: total.takenCentimes, earned: total.earnedCentimes, owed: total.owedCentimes },
      ...{ held: total.heldCentimes, cost: total.costCentimes },
      // Nothing but the commission holds what was delivered at the service's own prices.
      face: (total.commissionCentimes ?? Number.NaN) + total.costCentimes,
    },
    ...{ grandTotal: made.grandTotalCentimes, repaid: refunds.repaid.sumCentimes },
    given: refunds.paid.sumCentimes + refunds.reused.sumCentimes + refunds.credited.sumCentimes,
    ...{ due: refunds.due.sumCentimes, debts: refunds.debts.sumCentimes, heldNow: made.held.sumCentimes },
    carnet: made.carnet && {
      sold: made.carnet.soldCentimes,
      repaid: made.carnet.repaid.sumCentimes,
      paidOut: made.carnet.paidOut.sumCentimes,
      owed: [made.carnet.owed.count, made.carnet.owed.sumCentimes],
      credits: [made.carnet.credits.count, made.carnet.credits.sumCentimes],
    },
    ...(cash && {
      drawer: {
        ...{ float: cash.floatCentimes, sales: cash.salesCentimes, paidIn: cash.paidInCentimes },
        ...{ paidOut: cash.paidOutCentimes, drops: cash.dropsCentimes, refunds: cash.refundsCentimes },
        ...{ repaid: cash.repaidCentimes, noSales: cash.noSales },
        ...{ debtsRepaid: cash.debtsRepaidCentimes, creditsPaid: cash.creditsPaidCentimes },
      },
      ...{ expected: cash.expectedCentimes, left: cash.leftCentimes, slips: slipsOf(made) },
      slipDifferences: slipDifferencesOf(made),
      difference: cash.counted?.differenceCentimes ?? null,
    }),
  }
  for (const [name, value] of Object.entries(says)) {
    const other = counted[name as keyof Recounted]
    if (!isDeepStrictEqual(value, other))
      report(
        name === 'carnet' ? 20 : 15,
        `${of} says ${name} ${JSON.stringify(value)}, the entries ${JSON.stringify(other)}`,
      )
  }
  checkParts(made, of, report)
}

function slipsOf({ otherMeans }: TillReport) {
  const expected = (means: 'card' | 'transfer'): number => {
    const one = otherMeans.find((other) => other.means === means)
    return one ? expectedOfMeans(one) : 0
  }
  return { card: expected('card'), transfer: expected('transfer') }
}

function slipDifferencesOf({ otherMeans }: TillReport) {
  const difference = (means: 'card' | 'transfer'): number | null => {
    const one = otherMeans.find((other) => other.means === means)
    return one ? differenceOfMeans(one) : null
  }
  return { card: difference('card'), transfer: difference('transfer') }
}

/** Each way to cut the sales up comes to the whole again. */
function checkParts(made: TillReport, of: string, report: Report): void {
  const { total, byService, byOperator, byMeans, byCashier } = made
  for (const [name, lines] of Object.entries({ byService, byOperator, byMeans, byCashier })) {
    for (const part of ['takenCentimes', 'earnedCentimes', 'profitCentimes', 'sales'] as const) {
      const sum = lines.reduce((all, line) => all + line[part], 0)
      if (sum !== total[part]) report(15, `${of} has ${part} ${total[part]}, ${name} comes to ${sum}`)
    }
  }
}

function checkZs(closes: readonly Closed[], answered: Answered, report: Report): void {
  for (const [place, { body }] of closes.entries()) {
    if (body.shift !== place + 1) report(17, `the Z in place ${place + 1} has the number ${body.shift}`)
    const before = closes[place - 1]?.body.report.grandTotalCentimes ?? 0
    if (body.report.grandTotalCentimes < before)
      report(17, `the grand total falls from ${before} to ${body.report.grandTotalCentimes}`)
  }
  for (const { number, report: kept, entry } of answered.zs) {
    const close = closes.find(({ body }) => body.shift === number)
    if (close?.sequence !== entry.sequence || close.hash !== entry.hash)
      report(17, `the Z ${number} is another`)
    else if (!isDeepStrictEqual(close.body.report, kept)) report(17, `the Z ${number} was answered otherwise`)
  }
}

function checkActs(entries: readonly Entry[], answered: Answered, report: Report): void {
  const ids = entries.flatMap(({ body }) => ('actId' in body ? body.actId : []))
  if (new Set(ids).size !== ids.length) report(19, 'an act is there twice')
  for (const id of answered.acts)
    if (!ids.includes(id)) report(19, `the act ${id} was answered and is not there`)
}

/** Who there is, and what an owner has approved of and nobody has done yet. */
interface Approvals {
  /** By their names. */
  readonly roles: Map<string, 'owner' | 'cashier'>
  readonly open: { readonly who: string; readonly command: string }[]
}

function checkRights(entries: readonly Entry[], limits: Limits, report: Report): void {
  const approvals: Approvals = { roles: new Map(), open: [] }
  for (const { body, sequence } of entries) {
    if (body.kind === 'person-added') approvals.roles.set(body.person.name, body.person.role)
    if (body.kind === 'act-approved') approvals.open.push({ who: body.who, command: body.command })
    const who = approvals.roles.size > 0 ? doerOf(body) : undefined
    if (who === null) report(18, `${body.kind} at ${sequence} is of nobody`)
    if (who && !wasAllowed(approvals, who, body, limits))
      report(18, `${body.kind} at ${sequence} of ${who} was approved of by nobody`)
  }
}

/** An approval is used up by what it was given for. */
function wasAllowed({ roles, open }: Approvals, who: string, body: EntryBody, limits: Limits): boolean {
  const command = roles.get(who) === 'owner' ? undefined : commandToApprove(body, limits)
  const place = open.findIndex((one) => one.who === who && one.command === command)
  if (place !== -1) open.splice(place, 1)
  return command === undefined || place !== -1
}

/** Who did it, by their name; null: nobody is named. Undefined where nobody has to be. */
function doerOf(body: EntryBody): string | null | undefined {
  if (body.kind === 'sale-recorded') return body.till?.cashier?.name ?? null
  if (body.kind === 'decided') return body.who
  if (isShiftEntry(body) || isRefundEntry(body) || isCustomerEntry(body) || isCarnetEntry(body))
    return body.personId === undefined ? null : body.who
  if (body.kind === 'prices-changed') return body.personId === undefined ? null : body.who
  return undefined
}

const isBeyond = (amount: number, limit: number | null): boolean => limit !== null && amount > limit

function commandForRefund(body: RefundEntryBody, { refundCentimes }: Limits): string | undefined {
  const { kind, actId, amountCentimes, approvedBy } = body
  // Put to a carnet beyond its limit: that limit the recount knows.
  if (kind === 'refund-repaid') return approvedBy === undefined ? undefined : 'till.take-back'
  // What pays a sale as that is confirmed has the approval of that confirmation.
  const isApproved = actId.startsWith('due-') && approvedBy !== undefined
  return !isApproved && isBeyond(amountCentimes, refundCentimes) ? 'till.give-back' : undefined
}

/** The command that a cashier may have done this with only where an owner approved. */
function commandToApprove(body: EntryBody, limits: Limits): string | undefined {
  switch (body.kind) {
    case 'sale-recorded':
      return isBeyond(body.priceCentimes, limits.saleCentimes) ||
        body.till?.onAccount?.approvedBy !== undefined
        ? 'sale.confirm'
        : undefined
    case 'decided':
      return 'sale.decide'
    case 'cash-moved':
      return ['paid-out', 'no-sale'].includes(body.moved.movement) ? 'till.move-cash' : undefined
    case 'refund-given':
    case 'refund-repaid':
      return commandForRefund(body, limits)
    case 'customer-changed':
      return body.limitCentimes === undefined ? undefined : 'carnet.set-limit'
    case 'credit-paid-out':
      return 'carnet.pay-out'
    // Nobody can have these approved: none of them fits.
    case 'customer-forgotten':
      return 'carnet.forget'
    case 'prices-changed':
      return 'prices.set'
    case 'shift-closed': {
      const difference = Math.abs(body.report.cash.counted?.differenceCentimes ?? 0)
      return isBeyond(difference, limits.differenceCentimes) ? 'till.close-shift' : undefined
    }
    default:
      return undefined
  }
}
