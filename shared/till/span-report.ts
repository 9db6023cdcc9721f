/**
 * A report over any span of the shop's days: what sales brought, cut by service, operator or biller, cashier and hour. A sale
 * counts by what it changed, on the day on which it changed it: the rule stands in core/journal/day-totals.ts. Amounts are whole
 * centimes; hours are the shop's own, 0 to 23.
 */
import * as z from 'zod'
import { timeMsSchema } from '../dates.ts'
import { centimesSchema } from '../money.ts'
import { orderKinds } from '../products/orders.ts'
import { shopDayAfter, shopDaySchema } from '../reconciliation.ts'
import { tallySchema } from './report.ts'

/** Of a span: what sales changed in it. May be below zero where more was taken back than brought. */
export const spanLineSchema = z.strictObject({
  /** Sales that were confirmed. */
  sales: z.int(),
  /** Sales that ended without anything delivered, less those of them that were delivered after all. */
  failures: z.int(),
  takenCentimes: centimesSchema,
  earnedCentimes: centimesSchema,
  owedCentimes: centimesSchema,
  heldCentimes: centimesSchema,
  costCentimes: centimesSchema,
  feeCentimes: centimesSchema,
  /** What the service leaves to the shop: what was delivered at the service's own prices, less its cost. */
  commissionCentimes: centimesSchema,
  /** earned − cost: the commission, and what the shop adds to the prices. */
  profitCentimes: centimesSchema,
})
export type SpanLine = z.infer<typeof spanLineSchema>

/** The same for who may not see what sales cost the shop. */
const costlessSpanLineSchema = spanLineSchema.omit({
  costCentimes: true,
  feeCentimes: true,
  commissionCentimes: true,
  profitCentimes: true,
})
export type CostlessSpanLine = z.infer<typeof costlessSpanLineSchema>

const hour = z.int().min(0).max(23)

/** What one bar of the chart stands for. */
export const spanSteps = ['hour', 'day', 'month'] as const
export type SpanStep = (typeof spanSteps)[number]

/** Both ends included. */
export const spanSchema = z
  .strictObject({ fromDay: shopDaySchema, toDay: shopDaySchema })
  .refine(({ fromDay, toDay }) => fromDay <= toDay, 'ends before it begins')
  .refine(({ fromDay, toDay }) => toDay <= shopDayAfter(fromDay, MAX_DAYS), 'too long')
export type Span = z.infer<typeof spanSchema>

/** Twenty years. */
const MAX_DAYS = 7_305

const stepParts = { fromDay: shopDaySchema, toDay: shopDaySchema, hour: hour.nullable() }
const serviceParts = { service: z.enum(orderKinds) }
const operatorParts = { ...serviceParts, operator: z.string() }
const cashierParts = { cashier: z.string().nullable() }

const spanParts = {
  total: spanLineSchema,
  /** In order, without gaps; `hour` where a step is one. */
  steps: z.array(spanLineSchema.extend(stepParts)),
  byService: z.array(spanLineSchema.extend(serviceParts)),
  /** Operators, and billers where the service is one that pays bills. */
  byOperator: z.array(spanLineSchema.extend(operatorParts)),
  /** Null: nobody was named. */
  byCashier: z.array(spanLineSchema.extend(cashierParts)),
  /** Those hours that had any. */
  byHour: z.array(spanLineSchema.extend({ hour })),
}

const costlessParts = {
  total: costlessSpanLineSchema,
  steps: z.array(costlessSpanLineSchema.extend(stepParts)),
  byService: z.array(costlessSpanLineSchema.extend(serviceParts)),
  byOperator: z.array(costlessSpanLineSchema.extend(operatorParts)),
  byCashier: z.array(costlessSpanLineSchema.extend(cashierParts)),
  byHour: z.array(costlessSpanLineSchema.extend({ hour })),
}

const best = z.object({ takenCentimes: centimesSchema, sales: z.int() })

