/**
 * What the screens are given: whole views, never patches. A view is derived from the journal by the core and parsed on
 * both sides of the wire. Times are milliseconds since 1970, amounts whole centimes.
 */
import * as z from 'zod'
import { environments } from './accounts.ts'
import { journalProblems } from './app-error.ts'
import { timeMsSchema } from './dates.ts'
import { endByDecisionSchema } from './decisions.ts'
import { favouritesSchema } from './favourites.ts'
import { journalDoubtSchema } from './journal-doubt.ts'
import { centimesSchema, zeroCentimes } from './money.ts'
import { notices } from './notices.ts'
import { officialReceiptSchema } from './official-receipt.ts'
import { printerSchema, printJobViewSchema } from './printing.ts'
import { subscriberSchema } from './products/internet.ts'
import { orderSchema } from './products/orders.ts'
import { refSchema } from './ref.ts'
import { emptyShop, shopSchema } from './shop.ts'
import { salePhases, saleStates } from './states/sale.ts'
import { carnetSettingsSchema } from './till/carnet.ts'
import { tillStampSchema } from './till/cash.ts'
import { pricingViewSchema } from './till/prices.ts'
import { tillSettingsSchema, tillViewSchema } from './till/till.ts'

const timeMs = timeMsSchema

/** An offer that would have fitted the number, from a refunded mobile sale or a menu plan (service-api.md, suggested_offers). */
export const offerSchema = z.object({
  name: z.string(),
  planCode: z.string(),
  amountCentimes: centimesSchema,
})
export type Offer = z.infer<typeof offerSchema>

/** A gift card that was delivered: what may be shown of it. Its code is sealed in the journal. */
export const cardViewSchema = z.object({ codeTail: z.string(), serialTail: z.string().nullable() })

/**
 * A delivered card with its code, for whoever asks for just that: in no list, no event and no snapshot. `not-sealed`: there
 * was no key to keep it with; `no-key`: the key cannot be had now; `wrong-key`: another key sealed it.
 */
export const revealedCardSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), code: z.string(), serial: z.string().nullable() }),
  z.object({ kind: z.enum(['not-sealed', 'no-key', 'wrong-key']) }),
])
export type RevealedCard = z.infer<typeof revealedCardSchema>

/** Codes are read within this time; they are hidden again before another customer stands at the counter. */
export const codesShownMs = 60_000

/** An order at the service that may be this sale's: what a person has to choose between, or to judge alone. */
export const candidateSchema = z.object({
  serviceId: z.string(),
  status: z.string(),
  orderedAtMs: timeMs.nullable(),
  quantity: z.int().nullable(),
  unitCentimes: centimesSchema.nullable(),
})
export type Candidate = z.infer<typeof candidateSchema>

/** What the service says of an order beside its status. Null, or empty, until it says so; never guessed. */
export const detailFields = {
  /** The operator's or biller's own number of the operation, once delivered. */
  transactionNumber: z.string().nullable(),
  /** Internet: last characters of the card's code; the whole code never leaves the service's answer. */
  cardTail: z.string().nullable(),
  /** Mobile, refunded: why, in the service's own words, which are usually Arabic. */
  refundMessage: z.string().nullable(),
  /** Mobile: plans that would have fitted. */
  offers: z.array(offerSchema),
  /** Gift cards: how many were delivered. */
  deliveredCount: z.int().nonnegative().nullable(),
  /** What the balance was debited in the end, where the service says so. */
  debitCentimes: centimesSchema.nullable(),
} as const

/** The same fields where the service gave none of them. */
export const emptyDetailFields: z.infer<z.ZodObject<typeof detailFields>> = {
  transactionNumber: null,
  cardTail: null,
  refundMessage: null,
  offers: [],
  deliveredCount: null,
  debitCentimes: null,
}

/** `who`: in whose name it was given back. */
const givenBackSchema = z.object({ atMs: timeMs, amountCentimes: centimesSchema, who: z.string() })

