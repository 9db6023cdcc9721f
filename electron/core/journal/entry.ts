/**
 * The journal's entries: what happened, once, in order, never changed. Each body holds all that its projections need, so
 * that the tables the screens read can be rebuilt from entries alone.
 */
import * as z from 'zod'
import { environments } from '#shared/accounts.ts'
import { decisionSchemaOf } from '#shared/decisions.ts'
import { journalDoubts } from '#shared/journal-doubt.ts'
import { centimesSchema } from '#shared/money.ts'
import { officialReceiptSchema } from '#shared/official-receipt.ts'
import { subscriberSchema } from '#shared/products/internet.ts'
import { orderSchema, saleRequestSchema } from '#shared/products/orders.ts'
import { dayTotalsSchema, findingSchema, settlementSchema, shopDaySchema } from '#shared/reconciliation.ts'
import { refSchema } from '#shared/ref.ts'
import { tillStampSchema } from '#shared/till/cash.ts'
import { pricingSchema } from '#shared/till/prices.ts'
import { candidateSchema, cardViewSchema, detailFields } from '#shared/views.ts'
import {
  type BesideEntryBody,
  byWhoAsked,
  codesShownSchema,
  isBesideEntry,
  printEntrySchemas,
} from './print-entry.ts'
import { refundEntrySchemas, type TillAct, tillActKinds, tillActSchemas } from './till-entry.ts'

const requestId = z.string().nullable()
const attempt = z.int().positive()
const bySale = { ref: refSchema }
const text = z.string().min(1).max(500)
/** The owner who approved of an act that a cashier may not do alone. */
const approver = z.string().min(1).max(80)
const addresses = z.strictObject({ baseUrl: text, billUrl: text })

/** A delivered card: what may be shown of it, and its code and serial sealed. Null where no key could be had to seal them. */
export const keptCardSchema = z.strictObject({ ...cardViewSchema.shape, sealed: z.string().nullable() })
export type KeptCard = z.infer<typeof keptCardSchema>

