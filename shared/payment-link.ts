/**
 * What a payment link may be made of, how its reference is read, and what the screens know of one. The document shows
 * no way to make a link; those rules are the operator's public ones. One schema serves the form, the client and the
 * training service.
 */
import * as z from 'zod'
import type { AppError } from './app-error.ts'
import { timeMsSchema } from './dates.ts'
import { type Centimes, centimes, centimesSchema, dinarsOf } from './money.ts'
import { err, ok, type Result } from './result.ts'
import { findServiceError } from './service-errors.ts'
import type { ServerRow } from './transition.ts'

/** Who bears the card fee; the service takes NO_FEE where nothing is said. */
export const feeModes = ['NO_FEE', 'SPLIT_FEE', 'CUSTOMER_FEE'] as const
export type FeeMode = (typeof feeModes)[number]

export const paymentLinkTitleMaxCharacters = 200
const paymentLinkDescriptionMaxCharacters = 1_000
const paymentLinkSuccessMessageMaxCharacters = 500
/** Whole dinars on the wire. */
export const paymentLinkMinCentimes: Centimes = centimes(50_000)
export const paymentLinkMaxCentimes: Centimes = centimes(50_000_000)

const upTo = (maxCharacters: number) =>
  z.string('must be a string').max(maxCharacters, `must be at most ${maxCharacters} characters`)

/** A page that the customer's browser is sent to: never a script, a file or an address with a password in it. */
const webAddress = z
  .string('must be a string')
  .regex(/^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/, 'must be a web address')

const amountMessage = `must be ${paymentLinkMinCentimes / 100} to ${paymentLinkMaxCentimes / 100}`

/** The body of a payment link's creation, as it is on the wire: the amount in whole dinars. */
export const paymentLinkRequestSchema = z.object({
  productInfo: z.object(
    {
      title: upTo(paymentLinkTitleMaxCharacters).refine((title) => title.trim() !== '', 'must not be empty'),
      description: upTo(paymentLinkDescriptionMaxCharacters).optional(),
      amount: z
        .int('must be a whole number of dinars')
        .min(paymentLinkMinCentimes / 100, amountMessage)
        .max(paymentLinkMaxCentimes / 100, amountMessage),
    },
    'must be an object',
  ),
  feeMode: z.enum(feeModes, `must be ${feeModes.join(', ')}`).optional(),
  successMessage: upTo(paymentLinkSuccessMessageMaxCharacters).optional(),
  redirectUrl: webAddress.optional(),
})
export type PaymentLinkRequest = z.infer<typeof paymentLinkRequestSchema>

/** A payment reference as the document draws it: a prefix, six characters, four characters. */
const paymentRefShape: RegExp = /^[^\s/]+-[^\s/-]{6}-[^\s/-]{4}$/

export const paymentRefSchema = z.string().max(100).regex(paymentRefShape)

export type PaymentRefProblem = 'payment-ref-missing' | 'not-a-payment-ref'

/**
 * Reads a reference as it was typed, pasted or scanned. A link's whole address holds it as one of its parts; the last part
 * that has the shape counts.
 */
