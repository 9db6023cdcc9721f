/** The part of the contract that is about customers, what they owe, and what the shop asks for what it sells. */
import * as z from 'zod'
import { timeMsSchema } from '../dates.ts'
import { centimesSchema } from '../money.ts'
import { refSchema } from '../ref.ts'
import {
  agesSchema,
  carnetLineSchema,
  customerLimitSchema,
  customerNameSchema,
  customerViewSchema,
  debtorsSchema,
} from '../till/carnet.ts'
import { customerIdSchema, moneyMeans, movedAmountSchema } from '../till/cash.ts'
import { pricesSchema } from '../till/prices.ts'
import { refundViewSchema } from '../till/refunds.ts'
import { actIdSchema } from '../till/till.ts'
import { saleViewSchema } from '../views.ts'
import { nothing, savedPath, typedName } from './wire.ts'

/** `who`: as in till-commands.ts. */
const act = { actId: actIdSchema, who: typedName.optional() }
const byCustomer = z.strictObject({ customerId: customerIdSchema })
/** As typed or pasted: the core reads it. */
const typedNumber = z.string().max(40)
const money = z.strictObject({
  ...act,
  customerId: customerIdSchema,
  amountCentimes: movedAmountSchema,
  means: z.enum(moneyMeans).optional(),
})

/** All that is known of one customer. */
const customerPageSchema = z.object({
  customer: customerViewSchema,
  ages: agesSchema,
  /** Open debts, oldest first: what is left of each. A sale on account has its ref. */
  unpaid: z.array(
    z.object({ ref: refSchema.nullable(), leftCentimes: centimesSchema, sinceMs: timeMsSchema }),
  ),
  /** The lines of the carnet, newest first; 1,000 at the most. */
  lines: z.array(carnetLineSchema),
  /** The last sales that they bought, or that were made for their number, newest first. */
  sales: z.array(saleViewSchema),
  /** What is due of these sales, and what is owed for them after it was given back. */
  refunds: z.array(refundViewSchema),
})
export type CustomerPage = z.infer<typeof customerPageSchema>

/** What stands open between the shop and whoever has a number. */
const standingSchema = z.object({
  /** Who has the number; null where nobody who is known does. */
  customer: customerViewSchema.nullable(),
  /** What is due of their last sales, and of those for the number, and what is owed for them after it was given back; 20 at the most. */
  refunds: z.array(z.object({ sale: saleViewSchema, refund: refundViewSchema })),
})
export type StandingView = z.infer<typeof standingSchema>

/** Every act is recorded once, whatever is asked for twice under its id. */
export const carnetCommands = {
  /**
   * Customers by a part of their number or name, or by the ref of a slip of theirs; with nothing asked those who owe, then
   * those who were added last. 20 at the most.
   */
  'carnet.find': {
    input: z.strictObject({ query: z.string().max(80) }),
    output: z.object({ customers: z.array(customerViewSchema) }),
  },
  /** Null where there is no such customer. */
  'carnet.page': { input: byCustomer, output: z.object({ page: customerPageSchema.nullable() }) },
  /** By the number or the account that a sale is for, whole, whether somebody with a page has it or not. */
  'carnet.standing': { input: z.strictObject({ number: typedNumber }), output: standingSchema },
  'carnet.debtors': { input: nothing, output: debtorsSchema },
  /** Refused where a customer has the number already. */
  'carnet.add': {
    input: z.strictObject({ ...act, number: typedNumber, name: customerNameSchema.optional() }),
    output: customerViewSchema,
  },
  /** Another number or name; what is not named stays. `name`: null takes it away. */
  'carnet.change': {
    input: z.strictObject({
      ...act,
      customerId: customerIdSchema,
      number: typedNumber.optional(),
      name: customerNameSchema.nullable().optional(),
    }),
    output: customerViewSchema,
  },
  /** How much the customer may owe; null: as much as the shop's settings say. */
  'carnet.set-limit': {
    input: z.strictObject({ ...act, customerId: customerIdSchema, limitCentimes: customerLimitSchema }),
    output: customerViewSchema,
  },
  /** Takes money for what is owed, oldest debt first, and not more than is owed. Takes an open shift where there are shifts. */
  'carnet.repay': { input: money, output: customerViewSchema },
  /** Pays out what the customer has to their credit, or a part of it. */
  'carnet.pay-out': { input: money, output: customerViewSchema },
  /** Forgets name and number of a customer who owes nothing; what they bought and paid stays, without them. */
  'carnet.forget': {
    input: z.strictObject({ ...act, customerId: customerIdSchema }),
    output: customerViewSchema,
  },
  /** Saves all that is kept of one customer as JSON, where the person says. */
  'carnet.export': { input: byCustomer, output: savedPath },
  /** What the shop asks beyond what things are worth. */
  'prices.read': { input: nothing, output: pricesSchema },
  /** Takes the place of all rules there were. */
  'prices.set': { input: z.strictObject({ ...act, prices: pricesSchema }), output: pricesSchema },
} as const
