/**
 * Internet cards, ADSL and 4G: the order and what is asked of it, and its states at the service, verbatim from service-api.md, "States and transitions". These states are
 * observed, never stepped: polling may skip some, so a new observation is judged by `reachable`.
 */
import * as z from 'zod'
import { centimes, centimesSchema, dinarsOf } from '../money.ts'
import { internetTypes, maskNumber, parseInternetNumber } from '../phone.ts'
import { refSchema } from '../ref.ts'
import type { ServerRow } from '../transition.ts'
import { type Product, typedNumber } from './product.ts'

export const internetOrderSchema = z.object({
  kind: z.literal('internet'),
  type: z.enum(internetTypes),
  /** In the wire form, see phone.ts. */
  number: z.string(),
  /** The card's denomination. */
  valueCentimes: centimesSchema,
})
export type InternetOrder = z.infer<typeof internetOrderSchema>

/** A card of 1,000 DA: what the sample of a slip is of. */
export const sampleOrder: InternetOrder = {
  ...{ kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: centimes(100_000) },
}

export const internetFavouriteSchema = z.object({
  kind: z.literal('internet'),
  type: z.enum(internetTypes),
  valueCentimes: centimesSchema,
})

export const internetGoodsSchema = z.strictObject({
  kind: z.literal('internet'),
  type: z.enum(internetTypes),
  number: z.string(),
  valueCentimes: centimesSchema,
})

/** What is to be sold; prices, names and stock are the service's at the review. */
export const internetReviewSchema = z.strictObject({
  kind: z.literal('internet'),
  type: z.enum(internetTypes),
  number: typedNumber,
  valueCentimes: centimesSchema,
})

/** What check-number said of the line: partially masked customer number, and the offer for ADSL. */
export const subscriberSchema = z.object({ customerNumber: z.string(), offer: z.string().nullable() })
export type Subscriber = z.infer<typeof subscriberSchema>

const internetProductSchema = z.object({
  valueCentimes: centimesSchema,
  /** What the service asks for it; missing for who may not see it. */
  costCentimes: centimesSchema.optional(),
  available: z.boolean(),
})
export type InternetProduct = z.infer<typeof internetProductSchema>

export const internetCommands = {
  'internet.products': {
    input: z.strictObject({ type: z.enum(internetTypes) }),
    output: z.object({ products: z.array(internetProductSchema) }),
  },
  'internet.check-number': {
    input: z.strictObject({ type: z.enum(internetTypes), number: typedNumber }),
    output: z.object({ type: z.enum(internetTypes), number: z.string(), subscriber: subscriberSchema }),
  },
} as const

/** service-api.md, "Internet send body". */
export const internetRequestSchema = z.strictObject({
  type: z.enum(internetTypes),
  number: z.string(),
  value: z.number(),
  ref: refSchema,
})

export const internetServerStates = ['HANDLING', 'FULFILLED', 'REFUNDED', 'QUEUED'] as const
export type InternetServerState = (typeof internetServerStates)[number]

export const internetServerTable: readonly ServerRow<InternetServerState>[] = [
  {
    from: '(none)',
    movedBy: 'POST /v3/internet/send accepted',
    condition: 'valid request',
    to: 'HANDLING',
    also: 'processing with the operator, typically 3 to 45 seconds',
  },
  {
    from: 'HANDLING',
    movedBy: 'operator result',
    condition: 'card delivered',
    to: 'FULFILLED',
    also: 'final',
  },
  {
    from: 'HANDLING',
    movedBy: 'operator result',
    condition: 'failed',
    to: 'REFUNDED',
    also: 'final; balance refunded',
  },
  {
    from: 'HANDLING',
    movedBy: 'operator result',
    condition: 'scheduled for later',
    to: 'QUEUED',
    also: 'typically 12 to 48 hours',
  },
  {
    from: 'QUEUED',
    movedBy: 'sandbox only, 15 s after entering QUEUED',
    condition: 'number 030000002',
    to: 'FULFILLED',
    also: 'final',
  },
]

/** The states after which the service changes nothing more. */
export const internetFinalStates: readonly InternetServerState[] = ['FULFILLED', 'REFUNDED']

export const internet: Product<
  InternetOrder,
  z.infer<typeof internetFavouriteSchema>,
  z.infer<typeof internetGoodsSchema>,
  z.infer<typeof internetRequestSchema>,
  z.infer<typeof internetReviewSchema>
> = {
  faceValueOf: ({ valueCentimes }) => valueCentimes,
  subjectOf: ({ number }) => number,
  numberOf: ({ number }) => number,
  subjectsFor(number) {
    const line = parseInternetNumber(number)
    return line.ok ? [line.value.number] : []
  },
  titleOf: ({ type }) => type,
  quantityOf: () => 1,
  feeOf: () => null,
  priceNamesOf: ({ type, valueCentimes }) => [`${type} ${dinarsOf(valueCentimes)}`, type],
  priceNames: internetTypes,
  hasKnownFace: true,
  partsOf: () => null,
  transactionOf: () => null,
  wordingVariantOf: () => 'topup',
  shownTextsOf: ({ number, type }) => [...typedNumbers(number), type],
  maskedSubjectOf: ({ number }) => maskNumber(number),
  supportNameOf: ({ type, number }) => `${type} ${maskNumber(number)}`,
  redactedOf: ({ kind, type, number }, mask) => ({ kind, type, number: mask(number) }),
  searchTermsOf: ({ number, type }) => ({ codes: typedNumbers(number), names: [type] }),
  favouriteOf: ({ kind, type, valueCentimes }) => ({ kind, type, valueCentimes }),
  againOf: ({ kind, type, number, valueCentimes }) => ({ kind, type, number, valueCentimes }),
  sampleOf: (favourite) => ({ ...favourite, number: '' }),
  keyOfFavourite: ({ type, valueCentimes }) => `internet ${type} ${valueCentimes}`,
  goodsOf: ({ kind, type, number, valueCentimes }) => ({ kind, type, number, valueCentimes }),
  requestOf: ({ type, number, valueCentimes }, ref) => ({
    type,
    number,
    value: dinarsOf(valueCentimes),
    ref,
  }),
  statuses: {
    HANDLING: { means: 'handling', atMostHours: 1 },
    // service-api.md, "Limits".
    QUEUED: { means: 'queued', atMostHours: 48 },
    FULFILLED: { means: 'fulfilled' },
    REFUNDED: { means: 'refunded' },
  },
  observedTable: internetServerTable,
  paymentWord: 'ADSL',
  isNamed: true,
  hasOfficialReceipt: false,
}

/** A 4G line is typed from its 0 as well as from the country code. */
const typedNumbers = (number: string): readonly string[] => [number, number.replace(/^213/, '0')]
