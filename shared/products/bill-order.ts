/**
 * Bills: the order and what is asked of it, and what a discovery found, as the screens are given it. Asked of the service
 * each time and kept by nobody.
 */
import * as z from 'zod'
import { timeMsSchema } from '../dates.ts'
import { billIdSchema, billIdsSchema, transactionIdSchema } from '../ids.ts'
import { billIds } from '../limits.ts'
import { centimesSchema, sumCentimes, zeroCentimes } from '../money.ts'
import { refSchema } from '../ref.ts'
import { billObservedTable, billPartners, partnerStatuses } from './bill.ts'
import { billAccountSchema, billForms } from './bill-account.ts'
import type { Product } from './product.ts'

export const orderedBillSchema = z.object({
  billId: billIdSchema,
  amountCentimes: centimesSchema,
  /** The service's fee on this bill alone. */
  feeCentimes: centimesSchema,
  label: z.string().nullable(),
  period: z.string().nullable(),
})
export type OrderedBill = z.infer<typeof orderedBillSchema>

export const billOrderSchema = z.object({
  kind: z.literal('bill'),
  partner: z.enum(billPartners),
  /** The identifier that the customer gave, as the screens and slips show it. */
  accountNumber: z.string(),
  /** The discovery that found the bills, and the transaction that it became: the payment happens in it. */
  discoveryRef: refSchema,
  transactionId: transactionIdSchema,
  bills: z.array(orderedBillSchema).min(1).max(billIds.maxCount),
  /** The one fee on the sum: the service's own for one bill, an estimate for several (service-api.md, "Fees"). */
  feeCentimes: centimesSchema,
})
export type BillOrder = z.infer<typeof billOrderSchema>

export const billFavouriteSchema = z.object({ kind: z.literal('bill'), partner: z.enum(billPartners) })

export const billGoodsSchema = z.strictObject({
  kind: z.literal('bill'),
  partner: z.enum(billPartners),
  accountNumber: z.string(),
  billCount: z.int().positive(),
  billsCentimes: centimesSchema,
  feeCentimes: centimesSchema,
})

/** Bills of one discovery, in the order in which they are to be paid. */
export const billReviewSchema = z.strictObject({
  kind: z.literal('bill'),
  discoveryRef: refSchema,
  billIds: billIdsSchema,
})

/** service-api.md, "POST /v3/bills/pay". */
export const billRequestSchema = z.union([
  z.strictObject({ transactionId: transactionIdSchema, billId: billIdSchema, ref: refSchema }),
  z.strictObject({ transactionId: transactionIdSchema, billIds: billIdsSchema, ref: refSchema }),
])

/** Two discoveries of an account may list a bill under two ids. */
const isSameBill = (one: OrderedBill, other: OrderedBill): boolean =>
  one.billId === other.billId ||
  (one.amountCentimes === other.amountCentimes && one.period === other.period && one.label === other.label)

const amountsOf = ({ bills }: BillOrder) => bills.map(({ amountCentimes }) => amountCentimes)

export const bill: Product<
  BillOrder,
  z.infer<typeof billFavouriteSchema>,
  z.infer<typeof billGoodsSchema>,
  z.infer<typeof billRequestSchema>,
  z.infer<typeof billReviewSchema>
