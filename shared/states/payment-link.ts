/**
 * A payment link at the service, verbatim from service-api.md, "States and transitions". Observed, never stepped. PENDING
 * covers a link that nobody began to pay and a payment that the bank is still at.
 */
import type { ServerRow } from './server-row.ts'

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
