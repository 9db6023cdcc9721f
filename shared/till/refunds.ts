/**
 * Money that goes back to customers. The shop holds a sale's money until the sale ends; then it is earned, or due to the
 * customer until it was given back once: paid, used for another sale, or put to the customer's account. Where a sale is
 * delivered after that, the customer owes what they were given. Pure. Amounts are whole centimes.
 */
import * as z from 'zod'
import { timeMsSchema } from '../dates.ts'
import { type Centimes, centimes, centimesSchema, zeroCentimes } from '../money.ts'
import { refSchema } from '../ref.ts'
import { openSaleStates } from '../states/sale.ts'
import { customerIdSchema, type PaymentMeans, paymentMeans } from './cash.ts'
import { isOnAccount, type ValuedSale, valueOfSale } from './sale-value.ts'

export const refundStates = [
  /** Nothing is to be given back; or nobody knows yet whether anything is. */
  'none',
  /** The shop owes it to the customer. */
  'due',
  /** It was given back, once. */
  'given-back',
  /** More was given back than is owed: the sale was delivered after all, and the customer owes the difference. */
  'debt',
] as const
export type RefundState = (typeof refundStates)[number]

/** `paid`: out of the drawer; `reused`: it pays another sale; `credited`: it stands on the customer's account. */
export const refundWays = ['paid', 'reused', 'credited'] as const
export type RefundWay = (typeof refundWays)[number]

/**
 * What is owed for a sale as it stands, before anything was given back. `pending`: nobody knows yet; `uncounted`: a part is,
 * and nobody says how much.
 */
export type Owed =
  | { readonly kind: 'pending' }
  | { readonly kind: 'uncounted' }
  | { readonly kind: 'known'; readonly centimes: Centimes }
  /** Of a sale on account: the debt is less by it, and no money goes back. */
  | { readonly kind: 'cancelled'; readonly centimes: Centimes }

export function owedOf(sale: ValuedSale, countedPartCentimes: Centimes | null): Owed {
  if (openSaleStates.includes(sale.state)) return { kind: 'pending' }
  const { owedCentimes, cancelledCentimes, isUncounted } = valueOfSale(sale, countedPartCentimes)
  if (isUncounted) return { kind: 'uncounted' }
  return isOnAccount(sale)
    ? { kind: 'cancelled', centimes: cancelledCentimes }
    : { kind: 'known', centimes: owedCentimes }
}

/** Where a refund stands, and what is due (above zero) or owed by the customer (below); null: one of both, and nobody says how much. */
export function standingOf(
  owed: Owed,
  givenCentimes: Centimes,
): { readonly state: RefundState; readonly balanceCentimes: Centimes | null } {
  const isGiven = givenCentimes > 0
  const level = { state: isGiven ? 'given-back' : 'none', balanceCentimes: centimes(0) } as const
  if (owed.kind === 'pending' || owed.kind === 'cancelled') return level
  // What was given back before the part came was not counted for it: what the customer owes of it is to be counted.
  if (owed.kind === 'uncounted') return { state: isGiven ? 'debt' : 'due', balanceCentimes: null }
  const balanceCentimes = centimes(owed.centimes - givenCentimes)
  if (balanceCentimes === 0) return level
  return { state: balanceCentimes > 0 ? 'due' : 'debt', balanceCentimes }
}

/**
 * Whether this amount may be given back, or repaid: what is due or owed, and all of it; where nobody says how much that is, what
 * a person counted, up to `mostCentimes`.
 */
export const fitsBalance = (
  balanceCentimes: Centimes | null,
  amountCentimes: Centimes,
  mostCentimes: Centimes,
): boolean =>
  balanceCentimes === null
    ? amountCentimes <= mostCentimes
    : amountCentimes === Math.abs(balanceCentimes) && amountCentimes <= mostCentimes

/** Once that money of a sale was given back, or a debt for it repaid. */
const doneSchema = z.strictObject({
  atMs: timeMsSchema,
  who: z.string(),
  approvedBy: z.string().nullable(),
  amountCentimes: centimesSchema,
  /** `on-account`: in or out of the customer's carnet. */
  means: z.enum(paymentMeans),
  /** Whose carnet. */
  customer: customerIdSchema.optional(),
  shift: z.int().positive().nullable(),
})

export const refundViewSchema = z.strictObject({
  ref: refSchema,
  /** What the customer paid for the sale, and with what. */
  priceCentimes: centimesSchema,
  means: z.enum(paymentMeans),
  /** Whom the sale names. */
  customer: customerIdSchema.optional(),
  state: z.enum(refundStates),
  /** Due to the customer above zero, owed by them below; null: of a part, and nobody says how much. */
  balanceCentimes: centimesSchema.nullable(),
  /**
   * What a person counted as due of a part that nobody else counts: what the customer had back in the end, once money was
   * given back or repaid while the sale stood so. Null: nobody counted.
   */
  countedPartCentimes: centimesSchema.nullable(),
  /** Oldest first. `forRef`: the sale that it paid. */
  givenBack: z.array(doneSchema.extend({ how: z.enum(refundWays), forRef: refSchema.nullable() })),
  repayments: z.array(doneSchema),
  /** Since when it stands as it does. */
  changedAtMs: timeMsSchema,
})
export type RefundView = z.infer<typeof refundViewSchema>

/**
 * Whose carnet alone takes what is due of a sale, or a debt for it: of what was credited, the one that has it; else the one of
 * whom the sale names. Undefined: anybody's does.
 */
export function onlyCarnetOf({
  state,
  customer,
  givenBack,
}: Pick<RefundView, 'state' | 'customer' | 'givenBack'>): string | undefined {
  const credited = givenBack.findLast(({ how }) => how === 'credited')
  return (state === 'debt' ? credited?.customer : undefined) ?? customer
}

/**
 * Whether the carnet of this customer takes what is due of a sale paid by these means, or a debt for it. Of one on account no money
 * may go back in its place: theirs takes it though they are forgotten.
 */
export const carnetTakes = (
  means: PaymentMeans | undefined,
  { isForgotten }: { readonly isForgotten: boolean },
): boolean => means === 'on-account' || !isForgotten

/** What a person counted as due of a part that nobody else counts; null: nobody counted. */
export const countedPartOf = (refund: Pick<RefundView, 'countedPartCentimes'> | undefined): Centimes | null =>
  refund?.countedPartCentimes ?? null

/** What was given back and not repaid; nothing of a sale that has no refund. */
export const givenOf = (refund: Pick<RefundView, 'givenBack' | 'repayments'> | undefined): Centimes =>
  refund
    ? centimes(
        refund.givenBack.reduce((sum, { amountCentimes }) => sum + amountCentimes, 0) -
          refund.repayments.reduce((sum, { amountCentimes }) => sum + amountCentimes, 0),
      )
    : zeroCentimes
