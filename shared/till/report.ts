/**
 * The report of a shift: X while it runs, Z when it is closed. One shape for both; the Z is kept in the journal and never
 * changes. Amounts are whole centimes, times milliseconds since 1970.
 */
import * as z from 'zod'
import { timeMsSchema } from '../dates.ts'
import { type Centimes, centimes, centimesSchema, zeroCentimes } from '../money.ts'
import { orderKinds } from '../products/orders.ts'
import { moneyMeans, paymentMeans } from './cash.ts'

const count = z.int().nonnegative()
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * What sales changed in the time of a report: each amount is its value at the end less its value at the beginning. A sale
 * that was delivered yesterday and refunded today takes away here what it brought there. taken = earned + owed + held.
 */
export const reportLineSchema = z.strictObject({
  /** Sales that were confirmed in this time. */
  sales: count,
  takenCentimes: centimesSchema,
  earnedCentimes: centimesSchema,
  owedCentimes: centimesSchema,
  heldCentimes: centimesSchema,
  costCentimes: centimesSchema,
  /** The service's fees, which are in what was earned and in what it cost. */
  feeCentimes: centimesSchema,
  /** What the service leaves to the shop: what was delivered at the service's own prices, less its cost. Earlier Zs have none. */
  commissionCentimes: centimesSchema.optional(),
  /** earned − cost: the commission, and what the shop adds to the prices. */
  profitCentimes: centimesSchema,
})
export type ReportLine = z.infer<typeof reportLineSchema>

/** The same for who may not see what sales cost the shop: it has no place for cost, fees, commission and profit. */
export const costlessLineSchema = reportLineSchema.omit({
  costCentimes: true,
  feeCentimes: true,
  commissionCentimes: true,
  profitCentimes: true,
})
export type CostlessLine = z.infer<typeof costlessLineSchema>

/** How many there are, and what they come to. */
export const tallySchema = z.strictObject({ count, sumCentimes: centimesSchema })
export type Tally = z.infer<typeof tallySchema>

/**
 * Cash in the drawer, from the float on. expected = float + sales + paid in + repaid + debts repaid − paid out − drops −
 * refunds − credits paid.
 */
export const reportCashSchema = z.strictObject({
  floatCentimes: centimesSchema,
  salesCentimes: centimesSchema,
  paidInCentimes: centimesSchema,
  paidOutCentimes: centimesSchema,
  dropsCentimes: centimesSchema,
  refundsCentimes: centimesSchema,
  repaidCentimes: centimesSchema,
  /** What customers repaid of their carnets, and what was paid out of their credits. Earlier Zs have none. */
  debtsRepaidCentimes: centimesSchema.optional(),
  creditsPaidCentimes: centimesSchema.optional(),
  /** How many times the drawer was opened without a sale. */
  noSales: count,
  expectedCentimes: centimesSchema,
  /**
   * The last count: what was in the drawer, what was expected in that moment, and counted − expected. Null before any.
   * Cash that moved after it is in neither.
   */
  counted: z
    .strictObject({
      countedCentimes: centimesSchema,
      expectedCentimes: centimesSchema,
      differenceCentimes: centimesSchema,
      atMs: timeMsSchema,
    })
    .nullable(),
  /** What the drawer holds by the count and what moved since; by the sum of entries where nobody counted. */
  leftCentimes: centimesSchema,
  /** The float of this shift less what the last one left, with cash that moved between the two; null for the first. */
  overnight: z.strictObject({ gapCentimes: centimesSchema, movedCentimes: centimesSchema }).nullable(),
})
export type ReportCash = z.infer<typeof reportCashSchema>

const otherMeansSchema = z.strictObject({
  means: z.enum(moneyMeans).exclude(['cash']),
  salesCentimes: centimesSchema,
  /** What customers repaid by it, less what was paid out; missing where that is nothing. */
  carnetCentimes: centimesSchema.optional(),
  /** What was given back by it, or pays another sale by it, less debts that were repaid; missing where that is nothing. */
  refundsCentimes: centimesSchema.optional(),
  countedCentimes: centimesSchema.nullable(),
  /** What the slips came to by the entries when they were counted. Missing where nobody counted, and in earlier Zs. */
  expectedAtCountCentimes: centimesSchema.optional(),
})
type ReportMeans = z.infer<typeof otherMeansSchema>

type MeansSums = Pick<ReportMeans, 'salesCentimes' | 'carnetCentimes' | 'refundsCentimes'>

/** What the slips of a means come to by the entries, up to the report's end. */
export const expectedOfMeans = ({
  salesCentimes,
  carnetCentimes = zeroCentimes,
  refundsCentimes = zeroCentimes,
}: MeansSums): Centimes => centimes(salesCentimes + carnetCentimes - refundsCentimes)

/** What a count is compared with: what was expected then; by an earlier Z at its end. */
export const comparedOfMeans = ({ expectedAtCountCentimes, ...sums }: Omit<ReportMeans, 'means'>): Centimes =>
  expectedAtCountCentimes ?? expectedOfMeans(sums)

/** Counted − expected at the count, as with cash; null where nobody counted. */
export const differenceOfMeans = (means: Omit<ReportMeans, 'means'>): Centimes | null =>
  means.countedCentimes === null ? null : centimes(means.countedCentimes - comparedOfMeans(means))