const commonParts = {
  fromDay: shopDaySchema,
  toDay: shopDaySchema,
  step: z.enum(spanSteps),
  atMs: timeMsSchema,
  /** Given back to customers, and repaid by them. */
  refunds: z.object({ paid: tallySchema, reused: tallySchema, credited: tallySchema, repaid: tallySchema }),
  /** Shifts that closed with more in the drawer than expected, and with less. */
  differences: z.object({ over: tallySchema, short: tallySchema }),
  /** By what was taken; null where nothing was. */
  bestDay: best.extend({ day: shopDaySchema }).nullable(),
  bestHour: best.extend({ hour }).nullable(),
}

export const spanReportSchema = z.object({ ...commonParts, ...spanParts })
export type SpanReport = z.infer<typeof spanReportSchema>

const costlessSpanReportSchema = z.object({ ...commonParts, ...costlessParts })

/** As a person is shown it: with cost and profit, or without any place for them. */
export const spanReportViewSchema = z.union([spanReportSchema, costlessSpanReportSchema])
export type SpanReportView = z.infer<typeof spanReportViewSchema>

export const showsSpanCosts = (report: SpanReportView): report is SpanReport => 'costCentimes' in report.total

/** A day by its hours, two months by their days, what is longer by its months. */
export function stepOf({ fromDay, toDay }: Span): SpanStep {
  if (fromDay === toDay) return 'hour'
  return toDay < shopDayAfter(fromDay, 62) ? 'day' : 'month'
}

/** Spans that are asked for by name. The week of an Algerian shop begins on Saturday. */
export const namedSpans = ['day', 'week', 'month', 'year'] as const
export type NamedSpan = (typeof namedSpans)[number]

/** The whole day, week, month or year that holds a day. */
export function spanAround(named: NamedSpan, day: string): Span {
  if (named === 'day') return { fromDay: day, toDay: day }
  if (named === 'week') {
    // Of Date's days Saturday is the sixth.
    const behindSaturday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 1) % 7
    const fromDay = shopDayAfter(day, -behindSaturday)
    return { fromDay, toDay: shopDayAfter(fromDay, 6) }
  }
  if (named === 'year') return { fromDay: `${day.slice(0, 4)}-01-01`, toDay: `${day.slice(0, 4)}-12-31` }
  return monthOf(day)
}

/** The month that holds a day, from its first to its last. */
export function monthOf(day: string): Span {
  const fromDay = `${day.slice(0, 7)}-01`
  const [year = 0, month = 0] = day.split('-').map(Number)
  return { fromDay, toDay: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) }
}

/** The span of the same name before (−1) or after (1). */
export function spanBeside(named: NamedSpan, { fromDay, toDay }: Span, way: -1 | 1): Span {
  return spanAround(named, way < 0 ? shopDayAfter(fromDay, -1) : shopDayAfter(toDay, 1))
}

// The owner's strip: how the day stands.

/** For how long the balance lasts, in hours of the clock, by the same weekday's sales of the last weeks. */
export const runwaySchema = z.object({
  hours: z.number().nonnegative(),
  /** The shortest and the longest of the weeks that were looked at. Null: it lasted longer than can be known. */
  leastHours: z.number().nonnegative(),
  mostHours: z.number().nonnegative().nullable(),
  weeks: z.int().positive(),
})
export type Runway = z.infer<typeof runwaySchema>

/**
 * `agree`: yesterday was compared and agrees, and no difference of any day awaits somebody; `differ`: one does; `unchecked`:
 * yesterday was not compared, has changed since, or cannot be proven.
 */
export const booksStates = ['agree', 'differ', 'unchecked'] as const
export type BooksState = (typeof booksStates)[number]

export const ownerStripSchema = z.object({
  day: shopDaySchema,
  sales: z.int(),
  /** Net of what goes back to customers. */
  takenCentimes: centimesSchema,
  profitCentimes: centimesSchema,
  /** Owed to customers: refunds that are due. */
  dueCentimes: centimesSchema,
  /** Owed by customers, in whatever way. */
  owedByCustomersCentimes: centimesSchema,
  balanceCentimes: centimesSchema.nullable(),
  /** Null where too little is known, or the balance lasts for longer than a week in every week looked at. */
  runway: runwaySchema.nullable(),
  /** How the account's books stand up to yesterday; null where the shop has no day behind it. */
  books: z.enum(booksStates).nullable(),
})
export type OwnerStrip = z.infer<typeof ownerStripSchema>
