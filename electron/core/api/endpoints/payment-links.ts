/**
 * The endpoints of payment links (service-api.md, "Payment link status"; creation and the service's own segment come from
 * the profile). A link moves no money by itself: one whose making is in doubt is left to expire and another is made.
 */
import * as z from 'zod'
import { type PaymentLinkRequest, paymentLinkRequestSchema, paymentRefSchema } from '#shared/payment-link.ts'
import type { Endpoint } from '../endpoint.ts'
import { dinars, successOf, text } from '../envelope.ts'
import type { PaymentLink, PaymentLinkStatus } from '../platform-records.ts'
import { optionalSentence, optionalTimeMs } from './platform-list.ts'

/** An amount in another currency is none of ours. */
const details = z
  .object({
    amount: dinars.refine((amount) => amount > 0),
    currency: z.literal('DZD'),
    isSandbox: z.boolean().nullish().catch(null),
    createdDate: optionalTimeMs,
  })
  .nullish()
  .catch(null)

const status = successOf(
  z
    .object({ status: text, message: optionalSentence, paymentRef: text, transactionDetails: details })
    .transform(
      ({ transactionDetails, ...record }): PaymentLinkStatus => ({
        paymentRef: record.paymentRef,
        status: record.status,
        message: record.message,
        amountCentimes: transactionDetails?.amount ?? null,
        isSandbox: transactionDetails?.isSandbox ?? null,
        createdAtMs: transactionDetails?.createdDate ?? null,
      }),
    ),
)

const byRef = z.strictObject({ ref: paymentRefSchema })

export const checkPaymentLink: Endpoint<z.infer<typeof byRef>, PaymentLinkStatus> = {
  name: 'checkPaymentLink',
  host: 'platform',
  method: 'GET',
  path: { profile: 'paymentLinkStatus' },
  class: 'read',
  request: byRef,
  answers: { 200: status },
  // Public practice: "404 unknown, 410 expired", with no word on the codes; the document's own codes have no status.
  codeOfStatus: { 404: 'PAYMENT_NOT_FOUND', 410: 'PAYMENT_EXPIRED' },
  agrees: (asked, answered) => answered.paymentRef === asked.ref,
}

/** The customer is sent to this address to pay by card. */
const MAX_URL_LENGTH = 2_048
const payAddress = z
  .string()
  .max(MAX_URL_LENGTH)
  .refine((url) => URL.parse(url)?.protocol === 'https:')

const link = successOf(z.object({ paymentUrl: payAddress, paymentRef: text }))

export const createPaymentLink: Endpoint<PaymentLinkRequest, PaymentLink> = {
  name: 'createPaymentLink',
  host: 'platform',
  method: 'POST',
  path: { profile: 'paymentLinkCreate' },
  class: 'starts-again',
  request: paymentLinkRequestSchema,
  answers: { 200: link },
}