export const saleViewSchema = z.object({
  ref: refSchema,
  order: orderSchema,
  /** Internet: whose line it is. */
  subscriber: subscriberSchema.nullable(),
  /** What the customer pays, and what the sale costs the shop: missing for who may not see it. */
  priceCentimes: centimesSchema,
  costCentimes: centimesSchema.optional(),
  /** What the price is made of, as it was at the confirmation. Missing in sales of earlier versions. */
  pricing: pricingViewSchema.optional(),
  state: z.enum(saleStates),
  phase: z.enum(salePhases),
  /** The service's own word, as it spells it; null before it said any. */
  serverStatus: z.string().nullable(),
  recordedAtMs: timeMs,
  changedAtMs: timeMs,
  attempts: z.int().nonnegative(),
  /** The service's own id of the order: a top-up's, a gift card order's, a bill transaction's. */
  serviceId: z.string().nullable(),
  /** Correlation id of the last answer that counted, for support. */
  requestId: z.string().nullable(),
  /** Why it is refused, unsent, in doubt or left to a person: a service code, a transport reason or a standing doubt. */
  reason: z.string().nullable(),
  /** The service's code that answered the last request, of which look-ups have found nothing since. */
  lastRefusal: z.string().nullable().optional(),
  ...detailFields,
  /** Gift cards that were delivered. */
  cards: z.array(cardViewSchema),
  /** Orders at the service of which a person has to say which is this sale's, if any is; empty where there is nothing to choose. */
  candidates: z.array(candidateSchema),
  /** Whether a person may say what became of it: looks alone do not end it. */
  decidable: z.boolean(),
  /** How it ended by a person's word; null where it did not, and once the service has said the same. */
  byDecision: endByDecisionSchema.nullable(),
  /** Delivered, and the journal does not hold all of it: codes of cards, or the offers of a menu. The service does. */
  incomplete: z.boolean(),
  /** The customer learned that it came to nothing, whatever surfaced later: the cashier gave it up, or it was refused. */
  givenUp: z.boolean(),
  /** What the customer was given back last, where nothing more of it is due. */
  givenBack: givenBackSchema.optional(),
  /**
   * What they have of it already while money is due to them: 0 where they were given nothing, or repaid all. Missing where nothing
   * is due.
   */
  givenBeforeCentimes: centimesSchema.optional(),
  /** What a person counted as due of a part that nobody else counts. Missing where nobody did. */
  countedPartCentimes: centimesSchema.optional(),
  /** Paid bills: the service's own receipt, once its file is kept. */
  officialReceipt: officialReceiptSchema.nullable(),
  /** The till at which it was confirmed. Missing in sales of earlier versions. */
  till: tillStampSchema.optional(),
})
export type SaleView = z.infer<typeof saleViewSchema>

/** The last look before money moves. Its id makes confirmation idempotent: one review gives one sale at the most. */
export const reviewViewSchema = z.object({
  reviewId: z.string(),
  order: orderSchema,
  subscriber: subscriberSchema.nullable(),
  priceCentimes: centimesSchema,
  /** Missing for who may not see it. */
  costCentimes: centimesSchema.optional(),
  pricing: pricingViewSchema,
  /** Sales of the same thing to the same number or account that are open or some minutes old, newest first: a deliberate choice is asked. */
  repeats: z.array(saleViewSchema),
  /** null where the balance is not known. */
  enoughBalance: z.boolean().nullable(),
  expiresAtMs: timeMs,
})
export type ReviewView = z.infer<typeof reviewViewSchema>

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
        /** The line is good, and the service says that it is under maintenance, or interrupted. */
        'maintenance',
        /** The line is good, and the service was asked too much to say whether the key is. */
        'busy',
        /** The service answers, and nothing that can be used. */
        'service-fails',
        'key-refused',
        'read-only-key',
        /** The key is another account's than the one whose journal is open. */
        'other-account',
        /** The key was checked at other addresses than the list of accounts now has. */
        'addresses-changed',
        'address-refused',
        'blocked',
        'profile',
        'journal',
        /** The keychain speaks against the journal that was opened: see journal-doubt.ts. */
        'journal-doubted',
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
    z.object({ kind: z.literal('open'), doubt: journalDoubtSchema.optional() }),
    z.object({
      kind: z.literal('closed'),
      problem: z.enum(journalProblems),
      detail: z.string(),
      /** How many entries are known to be missing, where the journal is an older copy of itself. */
      missingEntries: z.int().positive().optional(),
      /** Which version of the program opens it, where this one cannot take it over. */
      opensWith: z.string().optional(),
    }),
  ]),
  notices: z.array(z.enum(notices)),
})
export type StatusView = z.infer<typeof statusViewSchema>

export const locales = ['fr', 'ar', 'en'] as const
export type Locale = (typeof locales)[number]

export const themes = ['system', 'light', 'dark'] as const

/** Where the customer's display is: nowhere, full on a second screen where there is one, or in a window. */
export const displayPlaces = ['off', 'screen', 'window'] as const
export type DisplayPlace = (typeof displayPlaces)[number]

/** Whose languages it speaks: the slips' or the counter's. */
export const displayLanguages = ['slip', 'counter'] as const

/** Whoever promises more than a year promises what no shop keeps. */
const claimDaysMax = 365

