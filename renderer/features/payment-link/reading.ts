/** What is made of a typed text as a payment link: its reference, or its address. Pure. */
import { parsePaymentRef } from '#shared/payment-link.ts'
import type { Reader } from '../sell/reading.ts'

export interface PaymentLinkTake {
  readonly paymentRef: string
}

export const paymentLinkReader: Reader<PaymentLinkTake> = {
  read(text) {
    const paymentRef = parsePaymentRef(text)
    // Numbers with dashes have the shape too.
    if (!paymentRef.ok || !/\p{L}/u.test(paymentRef.value)) return []
    return [{ id: paymentRef.value, fit: 'whole', take: { paymentRef: paymentRef.value } }]
  },
}
