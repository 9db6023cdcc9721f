/** What the screens are given of the till, and what can keep an act of it from being done. */
import * as z from 'zod'
import { timeMsSchema } from '../dates.ts'
import { centimesSchema } from '../money.ts'
import { peopleViewSchema } from './people.ts'
import { reportCashSchema, shiftStates, tallySchema } from './report.ts'

export const tillProblems = [
  /** The shop uses no shifts: a setting. */
  'shifts-off',
  'no-shift',
  'shift-open',
  /** The shift is closed after its count. */
  'not-counted',
  /** What was counted is not what is expected, and nobody said why. */
  'reason-missing',
  /** Nobody said who does it. */
  'who-missing',
  /** There is no such Z, or no such act. */
  'no-such-paper',
  /** Another act was asked for under the same id. */
  'act-taken',
  /** Nothing is due for the sale, and nothing was given back of it. */
  'nothing-due',
  /** It was given back already. */
  'already-given-back',
  /** Another amount is due by now than the one that was shown. */
  'amount-changed',
  /** The sale that is to be paid by it does not exist, is the same one, is paid by other means, or ended without a delivery. */
  'cannot-reuse',
  /** The customer owes nothing for the sale. */
  'no-debt',
  /** The shop sells nothing on account: a setting. */
  'carnet-off',
  /** There is no such customer, or they are forgotten. */
  'unknown-customer',
  /** Another customer has this number. */
  'number-taken',
  /** It is no number that a customer can be reached at. */
  'not-a-number',
  /** The sale names another customer. */
  'other-customer',
  /** More than the customer may owe, or than one sale on account may cost. */
  'over-limit',
  /** A sale on account is a customer's. */
  'customer-missing',
  /** The customer owes less than this, or has less to their credit. */
  'more-than-owed',
  /** The customer owes something, or has something to their credit. */
  'customer-owes',
  /** A sale on account of the customer has not ended, or something is due of it. */
  'customer-unsettled',
  /** What the shop asks is another price by now. */
  'price-changed',
  /** There are people already, or none yet. */
  'people-on',
  'people-off',
  'unknown-person',
  /** Somebody else of this shop is called so, or was. */
  'name-taken',
  /** Without them nobody could do what only an owner may. */
  'last-owner',
  'pin-wrong',
  /** Too many wrong PINs: the next may be tried from `fromMs` on. */
  'pin-wait',
  'wrong-code',
  /** Nobody is signed in. */
  'signed-out',
  /** Whoever is signed in may not do it; or may with the owner's PIN. */
  'denied',
  'needs-owner',
  /** The keychain lacks the key that signed the archives before. */
  'archive-key-lost',
  /** Only an owner's PIN approves. */
  'not-an-owner',
] as const
export type TillProblem = (typeof tillProblems)[number]

const limitSchema = centimesSchema.refine((amount) => amount >= 0, 'must not be below zero').nullable()

/** Shifts are off at first: a shop that uses none sells as it did before. */
export const tillSettingsSchema = z.object({
  shifts: z.boolean(),
  /** The Z is printed by itself when a shift is closed. */
  printZ: z.boolean(),
  /** The counter locks after so many minutes in which nobody touched it; null: never. */
  lockAfterMinutes: z.int().min(1).max(240).nullable(),
  /** The owner's strip stands on the screen of an owner. */
  strip: z.boolean(),
  /** Who counts does not see what is expected before the count is in. */
  blindClose: z.boolean(),
  /** Beyond these a cashier needs the owner's approval; null: never. */
  limits: z.object({
    /** The price of one sale. */
    saleCentimes: limitSchema,
    /** The prices of all sales of one cashier within an hour. */
    hourCentimes: limitSchema,
    /** What is given back for one sale. */
    refundCentimes: limitSchema,
    /** By how much a count differs from what was expected, either way. */
    differenceCentimes: limitSchema,
  }),
})

/** An act's own id, made by whoever asks for it: asking twice under one id does it once. */
export const actIdSchema = z.string().regex(/^[0-9A-Za-z-]{8,64}$/, 'not an id of an act')

/** An act that is in the journal. */
export const recordedActSchema = z.object({ atMs: timeMsSchema, who: z.string() })
export type RecordedAct = z.infer<typeof recordedActSchema>

/** The shift that is not closed yet. */
export const shiftViewSchema = z.object({
  shift: z.int().positive(),
  state: z.enum(shiftStates),
  openedAtMs: timeMsSchema,
  openedBy: z.string(),
  floatCentimes: centimesSchema,
  /** How this float differs from what the last shift left, see the report. */
  overnight: reportCashSchema.shape.overnight,
  /** The last count; with what was expected, which nobody sees before. */
  counted: reportCashSchema.shape.counted,
})
export type ShiftView = z.infer<typeof shiftViewSchema>

/** Where the till stands. Published whenever it has changed. */
export const tillViewSchema = z.object({
  /** Null where none is open. */
  shift: shiftViewSchema.nullable(),
  /** The last Z: its number, when, and what the drawer held; null where there is none. */
  lastClose: z
    .object({ number: z.int().positive(), closedAtMs: timeMsSchema, leftCentimes: centimesSchema })
    .nullable(),
  /** To be given back to customers, and owed by customers. */
  due: tallySchema,
  debts: tallySchema,
  people: peopleViewSchema,
})
export type TillView = z.infer<typeof tillViewSchema>
