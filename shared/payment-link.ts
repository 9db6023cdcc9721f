/**
 * What a payment link may be made of. The document shows no way to make one; the rules are the operator's public ones.
 * One schema serves the form, the client and the training service.
 */
import * as z from 'zod'
import { type Centimes, centimes } from './money.ts'

/** Who bears the card fee; the service takes NO_FEE where nothing is said. */
export const feeModes = ['NO_FEE', 'SPLIT_FEE', 'CUSTOMER_FEE'] as const
export type FeeMode = (typeof feeModes)[number]

export const paymentLinkTitleMaxCharacters = 200
export const paymentLinkDescriptionMaxCharacters = 1_000
export const paymentLinkSuccessMessageMaxCharacters = 500
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
export const paymentRefShape: RegExp = /^[^\s/]+-[^\s/-]{6}-[^\s/-]{4}$/
