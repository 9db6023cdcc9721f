/** The part of the contract that is about the till: shifts, cash, what is given back to customers. */
import * as z from 'zod'
import { timeMsSchema } from '../dates.ts'
import { centimesSchema } from '../money.ts'
import { printJobViewSchema } from '../printing.ts'
import { refSchema } from '../ref.ts'
import {
  customerIdSchema,
  moneyMeans,
  movedAmountSchema,
  movementSchema,
  pieceCountSchema,
} from '../till/cash.ts'
import { tillPaperSchema } from '../till/papers.ts'
import { refundViewSchema } from '../till/refunds.ts'
import { reportViewSchema, zViewSchema } from '../till/report.ts'
import { actIdSchema, recordedActSchema, tillViewSchema } from '../till/till.ts'
import { nothing, savedPath, typedName, typedReason } from './wire.ts'

/** `who`: the name of who does it, where the shop has no people; where it has, who is signed in does it. */
const act = { actId: actIdSchema, who: typedName.optional() }
const onRefund = { ...act, ref: refSchema, amountCentimes: movedAmountSchema }
/** What the slips of the card terminal and the transfers come to. */
const counted = centimesSchema.refine((amount) => amount >= 0, 'must not be below zero').optional()

/**
 * Every act is recorded once, whatever is asked for twice under its id, and is refused where what was shown is not so any
 * more. All but the reports and lists answer where the till stands then. Reports hold cost, fees and profit only for who has the
 * permission `costs`.
 */
export const tillCommands = {
  'till.read': { input: nothing, output: tillViewSchema },
  /** Opens the next shift over a float that was counted by coin and note. Refused while one is open, or shifts are off. */
  /** `practice`: in training, whether the shop uses shifts or not. */
  'till.open-shift': {
    input: z.strictObject({ ...act, float: pieceCountSchema, practice: z.literal(true).optional() }),
    output: tillViewSchema,
  },
  /** Cash that moves without a sale, in the shift that is open. */
  'till.move-cash': { input: z.strictObject({ ...act, moved: movementSchema }), output: tillViewSchema },
  /** Counts the drawer. What was expected comes with the answer, and not before; it may be counted again. */
  'till.count': {
    input: z.strictObject({
      ...act,
      counted: pieceCountSchema,
      otherMeans: z.strictObject({ card: counted, transfer: counted }).optional(),
    }),
    output: tillViewSchema,
  },
  /** Closes a shift that was counted, and answers its Z. `reason`: why the count differs, where it does. */
  'till.close-shift': {
    input: z.strictObject({ ...act, reason: typedReason.optional() }),
    output: zViewSchema,
  },
  /** When an act was recorded, and in whose name; null where there is none under this id. */
  'till.act': {
    input: z.strictObject({ actId: actIdSchema }),
    output: z.object({ act: recordedActSchema.nullable() }),
  },
  /** The report of the shift that is open, as it stands. */
  'till.x-report': { input: nothing, output: reportViewSchema },
  /** A Z as it was kept; null where there is none of this number. */
  'till.z-report': {
    input: z.strictObject({ number: z.int().positive() }),
    output: z.object({ report: zViewSchema.nullable() }),
  },
  /** Closed shifts, newest first, a page at a time: those with a number below `before`. */
  'till.z-list': {
    input: z.strictObject({ before: z.int().positive().optional() }),
    output: z.object({ reports: z.array(zViewSchema) }),
  },
  /** Cash that moved without a sale in a shift, in order. */
  'till.movements': {
    input: z.strictObject({ shift: z.int().positive() }),
    output: z.object({
      movements: z.array(
        z.object({
          actId: actIdSchema,
          atMs: timeMsSchema,
          who: z.string(),
          approvedBy: z.string().nullable(),
          moved: movementSchema,
        }),
      ),
    }),
  },
  /** What is due to customers and what they owe, the oldest first; 1,000 of each at the most. */
  'till.refunds': {
    input: nothing,
    output: z.object({ due: z.array(refundViewSchema), debts: z.array(refundViewSchema) }),
  },
  /** What is and was to be given back of one sale; null where nothing ever was. */
  'till.refund': {
    input: z.strictObject({ ref: refSchema }),
    output: z.object({ refund: refundViewSchema.nullable() }),
  },
  /**
   * Gives back what is due of a sale: all of it, once. `amountCentimes`: as it was shown, or what a person counted where nobody
   * says how much is due. `forRef`: it is not paid out, it pays this sale. `customerId`: it is put to this customer's carnet:
   * the one whom the sale names, where it does.
   */
  'till.give-back': {
    input: z.strictObject({
      ...onRefund,
      means: z.enum(moneyMeans).optional(),
      forRef: refSchema.optional(),
      customerId: customerIdSchema.optional(),
    }),
    output: refundViewSchema,
  },
  /**
   * The customer repays what they were given for a sale that was delivered after all: all of it, or what a person counted where
   * nobody says how much of a part came. `customerId`: it is put to this customer's carnet: the one that it was credited to,
   * else whom the sale names, where it does. A cashier needs the owner beyond the customer's limit.
   */
  'till.take-back': {
    input: z.strictObject({
      ...onRefund,
      means: z.enum(moneyMeans).optional(),
      customerId: customerIdSchema.optional(),
    }),
    output: refundViewSchema,
  },
  /**
   * Prints a paper of the till; a second one of the same Z or act is a DUPLICATA. A cashier needs the owner for an X, and for
   * a Z that is not the newest.
   */
  'till.print': { input: z.strictObject({ of: tillPaperSchema }), output: printJobViewSchema },
  /** Saves the same as a PDF, where the person says. */
  'till.save-pdf': { input: z.strictObject({ of: tillPaperSchema }), output: savedPath },
} as const
