/**
 * The history as the screens ask for it: what is looked for, one bounded page at a time, and what the journal says of one
 * sale. A page is found by where the one before ended, never by counting from the beginning, so that sales made meanwhile
 * move nothing.
 */
import * as z from 'zod'
import { timeMsSchema } from './dates.ts'
import { centimesSchema } from './money.ts'
import { printProblems } from './printing.ts'
import { orderKinds } from './products/orders.ts'
import { refSchema } from './ref.ts'
import { saleStates } from './states/sale.ts'
import { saleViewSchema } from './views.ts'

/** `countedSales`: longer lists are "many". A window has room for so many rows, and no counter sells so much in ten years. */
export const historyLimits = { pageRows: 50, queryLength: 60, countedSales: 5_000_000 } as const

/** A day of the shop's, as 2026-01-31. */
const shopDaySchema = z.iso.date()

/** A place in the journal: the entry that recorded a sale. */
const place = z.int().nonnegative()

/** Nothing chosen means everything. Both days are among those asked for. */
export const historyFiltersSchema = z.strictObject({
  kinds: z.array(z.enum(orderKinds)).max(orderKinds.length),
  states: z.array(z.enum(saleStates)).max(saleStates.length),
  fromDay: shopDaySchema.nullable(),
  toDay: shopDaySchema.nullable(),
})
export type HistoryFilters = z.infer<typeof historyFiltersSchema>

export const noFilters: HistoryFilters = { kinds: [], states: [], fromDay: null, toDay: null }

/** Where a page begins: at the newest sale, behind an earlier page, or so many sales behind the newest. */
export const historyStartSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('newest') }),
  z.strictObject({ kind: z.literal('behind'), until: place, before: place }),
  z.strictObject({ kind: z.literal('rank'), until: place, rank: z.int().nonnegative() }),
])

export const historyPageInput = z.strictObject({
  query: z.string().max(historyLimits.queryLength),
  filters: historyFiltersSchema,
  from: historyStartSchema,
  /** How many at the most: what a page of the screen still lacks. */
  rows: z.int().min(1).max(historyLimits.pageRows),
})
export type HistoryAsked = z.infer<typeof historyPageInput>

export const historyPageSchema = z.object({
  /** Newest first. May be fewer than a page, or none, while more follow: each step of a search is bounded. */
  sales: z.array(saleViewSchema).max(historyLimits.pageRows),
  /** The newest sale that this list knows; what is made later is in another list. */
  until: place,
  /** Where the next page begins; null at the end. */
  before: place.nullable(),
  /** How many sales there are in all; null: many, and counting them would cost more than it is worth. */
  count: z.int().nonnegative().max(historyLimits.countedSales).nullable(),
  /** Whether a page may be asked for by its rank. */
  hasRanks: z.boolean(),
})
export type HistoryPage = z.infer<typeof historyPageSchema>

const words = z.string().nullable()

/** One entry of a sale as a person reads it. Holds no code of a card, sealed or not. */
export const momentSchema = z.object({
  sequence: z.int().positive(),
  atMs: timeMsSchema,
  /** The entry's kind; one that the screens have no words for is shown by its name. */
  kind: z.string(),
  attempt: z.int().positive().nullable(),
  /** The service's word, as it spells it; `expected` is false where it came against the specification's table. */
  status: words,
  expected: z.boolean(),
  /** Why: a code of the service's, or a reason of the line's. */
  reason: words,
  /** The same in the service's words. */
  said: words,
  /** The person who did it, and what they typed as their reason. */
  who: words,
  why: words,
  /** The owner who approved of it. */
  approvedBy: words,
  requestId: words,
  serviceId: words,
  amountCentimes: centimesSchema.nullable(),
  /** What is to be on which paper, where a print was asked for. `copyNumber` 0 is the slip itself, n the DUPLICATA n. */
  print: z
    .object({
      what: z.enum(['sale', 'official']),
      copyNumber: z.int().nonnegative(),
      printer: z.string(),
      withCodes: z.boolean(),
    })
    .nullable(),
  /** What kept it from paper, or left that in doubt. */
  problem: z.enum(printProblems).nullable(),
  /** How many: look-ups that found nothing, orders that may be the sale's, cards, codes that somebody saw. */
  count: z.int().nonnegative().nullable(),
})
export type Moment = z.infer<typeof momentSchema>

export const saleHistorySchema = z.object({ sale: saleViewSchema, moments: z.array(momentSchema) })
export type SaleHistory = z.infer<typeof saleHistorySchema>

export const historySaleInput = z.strictObject({ ref: refSchema })
