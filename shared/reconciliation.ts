/**
 * What a reconciliation shows: findings with the evidence of both sides, the shop's days and how they stand, and how far a
 * run has come. Days are the counter's own, in Africa/Algiers. Times are milliseconds since 1970, amounts whole centimes.
 */
import * as z from 'zod'
import { startOfShopDay, timeMsSchema } from './dates.ts'
import { centimesSchema } from './money.ts'
import { orderKinds } from './products/orders.ts'
import { refSchema } from './ref.ts'
import { saleStates } from './states/sale.ts'

const count = z.int().nonnegative()
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A day as it is written in the journal and asked for: 2026-01-31. One that there is not is judged no further. */
export const shopDaySchema = z.iso.date({ abort: true })

const DAY_MS = 86_400_000

export const shopDayOf = (atMs: number): string =>
  new Date(startOfShopDay(atMs) + DAY_MS / 2).toISOString().slice(0, 10)

/** From the day's first millisecond to its last. */
export function shopDaySpan(day: string): { readonly fromMs: number; readonly toMs: number } {
  const fromMs = startOfShopDay(Date.parse(`${day}T12:00:00Z`))
  return { fromMs, toMs: fromMs + DAY_MS - 1 }
}

export const shopDayAfter = (day: string, days: number): string =>
  shopDayOf(shopDaySpan(day).fromMs + days * DAY_MS)

/** Both ends included. */
export function shopDays(first: string, last: string): readonly string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = shopDayAfter(day, 1)) days.push(day)
  return days
}

