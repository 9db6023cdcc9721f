/** The refusals that discovery and payment share (service-api.md, "Bill payment error codes"). All come before anything is charged. */
import { type Centimes, dinarsOf } from '#shared/money.ts'
import { type Refusal, refuse } from '../answer.ts'

export const refusals = {
  duplicatedRef: () => refuse(403, 'DUPLICATED_REF', 'This ref was already used for this partner'),
  invalidAccount: (partner: string) =>
    refuse(400, 'INVALID_ACCOUNT', `This identifier cannot be used for ${partner}`),
  /** Without Retry-After. */
  partnerUnavailable: (partner: string) =>
    refuse(503, 'PARTNER_UNAVAILABLE', `${partner} cannot be reached; nothing was charged`),
  paymentInProgress: () => refuse(409, 'PAYMENT_IN_PROGRESS', 'Another payment has not finished yet'),
  alreadyPaid: () => refuse(409, 'BILL_ALREADY_PAID', 'This is already paid'),
  notFound: (what = 'No such transaction') => refuse(404, 'NOT_FOUND', what),
  /** The document does not name it on this host; practice shows it, as on the platform. */
  balance: (requiredCentimes: Centimes, availableCentimes: Centimes) =>
    refuse(403, 'INSUFFICIENT_BALANCE', 'The balance is too low', {
      required: dinarsOf(requiredCentimes),
      available: dinarsOf(availableCentimes),
    }),
} as const satisfies Readonly<Record<string, (...about: never[]) => Refusal>>
