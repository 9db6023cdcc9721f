/**
 * Entries of the till: shifts, cash, money given back, people. Each is an act of a person: `actId` is made by whoever asks
 * for it and names it once, so that asking twice does it once. None is a step of a sale. Amounts are whole centimes.
 */
import * as z from 'zod'
import { archivedSchema, publicKeySchema } from '#shared/archive.ts'
import { centimesSchema } from '#shared/money.ts'
import { refSchema } from '#shared/ref.ts'
import { customerLimitSchema } from '#shared/till/carnet.ts'
import {
  customerIdSchema,
  moneyMeans,
  movedAmountSchema,
  movementSchema,
  paymentMeans,
  pieceCountSchema,
} from '#shared/till/cash.ts'
import { roles } from '#shared/till/people.ts'
import { pricesSchema } from '#shared/till/prices.ts'
import { refundWays } from '#shared/till/refunds.ts'
import { keptReportSchema } from '#shared/till/report.ts'

const text = z.string().min(1).max(500)
const shift = z.int().positive()

/** Who did it: a name, the person's id where the shop has people, and the owner who approved of this one act. */
const by = {
  actId: z.string().min(1).max(64),
  who: z.string().min(1).max(80),
  personId: z.string().min(1).max(64).optional(),
  approvedBy: z.string().min(1).max(80).optional(),
}
/** A count that brought no means but cash counts none: what the terminal's slips come to, in centimes. */
const otherMeans = z.strictObject({ card: centimesSchema.optional(), transfer: centimesSchema.optional() })

export const shiftEntrySchemas = [
  z.strictObject({
    kind: z.literal('shift-opened'),
    ...by,
    shift,
    float: pieceCountSchema,
    floatCentimes: centimesSchema,
  }),
  z.strictObject({ kind: z.literal('cash-moved'), ...by, shift, moved: movementSchema }),
  /** Later counts of the same shift take the place of earlier ones. */
  z.strictObject({
    kind: z.literal('shift-counted'),
    ...by,
    shift,
    counted: pieceCountSchema,
    countedCentimes: centimesSchema,
    otherMeans,
  }),
  /** The Z: its number is the shift's. */
  z.strictObject({
    kind: z.literal('shift-closed'),
    ...by,
    shift,
    differenceReason: text.nullable(),
    report: keptReportSchema,
  }),
] as const
export type ShiftEntryBody = z.infer<(typeof shiftEntrySchemas)[number]>

export const shiftEntryKinds: readonly string[] = shiftEntrySchemas.map(({ shape }) => shape.kind.value)
export const isShiftEntry = (body: { readonly kind: string }): body is ShiftEntryBody =>
  shiftEntryKinds.includes(body.kind)

/** How a PIN is kept: scrypt over it with r 8 and p 1, in hexadecimal. */
export const pinDigestSchema = z.strictObject({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  cost: z
    .int()
    .min(2 ** 14)
    .max(2 ** 17),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
})
export type PinDigest = z.infer<typeof pinDigestSchema>

const name = z.string().min(1).max(80)
const id = z.string().min(1).max(64)

export const personEntrySchemas = [
  /** The first one of a journal is its owner: from then on there are people. */
  z.strictObject({
    kind: z.literal('person-added'),
    ...by,
    person: z.strictObject({ personId: id, name, role: z.enum(roles) }),
    pin: pinDigestSchema,
  }),
  /** What is not named stays. `byCode`: by the journal's recovery code, and not by anybody who was signed in. */
  z.strictObject({
    kind: z.literal('person-changed'),
    ...by,
    changed: id,
    name: name.optional(),
    role: z.enum(roles).optional(),
    isActive: z.boolean().optional(),
    pin: pinDigestSchema.optional(),
    byCode: z.literal(true).optional(),
  }),
] as const

/** What PINs did: none of these is asked for under an id. */
export const pinEntrySchemas = [
  z.strictObject({ kind: z.literal('person-signed-in'), personId: id, who: name }),
  /** The PIN that was typed for this person was not theirs. */
  z.strictObject({ kind: z.literal('pin-refused'), personId: id, who: name }),
  /** The owner `personId` approved of one command of the person who is signed in, which is carried out behind this entry. */
  z.strictObject({
    kind: z.literal('act-approved'),
    personId: id,
    who: name,
    approvedBy: name,
    command: z.string().min(1).max(64),
    saleRef: refSchema.optional(),
  }),
] as const
/** A signed archive of entries behind `after` up to `last` was written, under this key: see core/archive. */
export const archiveMadeSchema = z.strictObject({
  kind: z.literal('archive-made'),
  who: name,
  personId: id.optional(),
  approvedBy: name.optional(),
  of: archivedSchema,
  after: z.int().nonnegative(),
  last: z.int().positive(),
  publicKey: publicKeySchema,
})