export const reportSchema = z.strictObject({
  /** The shift's number, and of a closed one the Z's: from 1, without gaps. */
  shift: z.int().positive(),
  openedAtMs: timeMsSchema,
  openedBy: z.string(),
  /** When the report was made. */
  atMs: timeMsSchema,
  /** All sales of this time, those of earlier times that changed in it among them. */
  total: reportLineSchema,
  /** Of these: sales that were confirmed before this time and changed in it. */
  late: reportLineSchema,
  /** Of these: sales that were confirmed since the last close while no shift was open. */
  outside: reportLineSchema,
  byService: z.array(reportLineSchema.extend({ service: z.enum(orderKinds) })),
  byOperator: z.array(reportLineSchema.extend({ service: z.enum(orderKinds), operator: z.string() })),
  byMeans: z.array(reportLineSchema.extend({ means: z.enum(paymentMeans) })),
  /** Null: nobody was named. */
  byCashier: z.array(reportLineSchema.extend({ cashier: z.string().nullable() })),
  /** Sales of this time that were delivered in part, and nobody says how much. */
  uncounted: count,
  refunds: z.strictObject({
    /** Given back in this time, in any way; of these in cash out of this drawer: see `cash`. */
    paid: tallySchema,
    reused: tallySchema,
    credited: tallySchema,
    /** Debts of customers that were repaid in this time. */
    repaid: tallySchema,
    /** As they stand at the end of this time, of all sales. */
    due: tallySchema,
    debts: tallySchema,
  }),
  /** Sales on account, and the carnets. Missing in earlier Zs. */
  carnet: z
    .strictObject({
      /** By how much sales on account changed what customers owe: new ones, less what was cancelled. */
      soldCentimes: centimesSchema,
      /** In any means. */
      repaid: tallySchema,
      paidOut: tallySchema,
      /** As it stands at the end of this time: how many customers owe, and have something to their credit. */
      owed: tallySchema,
      credits: tallySchema,
    })
    .optional(),
  /** What is held at the end of this time for sales that may still go either way. */
  held: tallySchema,
  /** Null where it is not shown to this person before the count: see the setting `blindClose`. */
  cash: reportCashSchema.nullable(),
  /** What other means brought in this shift, by the sales, and by the slips of the terminal where they were counted. */
  otherMeans: z.array(otherMeansSchema),
  /** The shop's balance at the service as it was read last, and when; null where nobody knew it. Missing in earlier Zs. */
  balance: z.strictObject({ amountCentimes: centimesSchema, atMs: timeMsSchema }).nullable().optional(),
  /** Prices of all sales confirmed since the first shift was opened. Never falls. */
  grandTotalCentimes: centimesSchema,
  /**
   * Times of which the journal has lost entries, within this report: what was done then is in no sum, and a Z that was
   * closed then had the number of a later one. Missing where there are none.
   */
  lost: z.array(z.strictObject({ sinceMs: timeMsSchema, untilMs: timeMsSchema })).optional(),
  /** The entries that this report covers: behind `after` up to `sequence`, which has this hash. */
  journal: z.strictObject({ after: count, sequence: z.int().positive(), hash }),
})
export type Report = z.infer<typeof reportSchema>

/** The same with all of the cash: as it is kept in the journal. */
export const keptReportSchema = reportSchema.extend({ cash: reportCashSchema })
export type KeptReport = z.infer<typeof keptReportSchema>

/** Every part of a report that has lines, without what needs the permission `costs`. */
const costlessParts = {
  ...{ total: costlessLineSchema, late: costlessLineSchema, outside: costlessLineSchema },
  byService: z.array(costlessLineSchema.extend({ service: z.enum(orderKinds) })),
  byOperator: z.array(costlessLineSchema.extend({ service: z.enum(orderKinds), operator: z.string() })),
  byMeans: z.array(costlessLineSchema.extend({ means: z.enum(paymentMeans) })),
  byCashier: z.array(costlessLineSchema.extend({ cashier: z.string().nullable() })),
}
const costlessReportSchema = reportSchema.extend(costlessParts)
export type CostlessReport = z.infer<typeof costlessReportSchema>

/** A report as a person is shown it: with cost and profit, or without any place for them. */
export const reportViewSchema = z.union([reportSchema, costlessReportSchema])
export type ReportView = z.infer<typeof reportViewSchema>

export const shiftStates = ['open', 'counted', 'closed'] as const
export type ShiftState = (typeof shiftStates)[number]

/** A closed shift as its entry keeps it. */
export const zReportSchema = z.object({
  number: z.int().positive(),
  closedAtMs: timeMsSchema,
  closedBy: z.string(),
  approvedBy: z.string().nullable(),
  /** Why what was counted is not what was expected; null where it is. */
  differenceReason: z.string().nullable(),
  report: keptReportSchema,
  /** Of the entry that keeps it: nothing in it can be changed without this. */
  entry: z.object({ sequence: z.int().positive(), hash }),
})
export type ZReport = z.infer<typeof zReportSchema>

const costlessZSchema = zReportSchema.extend({ report: keptReportSchema.extend(costlessParts) })
export type CostlessZ = z.infer<typeof costlessZSchema>

/** A Z as a person is shown it. */
export const zViewSchema = z.union([zReportSchema, costlessZSchema])
export type ZView = z.infer<typeof zViewSchema>

/** Whether cost and profit are in it. */
export const showsCosts = <R extends Pick<Report, 'total'>>(
  report: R | { readonly total: CostlessLine },
): report is R => 'costCentimes' in report.total