export const findingKinds = [
  /** The journal says that the service holds the order, and the service knows of none. */
  'unknown-at-service',
  /** The service holds an order that no sale of this journal asked for. */
  'unknown-to-journal',
  'amount-differs',
  'state-differs',
  /** The service took the order, or may have, and has reported no end of it for a day or more. */
  'not-ended',
  /** The account paid for something that neither a sale nor an order explains. */
  'debited-without-sale',
  /** The service gave money back, and the journal has the sale as delivered. */
  'refunded-without-notice',
  /** One sale, and two orders or two debits for it. */
  'duplicate',
  /** The balance moved by more or less than its movements say. */
  'balance-differs',
  /** The service reported something in a way that cannot be read: it may be money. */
  'unreadable',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** The journal's side. */
export const saleSideSchema = z.object({
  ref: refSchema,
  kind: z.enum(orderKinds),
  subject: z.string(),
  state: z.enum(saleStates),
  serverStatus: z.string().nullable(),
  serviceId: z.string().nullable(),
  faceCentimes: centimesSchema,
  /** What the balance was to be debited in the end, as far as the journal knows it: nothing where nothing was delivered. */
  debitCentimes: centimesSchema,
  recordedAtMs: timeMsSchema,
})
export type SaleSide = z.infer<typeof saleSideSchema>

/** An order of the service's. Null is what it does not say. */
export const orderSideSchema = z.object({
  kind: z.enum(orderKinds),
  orderId: z.string().nullable(),
  ref: z.string().nullable(),
  status: z.string(),
  subject: z.string().nullable(),
  faceCentimes: centimesSchema.nullable(),
  debitCentimes: centimesSchema.nullable(),
  atMs: timeMsSchema.nullable(),
})
export type OrderSide = z.infer<typeof orderSideSchema>

/** A movement of the account's. The amount is never below zero: `direction` says where the money went, as far as it is known. */
export const movementSideSchema = z.object({
  id: z.string().nullable(),
  type: z.string(),
  direction: z.enum(['out', 'in', 'unknown']),
  /** Nothing but the word of a payment says the direction, and a refund may have that word as well. */
  isOutByWord: z.literal(true).optional(),
  amountCentimes: centimesSchema,
  objectId: z.string().nullable(),
  oldBalanceCentimes: centimesSchema.nullable(),
  newBalanceCentimes: centimesSchema.nullable(),
  atMs: timeMsSchema,
})
export type MovementSide = z.infer<typeof movementSideSchema>

/** What of a sale and what of the service's does not come to the same. `moved`: debits less what was given back. */
export const differenceSchema = z.object({
  what: z.enum(['face', 'debit', 'moved', 'balance']),
  journalCentimes: centimesSchema,
  serviceCentimes: centimesSchema,
})
export type Difference = z.infer<typeof differenceSchema>

/** More of one finding are not kept as its evidence: what is left out changes nothing about it. */
export const maxEvidence = 20

export const findingSchema = z.object({
  /** The same facts have the same id, and other facts another: what was settled is settled as it was seen. */
  id: hash,
  kind: z.enum(findingKinds),
  /** The sale's day; of what has no sale, the day of the service's own time. */
  day: shopDaySchema,
  sale: saleSideSchema.nullable(),
  orders: z.array(orderSideSchema).max(maxEvidence),
  movements: z.array(movementSideSchema).max(maxEvidence),
  differences: z.array(differenceSchema).max(4),
})
export type Finding = z.infer<typeof findingSchema>

/** How a person settles a finding. None of them moves money or changes a sale. */
export const settlementSchema = z.discriminatedUnion('kind', [
  /** Another counter with the same key did it. */
  z.object({ kind: z.literal('other-counter') }),
  /** The order is this sale's, whatever the two call it. */
  z.object({ kind: z.literal('link'), ref: refSchema }),
  /** It is known and dealt with, as the reason says. */
  z.object({ kind: z.literal('accept') }),
])
export type Settlement = z.infer<typeof settlementSchema>

export const findingActions = ['look-again', 'other-counter', 'link', 'accept'] as const
export type FindingAction = (typeof findingActions)[number]

/** What may be done about each kind of finding. */
export const actionsOf: Readonly<Record<FindingKind, readonly FindingAction[]>> = {
  'unknown-at-service': ['look-again', 'accept'],
  'unknown-to-journal': ['other-counter', 'link', 'accept'],
  'amount-differs': ['look-again', 'accept'],
  'state-differs': ['look-again', 'accept'],
  'not-ended': ['look-again', 'accept'],
  'debited-without-sale': ['other-counter', 'link', 'accept'],
  'refunded-without-notice': ['look-again', 'other-counter', 'accept'],
  duplicate: ['other-counter', 'accept'],
  'balance-differs': ['accept'],
  unreadable: ['accept'],
}

const signature = { who: z.string(), why: z.string(), atMs: timeMsSchema }

export const findingViewSchema = z.object({
  ...findingSchema.shape,
  settled: z.object({ settlement: settlementSchema, ...signature }).nullable(),
})
export type FindingView = z.infer<typeof findingViewSchema>

/** A day's sums, of the journal and of the service. Null where the service does not report balances. */
export const dayTotalsSchema = z.object({
  salesCount: count,
  /** What customers paid for what was delivered. */
  soldCentimes: centimesSchema,
  /** What that cost the shop. */
  costCentimes: centimesSchema,
  ordersCount: count,
  debitedCentimes: centimesSchema,
  refundedCentimes: centimesSchema,
  /** Deposits, transfers and the like: money that moved without a sale being its reason. */
  otherInCentimes: centimesSchema,
  otherOutCentimes: centimesSchema,
  openingCentimes: centimesSchema.nullable(),
  closingCentimes: centimesSchema.nullable(),
})
export type DayTotals = z.infer<typeof dayTotalsSchema>

export const dayStates = [
  /** No run has read all of it since it was over, or its sales have changed since. */
  'not-compared',
  /** Something is to be settled. */
  'exceptions',
  /** All agrees, or is settled: it may be signed off. */
  'level',
  /** The same, but for sales or movements of which the service does not say enough: a signature stands under that too. */
  'unproven',
  'signed-off',
  /** Signed off, and something has changed since. */
  'reopened',
] as const
export type DayState = (typeof dayStates)[number]

/** Why a day cannot be signed off now. */
export const signOffObstacles = [
  'not-compared',
  'day-not-over',
  'lists-incomplete',
  'open-sales',
  'open-findings',
  'nothing-new',
] as const
export type SignOffObstacle = (typeof signOffObstacles)[number]

export const reconciledDaySchema = z.object({
  day: shopDaySchema,
  state: z.enum(dayStates),
  openFindings: count,
  settledFindings: count,
  openSales: count,
  /** Sales of which the service could not be made to say enough; where nothing is compared any more, those signed for. */
  unprovenSales: count,
  /** Movements of the account of which nobody knows whose they are, and what they come to together. */
  unprovenMovements: count,
  unprovenCentimes: centimesSchema,
  comparedAtMs: timeMsSchema.nullable(),
  totals: dayTotalsSchema.nullable(),
  /** Of all that a signature would stand under: a signature is refused where it is another by then. */
  digest: hash,
  obstacle: z.enum(signOffObstacles).nullable(),
  signed: z.object({ who: z.string(), atMs: timeMsSchema }).nullable(),
})
export type ReconciledDay = z.infer<typeof reconciledDaySchema>

/** Days that a run covers and shows at the most. */
export const reconciledDays = { default: 35, max: 62 } as const

export const reconciliationRunSchema = z.object({
  /** `waiting`: for the line or the rate; `stopped`: by a person, or cut off; it goes on where it was. */
  state: z.enum(['idle', 'running', 'waiting', 'stopped', 'failed']),
  /** `reading` the service's lists, `asking` about single sales, `comparing`. */
  step: z.enum(['reading', 'asking', 'comparing']).nullable(),
  fromDay: shopDaySchema.nullable(),
  toDay: shopDaySchema.nullable(),
  done: count,
  total: count,
  /** When the last run that came to its end did so. */
  completedAtMs: timeMsSchema.nullable(),
  openFindings: count,
})
export type ReconciliationRun = z.infer<typeof reconciliationRunSchema>