> = {
  faceValueOf: (order) => (order.bills.length === 0 ? zeroCentimes : sumCentimes(amountsOf(order))),
  subjectOf: ({ partner, accountNumber }) => `${partner}/${accountNumber}`,
  numberOf: ({ accountNumber }) => accountNumber,
  subjectsFor: (accountNumber) => billPartners.map((partner) => `${partner}/${accountNumber}`),
  titleOf: ({ partner }) => partner,
  quantityOf: ({ bills }) => bills.length,
  feeOf: ({ feeCentimes }) => feeCentimes,
  priceNamesOf: ({ partner }) => [partner],
  priceNames: billPartners,
  hasKnownFace: true,
  partsOf: () => null,
  sharesWith: ({ bills }, earlier) =>
    bills.some((one) => earlier.bills.some((other) => isSameBill(one, other))),
  transactionOf: ({ transactionId, discoveryRef }) => ({ transactionId, discoveryRef }),
  wordingVariantOf: () => 'bill',
  shownTextsOf: ({ partner, accountNumber }) => [partner, accountNumber],
  maskedSubjectOf: ({ partner, accountNumber }) => `${partner} ${endOf(accountNumber, 4, '••••')}`,
  supportNameOf: ({ partner, accountNumber }) => `${partner} ${endOf(accountNumber, 3, '•••')}`,
  redactedOf: ({ kind, partner, accountNumber, transactionId, discoveryRef, bills, feeCentimes }, mask) => ({
    ...{ kind, partner, account: mask(accountNumber), transactionId, discoveryRef },
    ...{ bills: bills.length, feeCentimes },
  }),
  searchTermsOf: ({ accountNumber, transactionId, discoveryRef, partner }) => ({
    codes: [accountNumber, transactionId, discoveryRef],
    names: [partner],
  }),
  favouriteOf: ({ kind, partner }) => ({ kind, partner }),
  // What is owed has to be asked anew.
  againOf: () => null,
  sampleOf: () => null,
  keyOfFavourite: ({ partner }) => `bill ${partner}`,
  goodsOf: (order) => ({
    ...{ kind: order.kind, partner: order.partner, accountNumber: order.accountNumber },
    ...{ billCount: order.bills.length, billsCentimes: sumCentimes(amountsOf(order)) },
    feeCentimes: order.feeCentimes,
  }),
  requestOf({ bills, transactionId }, ref) {
    const [first, ...others] = bills.map(({ billId }) => billId)
    if (first === undefined) throw new RangeError('an order of bills holds one at the least')
    return others.length === 0
      ? { transactionId, billId: first, ref }
      : { transactionId, billIds: [first, ...others], ref }
  },
  statuses: {
    PROCESSING: { means: 'handling', atMostHours: 1 },
    UNKNOWN: { means: 'unknown', atMostHours: 24 },
    SUCCESS: { means: 'fulfilled' },
    FAILED: { means: 'failed' },
    REFUNDED: { means: 'refunded' },
  },
  observedTable: billObservedTable,
  paymentWord: 'SERVICE',
  isNamed: true,
  hasOfficialReceipt: true,
}

/** The end of an account, by which it is known again; one of a few characters shows none of them. */
const endOf = (account: string, shown: number, hidden: string): string =>
  account.length > 2 * shown ? `${hidden}${account.slice(-shown)}` : hidden

export const partnerMapSchema = z.record(z.enum(billPartners), z.enum(partnerStatuses))

/** Which billers are there, and the forms that each may be asked with, the one to offer first at the front. */
const billersViewSchema = z.object({
  partners: partnerMapSchema,
  forms: z.record(z.enum(billPartners), z.array(z.enum(billForms)).min(1).readonly()),
})
export type BillersView = z.infer<typeof billersViewSchema>

/** What an account owes, for as long as it may be reviewed. No bills: nothing is owed, or only below the service's floor. */
const discoveryViewSchema = z.object({
  discoveryRef: refSchema,
  transactionId: transactionIdSchema,
  partner: z.enum(billPartners),
  /** The identifier that the customer gave. */
  accountNumber: z.string(),
  bills: z.array(orderedBillSchema),
  expiresAtMs: timeMsSchema,
})
export type DiscoveryView = z.infer<typeof discoveryViewSchema>

export const billCommands = {
  'bills.partners': { input: z.strictObject({}), output: billersViewSchema },
  /** Asks a biller what an account owes, and waits for its answer. Moves no money and leaves no trace in the journal. */
  'bills.discover': {
    input: z.strictObject({ partner: z.enum(billPartners), account: billAccountSchema }),
    output: discoveryViewSchema,
  },
} as const