export type PersonEntryBody =
  | z.infer<(typeof personEntrySchemas)[number]>
  | z.infer<(typeof pinEntrySchemas)[number]>

const byCustomer = { ...by, customer: customerIdSchema }
/** Of a customer's name and number, with a salt that goes with them: see customers.ts. */
const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** No name and no number of a customer is in any entry: see docs/decisions/0005-customers-in-the-journal.md. */
export const customerEntrySchemas = [
  z.strictObject({ kind: z.literal('customer-added'), ...byCustomer, digest }),
  /** What is not named stays. `limitCentimes`: null gives them the shop's own again. */
  z.strictObject({
    kind: z.literal('customer-changed'),
    ...byCustomer,
    digest: digest.optional(),
    limitCentimes: customerLimitSchema.optional(),
  }),
  /** Their name and number are not kept any more. */
  z.strictObject({ kind: z.literal('customer-forgotten'), ...byCustomer }),
] as const
export type CustomerEntryBody = z.infer<(typeof customerEntrySchemas)[number]>

export const customerEntryKinds: readonly string[] = customerEntrySchemas.map(({ shape }) => shape.kind.value)
export const isCustomerEntry = (body: { readonly kind: string }): body is CustomerEntryBody =>
  customerEntryKinds.includes(body.kind)

const ofCarnet = {
  ...byCustomer,
  shift: shift.optional(),
  means: z.enum(moneyMeans),
  amountCentimes: movedAmountSchema,
}

/** Money that comes or goes on a customer's carnet without a sale. */
export const carnetEntrySchemas = [
  z.strictObject({ kind: z.literal('debt-repaid'), ...ofCarnet }),
  z.strictObject({ kind: z.literal('credit-paid-out'), ...ofCarnet }),
] as const
export type CarnetEntryBody = z.infer<(typeof carnetEntrySchemas)[number]>

export const carnetEntryKinds: readonly string[] = carnetEntrySchemas.map(({ shape }) => shape.kind.value)
export const isCarnetEntry = (body: { readonly kind: string }): body is CarnetEntryBody =>
  carnetEntryKinds.includes(body.kind)

/** What the shop asks from then on: all of it, in the place of what it asked before. */
const pricesChangedSchema = z.strictObject({ kind: z.literal('prices-changed'), ...by, prices: pricesSchema })

/** Acts that are of no one sale. */
export const tillActSchemas = [
  ...shiftEntrySchemas,
  ...personEntrySchemas,
  ...pinEntrySchemas,
  ...customerEntrySchemas,
  ...carnetEntrySchemas,
  pricesChangedSchema,
  archiveMadeSchema,
] as const
export type TillAct = z.infer<(typeof tillActSchemas)[number]>
export const tillActKinds: readonly TillAct['kind'][] = tillActSchemas.map(({ shape }) => shape.kind.value)

/** Of money that goes back to a customer, or comes back from one. `shift`: the one that was open, if one was. */
const ofRefund = {
  ...by,
  ref: refSchema,
  shift: shift.optional(),
  means: z.enum(paymentMeans),
  /** Whose carnet, where the means are `on-account`. */
  customer: customerIdSchema.optional(),
  amountCentimes: movedAmountSchema,
}

export const refundEntrySchemas = [
  /** What was due of the sale was given back: paid, used for the sale `forRef`, or put to the customer's account. */
  z.strictObject({
    kind: z.literal('refund-given'),
    ...ofRefund,
    how: z.enum(refundWays),
    forRef: refSchema.optional(),
  }),
  /** The sale was delivered after it was paid back, and the customer repaid the difference. */
  z.strictObject({ kind: z.literal('refund-repaid'), ...ofRefund }),
] as const
export type RefundEntryBody = z.infer<(typeof refundEntrySchemas)[number]>

export const refundEntryKinds: readonly string[] = refundEntrySchemas.map(({ shape }) => shape.kind.value)
export const isRefundEntry = (body: { readonly kind: string }): body is RefundEntryBody =>
  refundEntryKinds.includes(body.kind)

/** What the till records: acts, and what was given back of sales. */
export type TillEntryBody = TillAct | RefundEntryBody