export const settingsSchema = z.object({
  locale: z.enum(locales),
  theme: z.enum(themes),
  slip: z.object({
    language: z.enum(['fr', 'ar', 'both']),
    /** Of the preview and the file: the roll's in the printer, while there is one. */
    widthMm: z.union([z.literal(58), z.literal(80)]),
    /** What was sold and paid, on half of the paper, once nothing is to come of it and nothing is owed. */
    isShort: z.boolean(),
    /** Room for a stamp and a hand where the customer shows the slip to somebody else. */
    isSigned: z.boolean(),
    /** For how many days what the shop owes may be asked for; null: the slip names none. */
    claimDays: z.int().min(1).max(claimDaysMax).nullable(),
    /** Its QR code is signed, so that anybody with the shop's public key can check what it says. */
    isProven: z.boolean(),
    /** Shows how much of what was paid in cash is stamp duty. */
    stampDuty: z.boolean(),
  }),
  /** The head and the foot of every slip. */
  shop: shopSchema,
  /** Whether the slip of a sale is printed by itself once the customer has what was ordered. */
  autoPrint: z.enum(['never', 'fulfilled']),
  /** Other counters use the same key: an order that nobody here claims may be theirs. */
  sharedKey: z.boolean(),
  /** Below this the counter says that the balance is low; null: never. */
  lowBalanceCentimes: centimesSchema.refine((amount) => amount >= 0, 'must not be below zero').nullable(),
  /** Where slips are printed; null where nowhere. */
  printer: printerSchema.nullable(),
  /** The shop prints nothing, and is offered neither paper nor a printer. A printer that is set comes before it. */
  withoutPrinter: z.boolean(),
  /** What the shop sells most, of every kind, in the order in which it was pinned. */
  favourites: favouritesSchema,
  /** Numbers sold to until then are not offered any more: somebody put them out of sight. */
  recentsAfterMs: timeMs,
  /** A sale that ends while nobody looks at the counter is shown by the system's own notifications. */
  desktopNotifications: z.boolean(),
  /** The first-run tour was gone through or left, and does not begin by itself any more. */
  tourDone: z.boolean(),
  customerDisplay: z.enum(displayPlaces),
  customerDisplayLanguage: z.enum(displayLanguages),
  /** The counter's window fills its screen, over the system's own bars. */
  fullScreen: z.boolean(),
  /** The counter looks for newer versions of itself by itself; never in training. */
  lookForUpdates: z.boolean(),
  /** In training alone: every other answer to what is sent is lost, to practise what the counter does then. */
  badLine: z.boolean(),
  till: tillSettingsSchema,
  carnet: carnetSettingsSchema,
})
export type Settings = z.infer<typeof settingsSchema>

/**
 * Of a settings file: one more with each setting that comes or changes its meaning, so that an older counter leaves alone what
 * it does not know. What a change makes of earlier files: core/settings-text.ts.
 */
export const settingsVersion = 15

/** The settings of yes or no, by the part of the settings that shows them. Their words: `settings.switches` in the locales. */
export const settingSwitches = {
  looks: ['fullScreen'],
  shop: ['sharedKey', 'desktopNotifications'],
  training: ['badLine'],
  updates: ['lookForUpdates'],
} as const satisfies Readonly<Record<string, readonly (keyof Settings)[]>>

/** Of a counter on which nobody has set anything, and of what a file does not hold. */
export const defaultSettings: Settings = {
  locale: 'fr',
  theme: 'system',
  slip: {
    language: 'fr',
    widthMm: 80,
    isShort: false,
    isSigned: false,
    isProven: false,
    claimDays: null,
    stampDuty: false,
  },
  shop: emptyShop,
  autoPrint: 'never',
  sharedKey: false,
  lowBalanceCentimes: null,
  printer: null,
  withoutPrinter: false,
  favourites: [],
  recentsAfterMs: 0,
  desktopNotifications: true,
  tourDone: false,
  customerDisplay: 'screen',
  customerDisplayLanguage: 'slip',
  fullScreen: false,
  lookForUpdates: true,
  badLine: false,
  till: {
    shifts: false,
    printZ: false,
    lockAfterMinutes: null,
    strip: false,
    blindClose: true,
    limits: { saleCentimes: null, hourCentimes: null, refundCentimes: null, differenceCentimes: null },
  },
  carnet: { isOn: false, limitCentimes: zeroCentimes, saleLimitCentimes: null },
}

/** Whether papers are offered to be printed: also where no printer is set yet. */
export const isPrinting = ({
  printer,
  withoutPrinter,
}: Pick<Settings, 'printer' | 'withoutPrinter'>): boolean => printer !== null || !withoutPrinter

/** Everything a window needs to draw itself, true at event number `sequence`. */
export const snapshotSchema = z.object({
  sequence: z.int().nonnegative(),
  /** When this core started: a sale that changed since then may be news to a window that opens later. */
  startedAtMs: timeMs,
  status: statusViewSchema,
  settings: settingsSchema,
  /** All open sales and all that changed today, newest first. */
  sales: z.array(saleViewSchema),
  /** Print jobs that are under way or wait for a person, and all slips of the listed sales of cards; oldest first. */
  printJobs: z.array(printJobViewSchema),
  /** The listed sales whose last codes came after their end, and that nobody was given: no slip and no showing had them all. */
  lateCodes: z.array(refSchema),
  /** Where the till stands; null where the journal does not open. */
  till: tillViewSchema.nullable(),
})
export type Snapshot = z.infer<typeof snapshotSchema>