/** What a `changed` entry may be about: settings, the shop's key and accounts, and what left the counter. */
export const changeKinds = [
  'printer',
  'shared-key',
  'shop',
  'till-settings',
  'carnet-settings',
  'automatic-print',
  'set-up-file',
  'account-or-key',
  'account-removed',
  'recovery-sheet',
  'recovery',
  'journal-exported',
  'history-exported',
  'report-exported',
  'archive-folder',
  'support-exported',
  'settings-exported',
  'customer-exported',
  'paper-saved',
  'official-receipt-saved',
  'receipt-to-send',
  'archive-key-saved',
  'accounts-lost',
  'payment-link',
  'authority-added',
  'authority-removed',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Where a journal ended when its anchor was last written: see anchor.ts. */
export const anchorSchema = z.strictObject({
  journalId: z.string().min(1).max(200),
  /** The folder in which the journal lies. */
  folder: z.string().min(1).max(4_000),
  /** How many restores the journal has recorded. Each may leave it shorter than it was, and says so itself. */
  restores: z.int().nonnegative(),
  sequence: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  atMs: z.int().nonnegative(),
  /** The journal was opened without its witness, and nobody has answered yet. */
  isUnwitnessed: z.literal(true).optional(),
})

export const entryBodySchema = z.discriminatedUnion('kind', [
  /** Entry 1 of every journal. A journal never changes its environment or account. */
  z.strictObject({
    kind: z.literal('journal-created'),
    journalId: z.string(),
    environment: z.enum(environments),
    account: z.string(),
  }),
  /** A backup took the place of a file that could not be opened. What had been written after its end and could not be
   * saved is missing: `lostEntries`, null where nobody can say how many. */
  z.strictObject({
    kind: z.literal('journal-restored'),
    backup: z.string(),
    /** The last entry of the backup, and how many of the broken file's were saved behind it. */
    backupSequence: z.int().positive(),
    savedEntries: z.int().nonnegative(),
    lostEntries: z.int().nonnegative().nullable(),
    problem: z.string(),
  }),
  /** The counter left this journal's account for another, or came to it from another: who chose it. */
  z.strictObject({
    kind: z.literal('account-switched'),
    direction: z.enum(['left', 'opened']),
    other: z.strictObject({ environment: z.enum(environments), account: z.string() }),
    who: text,
  }),
  /** A person gave the account other addresses: what was sent before was sent to `from`. */
  z.strictObject({
    kind: z.literal('addresses-changed'),
    from: addresses,
    to: addresses,
    who: text,
  }),
  /**
   * The keychain spoke against this journal (see anchor.ts), and a person said that it is the one to sell upon. Sales may be
   * missing from `sinceMs` on; `isCompared`: selling waited for the comparison with the service's lists.
   */
  z.strictObject({
    kind: z.literal('journal-accepted'),
    problem: z.enum(journalDoubts),
    anchor: anchorSchema.omit({ folder: true }),
    otherFolder: z.string(),
    sinceMs: z.int().nonnegative(),
    isCompared: z.boolean(),
    who: text,
    why: text,
  }),
  /**
   * Somebody changed how the counter is set up, took something out of it or let it show what is sealed. Written before it is
   * done. `who`: null where the shop has no people. No secret is in the texts.
   */
  z.strictObject({
    kind: z.literal('changed'),
    what: z.enum(changeKinds),
    before: text.nullable(),
    after: text.nullable(),
    who: z.string().min(1).max(80).nullable(),
    personId: z.string().min(1).max(64).optional(),
    approvedBy: approver.optional(),
  }),
  /** A person said what a difference between this journal and the service's books is. It changes no sale. */
  z.strictObject({
    kind: z.literal('finding-settled'),
    finding: findingSchema,
    settlement: settlementSchema,
    who: text,
    approvedBy: approver.optional(),
    why: text,
  }),
  /**
   * A person signed for a day of the shop's: its sums, and the digest of all that was found of it and how it was settled.
   * `unprovenSales`: those of which the service said nothing; earlier entries do not say. `unprovenMovements`, and what they
   * come to: those of which nobody knows whose they are, where there are any.
   */
  z.strictObject({
    kind: z.literal('day-signed-off'),
    day: shopDaySchema,
    totals: dayTotalsSchema,
    settledFindings: z.int().nonnegative(),
    unprovenSales: z.int().nonnegative().optional(),
    unprovenMovements: z.int().positive().optional(),
    unprovenCentimes: centimesSchema.optional(),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    who: text,
    approvedBy: approver.optional(),
  }),
  /** A confirmed sale, with the exact request it will send. Always in one commit with its first `attempt-started`. */
  z.strictObject({
    kind: z.literal('sale-recorded'),
    ...bySale,
    reviewId: z.string(),
    order: orderSchema,
    subscriber: subscriberSchema.nullable(),
    priceCentimes: centimesSchema,
    costCentimes: centimesSchema,
    /** What the price is made of; earlier entries do not say. */
    pricing: pricingSchema.optional(),
    request: saleRequestSchema,
    /** The till at which it was confirmed; earlier entries do not say. */
    till: tillStampSchema.optional(),
  }),
  /**
   * `serverOffsetMs`: by how much the service's clock was ahead of the machine's, where that was known; `otherOffsetMs`: what
   * it may have been as well, see ServerClock. `sentTo`: the address of the host; training's is another at each start, and
   * never recorded.
   */
  z.strictObject({
    kind: z.literal('attempt-started'),
    ...bySale,
    attempt,
    serverOffsetMs: z.int().optional(),
    otherOffsetMs: z.int().optional(),
    sentTo: text.optional(),
    /** Of one that a person sent again. */
    ...byWhoAsked,
  }),
  z.strictObject({
    kind: z.literal('accepted'),
    ...bySale,
    attempt,
    /** Null where the acknowledgement names none. */
    serviceId: z.string().nullable(),
    /** The service's own ref of the order, where that is not the sale's. */
    serviceRef: text.optional(),
    requestId,
  }),
  z.strictObject({
    kind: z.literal('refused'),
    ...bySale,
    attempt,
    code: z.string(),
    message: z.string(),
    requestId,
  }),
  z.strictObject({ kind: z.literal('not-sent'), ...bySale, attempt, reason: z.string() }),
  z.strictObject({ kind: z.literal('doubted'), ...bySale, reason: z.string(), requestId }),
  /** Look-ups found nothing that can be this sale's, for long enough to believe it. */
  z.strictObject({
    kind: z.literal('not-found'),
    ...bySale,
    lookUps: z.int().positive(),
    /** The code with which the service answered the last request, where that is why it was in doubt. */
    refusal: z.string().optional(),
    requestId,
  }),
  /** A look-up saw a status that differs from the last one seen, or learned something of the order. `expected` is false
   * where the specification's table cannot reach it from the last one. */
  z.strictObject({
    kind: z.literal('observed'),
    ...bySale,
    status: z.string(),
    /** The service's word, where what it counts says `status` in its place; missing where the word holds. */
    word: z.string().optional(),
    expected: z.boolean(),
    serviceId: z.string().nullable(),
    ...detailFields,
    /** Empty where this answer held none. */
    cards: z.array(keptCardSchema),
    /** Why the service ended the order without a delivery, where it gives a code. */
    errorCode: z.string().nullable(),
    requestId,
  }),
  /** Orders at the service may be this sale's: several of them, or one alone of which that is not sure. */
  z.strictObject({
    kind: z.literal('several-found'),
    ...bySale,
    candidates: z.array(candidateSchema).min(1),
    requestId,
  }),
  /** A person decided what no look-up could: who, why, and the orders that they were shown, if any. */
  z.strictObject({
    kind: z.literal('decided'),
    ...bySale,
    decision: decisionSchemaOf(z.string(), text),
    who: text,
    approvedBy: approver.optional(),
    why: text,
    seen: z.array(candidateSchema),
  }),
  z.strictObject({ kind: z.literal('cancelled'), ...bySale, ...byWhoAsked }),
  /** The service's own receipt of a paid bill was fetched, and its file is on disk under its hash. No step of the sale's. */
  z.strictObject({
    kind: z.literal('receipt-kept'),
    ...bySale,
    receipt: z.strictObject(officialReceiptSchema.shape),
    requestId,
  }),
  ...printEntrySchemas,
  codesShownSchema,
  ...tillActSchemas,
  ...refundEntrySchemas,
])
export type EntryBody = z.infer<typeof entryBodySchema>
/** What a person did about the differences between this journal and the service's books. */
export type ReconciliationAct = Extract<EntryBody, { kind: 'finding-settled' | 'day-signed-off' }>
/** What happened to the journal itself, or is of no one sale. */
export type JournalEntryBody =
  | Extract<
      EntryBody,
      {
        kind:
          | 'journal-created'
          | 'journal-restored'
          | 'journal-accepted'
          | 'changed'
          | 'account-switched'
          | 'addresses-changed'
      }
    >
  | ReconciliationAct
  | TillAct
/** What happened to a sale; not what was printed, shown or given back of it. */
export type SaleEntryBody = Exclude<EntryBody, JournalEntryBody | BesideEntryBody>

/** Kinds of what happened to the journal itself, or is of no one sale. */
export const journalEntryKinds: readonly string[] = [
  'journal-created',
  'journal-restored',
  'journal-accepted',
  'changed',
  'account-switched',
  'addresses-changed',
  'finding-settled',
  'day-signed-off',
  ...tillActKinds,
] satisfies readonly JournalEntryBody['kind'][]

export type AccountSwitch = Extract<EntryBody, { kind: 'account-switched' }>
/** What a person did with the account or its journal, beside its sales. */
export type AccountChange =
  | AccountSwitch
  | Extract<EntryBody, { kind: 'addresses-changed' | 'journal-accepted' | 'changed' }>

export const isJournalEntry = (body: EntryBody): body is JournalEntryBody =>
  journalEntryKinds.includes(body.kind)

export const isSaleEntry = (body: EntryBody): body is SaleEntryBody =>
  !isJournalEntry(body) && !isBesideEntry(body)

export interface Entry {
  /** From 1, without gaps. */
  readonly sequence: number
  readonly atMs: number
  readonly body: EntryBody
  /** SHA-256 over the previous entry's hash and this entry's canonical bytes, in hexadecimal. */
  readonly hash: string
}