export function parsePaymentRef(typed: string): Result<string, PaymentRefProblem> {
  const text = typed.replace(/\p{Cf}/gu, '').trim()
  if (text === '') return err('payment-ref-missing')
  const parts = text.split(/[\s/?#&=]+/)
  const found = parts.findLast((part) => paymentRefSchema.safeParse(part).success)
  return found === undefined ? err('not-a-payment-ref') : ok(found)
}

export type LinkAmountProblem = 'link-amount-out-of-range' | 'amount-not-whole'

/** Whether a link may be made for this amount: whole dinars, within the operator's bounds. */
export function checkLinkAmount(amount: Centimes): Result<Centimes, LinkAmountProblem> {
  if (amount < paymentLinkMinCentimes || amount > paymentLinkMaxCentimes)
    return err('link-amount-out-of-range')
  return Number.isInteger(dinarsOf(amount)) ? ok(amount) : err('amount-not-whole')
}

/** A link as the counter asks for one. */
export const newPaymentLinkSchema = z.strictObject({
  title: z.string().trim().min(1).max(paymentLinkTitleMaxCharacters),
  description: z.string().trim().min(1).max(paymentLinkDescriptionMaxCharacters).optional(),
  amountCentimes: centimesSchema.refine((amount) => checkLinkAmount(amount).ok, amountMessage),
  feeMode: z.enum(feeModes).optional(),
})
export type NewPaymentLink = z.infer<typeof newPaymentLinkSchema>

export const linkPhases = [
  /** Nobody has begun to pay. */
  'untouched',
  /** The customer has begun, and the bank has not decided. */
  'being-paid',
  'paid',
  /** Declined, cancelled by the customer, or too old: the service has one word for the three. */
  'failed',
  'expired',
  /** A word that no table knows: neither paid nor failed. */
  'unknown',
] as const
export type LinkPhase = (typeof linkPhases)[number]

const finalPhases: readonly LinkPhase[] = ['paid', 'failed', 'expired']

/** The service changes nothing more. */
export const isLinkOver = ({ phase }: { readonly phase: LinkPhase }): boolean => finalPhases.includes(phase)

/** Asking again would bring the same refusal: who watches a link by itself stops, and a person may ask. */
export const endsLinkWatch = (error: AppError): boolean =>
  error.kind === 'refused' && findServiceError('platform', error.code)?.resend === 'never'

const timeMs = timeMsSchema

/** What the service says of a link, when it said so, and when it is looked at again. Null where it says nothing. */
export const paymentLinkViewSchema = z.object({
  paymentRef: z.string(),
  phase: z.enum(linkPhases),
  /** The service's own word and sentence. */
  serverStatus: z.string().nullable(),
  message: z.string().nullable(),
  amountCentimes: centimesSchema.nullable(),
  isSandbox: z.boolean().nullable(),
  /** When the customer began to pay. */
  begunAtMs: timeMs.nullable(),
  /** An untouched link ends at this time at the latest. Its age is known only from when it was made or first seen here. */
  endsByMs: timeMs.nullable(),
  /** How long a screen that shows it waits before it looks again by itself; null: nothing more is expected. */
  nextLookMs: timeMs.nullable(),
  /** When the service reported this. */
  seenAtMs: timeMs,
})
export type PaymentLinkView = z.infer<typeof paymentLinkViewSchema>

/** A link that was just made, with the address at which the customer pays. */
export const madePaymentLinkSchema = paymentLinkViewSchema.extend({ paymentUrl: z.string() })
export type MadePaymentLinkView = z.infer<typeof madePaymentLinkSchema>

const askedLink = { title: z.string(), amountCentimes: centimesSchema, askedAtMs: timeMs } as const

/** A link that was asked for since the account was opened. */
export const sessionLinkSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('made'),
    ...askedLink,
    link: paymentLinkViewSchema,
    /** Where the customer pays. */
    paymentUrl: z.string(),
  }),
  /** No usable answer came: it may be there, under a reference that nobody here knows. */
  z.object({ kind: z.literal('maybe-made'), ...askedLink }),
])
export type SessionLinkView = z.infer<typeof sessionLinkSchema>

// A payment link at the service, verbatim from service-api.md, "States and transitions". Observed, never stepped. PENDING
// covers a link that nobody began to pay and a payment that the bank is still at.

export const paymentLinkServerStates = ['PENDING', 'CONFIRMED', 'FAILED'] as const
export type PaymentLinkServerState = (typeof paymentLinkServerStates)[number]

export const paymentLinkServerTable: readonly ServerRow<PaymentLinkServerState>[] = [
  {
    from: 'PENDING',
    movedBy: 'customer payment',
    condition: 'completed successfully',
    to: 'CONFIRMED',
    also: 'funds credited to the account balance',
  },
  {
    from: 'PENDING',
    movedBy:
      'payment declined, cancelled by the customer, or link age reaches 20 minutes without a payment initiated',
    condition: '',
    to: 'FAILED',
    also: 'link expired',
  },
]

/** The states after which the service changes nothing more. */
export const paymentLinkFinalStates: readonly PaymentLinkServerState[] = ['CONFIRMED', 'FAILED']
