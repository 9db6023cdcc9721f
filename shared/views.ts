/**
 * What the screens are given: whole views, never patches. A view is derived from the journal by the core and parsed on
 * both sides of the wire. Times are milliseconds since 1970, amounts whole centimes.
 */
import * as z from 'zod'
import { journalProblems } from './app-error.ts'
import { centimesSchema } from './money.ts'
import { internetTypes } from './phone.ts'
import { refSchema } from './ref.ts'
import { salePhases, saleStates } from './states/sale.ts'

const timeMs = z.int().nonnegative()

export const internetOrderSchema = z.object({
  kind: z.literal('internet'),
  type: z.enum(internetTypes),
  /** In the wire form, see phone.ts. */
  number: z.string(),
  /** The card's denomination. */
  valueCentimes: centimesSchema,
})
export type InternetOrder = z.infer<typeof internetOrderSchema>

/** What check-number said of the line: partially masked customer number, and the offer for ADSL. */
export const subscriberSchema = z.object({ customerNumber: z.string(), offer: z.string().nullable() })
export type Subscriber = z.infer<typeof subscriberSchema>

export const saleViewSchema = z.object({
  ref: refSchema,
  order: internetOrderSchema,
  subscriber: subscriberSchema.nullable(),
  /** What the customer pays, and what the sale costs the shop. */
  priceCentimes: centimesSchema,
  costCentimes: centimesSchema,
  state: z.enum(saleStates),
  phase: z.enum(salePhases),
  /** The service's own word, as it spells it; null before it said any. */
  serverStatus: z.string().nullable(),
  recordedAtMs: timeMs,
  changedAtMs: timeMs,
  attempts: z.int().nonnegative(),
  topupId: z.string().nullable(),
  /** Correlation id of the last answer that counted, for support. */
  requestId: z.string().nullable(),
  /** Why it is refused, unsent or in doubt: a service code or a transport reason. */
  reason: z.string().nullable(),
  /** The operator's transaction number, once delivered. */
  transactionNumber: z.string().nullable(),
  /** Last characters of the card's code; the whole code never leaves the service's answer. */
  cardTail: z.string().nullable(),
  /** The cashier gave this sale up once, whatever surfaced later. */
  givenUp: z.boolean(),
})
export type SaleView = z.infer<typeof saleViewSchema>

export const internetProductSchema = z.object({
  valueCentimes: centimesSchema,
  costCentimes: centimesSchema,
  available: z.boolean(),
})
export type InternetProduct = z.infer<typeof internetProductSchema>

/** The last look before money moves. Its id makes confirmation idempotent: one review gives one sale at the most. */
export const reviewViewSchema = z.object({
  reviewId: z.string(),
  order: internetOrderSchema,
  subscriber: subscriberSchema.nullable(),
  priceCentimes: centimesSchema,
  costCentimes: centimesSchema,
  /** Sales with the same number and amount that are open or some minutes old, newest first: a deliberate choice is asked. */
  repeats: z.array(saleViewSchema),
  /** null where the balance is not known. */
  enoughBalance: z.boolean().nullable(),
  expiresAtMs: timeMs,
})
export type ReviewView = z.infer<typeof reviewViewSchema>

export const environments = ['training', 'sandbox', 'production'] as const

/** When a person may ask again with a key that was refused: no more often than the service's count of attempts allows. */
export const nextCheckSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once') }),
  z.object({ kind: z.literal('later'), fromMs: timeMs }),
  z.object({ kind: z.literal('new-key') }),
])
export type NextCheck = z.infer<typeof nextCheckSchema>

export const statusViewSchema = z.object({
  environment: z.enum(environments),
  account: z.object({ username: z.string() }).nullable(),
  connection: z.enum(['connecting', 'online', 'offline']),
  balance: z.object({ amountCentimes: centimesSchema, atMs: timeMs }).nullable(),
  /** Selling is open, or closed with its reason; `detail` is evidence for support, not a sentence for the cashier. */
  selling: z.discriminatedUnion('open', [
    z.object({ open: z.literal(true) }),
    z.object({
      open: z.literal(false),
      why: z.enum([
        'connecting',
        'offline',
        'key-refused',
        'read-only-key',
        'address-refused',
        'blocked',
        'profile',
        'journal',
      ]),
      detail: z.string(),
      /** Attempts before the service blocks the shop's address, where it said how many. */
      attemptsLeft: z.int().nonnegative().nullish(),
      /** The shop's own address as the service sees it, where it refuses it. */
      address: z.string().nullish(),
      /** Missing where asking again costs no attempt. */
      nextCheck: nextCheckSchema.optional(),
    }),
  ]),
  journal: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('open') }),
    z.object({
      kind: z.literal('closed'),
      problem: z.enum(journalProblems),
      detail: z.string(),
      /** How many entries are known to be missing, where the journal is an older copy of itself. */
      missingEntries: z.int().positive().optional(),
    }),
  ]),
})
export type StatusView = z.infer<typeof statusViewSchema>

export const locales = ['fr', 'ar', 'en'] as const
export type Locale = (typeof locales)[number]

export const settingsSchema = z.object({
  locale: z.enum(locales),
  theme: z.enum(['system', 'light', 'dark']),
  slip: z.object({
    language: z.enum(['fr', 'ar', 'both']),
    widthMm: z.union([z.literal(58), z.literal(80)]),
  }),
  shopName: z.string().max(80),
})
export type Settings = z.infer<typeof settingsSchema>

/** Everything a window needs to draw itself, true at event number `sequence`. */
export const snapshotSchema = z.object({
  sequence: z.int().nonnegative(),
  /** When this core started: a sale that changed since then may be news to a window that opens later. */
  startedAtMs: timeMs,
  status: statusViewSchema,
  settings: settingsSchema,
  /** All open sales and all that changed today, newest first. */
  sales: z.array(saleViewSchema),
})
export type Snapshot = z.infer<typeof snapshotSchema>
