/**
 * How a payment link ends, decided by its amount (shared/practice.ts): which amounts are special, and when the customer
 * acts, is ours. That an untouched link fails after 20 minutes is service-api.md, "Payment link".
 */
import { paymentLinkLifetimeMs } from '#shared/limits.ts'
import { type PaymentLinkEnding, paymentLinkPractice } from '#shared/practice.ts'
import type { PaymentLinkServerState } from '#shared/states/payment-link.ts'
import type { Step } from '../timeline.ts'

/** What happens to a link; the service tells less of it. */
export const linkStages = ['untouched', 'initiated', 'paid', 'declined', 'expired'] as const
export type LinkStage = (typeof linkStages)[number]

const statusOfStage: Readonly<Record<LinkStage, PaymentLinkServerState>> = {
  untouched: 'PENDING',
  initiated: 'PENDING',
  paid: 'CONFIRMED',
  declined: 'FAILED',
  expired: 'FAILED',
}

const messageOfStage: Readonly<Record<LinkStage, string>> = {
  untouched: 'The payment has not been initiated yet',
  initiated: 'The payment is being processed by the bank',
  paid: 'The payment was completed successfully',
  declined: 'The payment was declined',
  expired: 'The payment link has expired',
}

interface LinkStep extends Step {
  readonly status: LinkStage
}

const untouched: LinkStep = { status: 'untouched', afterMs: 0 }
const initiated: LinkStep = { status: 'initiated', afterMs: 10_000 }

const stepsByEnding: Readonly<Record<PaymentLinkEnding, readonly [LinkStep, ...LinkStep[]]>> = {
  paid: [untouched, initiated, { status: 'paid', afterMs: 20_000 }],
  slow: [untouched, initiated, { status: 'paid', afterMs: 120_000 }],
  declined: [untouched, initiated, { status: 'declined', afterMs: 20_000 }],
  expired: [untouched, { status: 'expired', afterMs: paymentLinkLifetimeMs }],
}

/** What happens to a link for this many dinars. */
export const linkSteps = (amountDinars: number): readonly [LinkStep, ...LinkStep[]] =>
  stepsByEnding[paymentLinkPractice.find((row) => row.amountDinars === amountDinars)?.ending ?? 'paid']

export const describeStage = (stage: LinkStage) => ({
  status: statusOfStage[stage],
  message: messageOfStage[stage],
})
