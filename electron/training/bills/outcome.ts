/**
 * What became of a bill transaction, as a pure function of its stored facts and the time (service-api.md, "Bill payment
 * transaction"): no timer runs, and a service that was killed gives the same answers when it comes back.
 */
import type { BillServerState, BillTransactionError } from '#shared/products/bill.ts'
import { type BillPracticeEnding, billPracticeEndings } from '#shared/products/bill-practice.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'

/** Ours, at speed 1: the document gives no times but the minute of UNKNOWN that practice shows. */
const DISCOVERED_AFTER_MS = 2_000
const BILLER_ANSWERS_AFTER_MS = 3_000
const UNKNOWN_LASTS_MS = 60_000
const LATE_RECEIPT_AFTER_MS = 8_000

/** Those of practice, and others that the document leaves open. */
export const transactionEndings = [
  ...billPracticeEndings,
  /** UNKNOWN, then FAILED. */
  'unknown-failed',
  /** PROCESSING, then REFUNDED. */
  'processing-refunded',
  /** SUCCESS, and REFUNDED after it. */
  'paid-refunded',
  /** The discovery fails: of an account that is not usable, or that owes nothing any more. */
  'discovery-invalid',
  'discovery-settled',
] as const
export type TransactionEnding = (typeof transactionEndings)[number]

/** What an account's ending is at this service: how UNKNOWN ends, and from where REFUNDED is entered, is not shown. */
export function endingAt(
  ending: BillPracticeEnding,
  { unknownEnds, refundedFrom }: Behaviour,
): TransactionEnding {
  if (ending === 'unknown-paid' && unknownEnds === 'FAILED') return 'unknown-failed'
  if (ending !== 'unknown-refunded' || refundedFrom === 'UNKNOWN') return ending
  return refundedFrom === 'PROCESSING' ? 'processing-refunded' : 'paid-refunded'
}

/** A discovery, and the payment that it became, if it did. */
export interface TransactionFacts {
  readonly ending: TransactionEnding
  readonly createdAtMs: number
  readonly speed: number
  readonly payment: PaymentFacts | null
}

export interface PaymentFacts {
  readonly acceptedAtMs: number
  /** Of the service when the payment was accepted. */
  readonly speed: number
}

export interface Step {
  readonly status: BillServerState
  /** When this state was entered. */
  readonly sinceMs: number
  readonly error?: BillTransactionError
}

/** The state at `nowMs`. A clock set back before the transaction's own times reads as the first state of its phase. */
export function transactionStep(facts: TransactionFacts, nowMs: number): Step {
  const steps = facts.payment ? paymentSteps(facts.ending, facts.payment) : discoverySteps(facts)
  return steps.later.findLast((step) => step.sinceMs <= nowMs) ?? steps.first
}

/** Where a payment goes, known from the moment it is accepted; shown to nobody before its time. */
export const paymentEnds = (ending: TransactionEnding, payment: PaymentFacts): readonly Step[] =>
  paymentSteps(ending, payment).later

/** When the receipt of a payment that succeeded at `sinceMs` can be had. */
export const receiptReadyAtMs = (ending: TransactionEnding, sinceMs: number, speed: number): number =>
  ending === 'paid-late-receipt' ? after(sinceMs, LATE_RECEIPT_AFTER_MS, speed) : sinceMs

interface Steps {
  readonly first: Step
  readonly later: readonly Step[]
}

const discoveryErrors: Readonly<Partial<Record<TransactionEnding, BillTransactionError>>> = {
  'discovery-fails': 'PARTNER_UNAVAILABLE',
  'discovery-invalid': 'INVALID_ACCOUNT',
  'discovery-settled': 'BILL_ALREADY_PAID',
}

function discoverySteps({ ending, createdAtMs, speed }: TransactionFacts): Steps {
  const sinceMs = after(createdAtMs, DISCOVERED_AFTER_MS, speed)
  const error = discoveryErrors[ending]
  const end: Step = error === undefined ? { status: 'READY', sinceMs } : { status: 'FAILED', sinceMs, error }
  return { first: { status: 'PENDING', sinceMs: createdAtMs }, later: [end] }
}

function paymentSteps(ending: TransactionEnding, { acceptedAtMs, speed }: PaymentFacts): Steps {
  const answeredAtMs = after(acceptedAtMs, BILLER_ANSWERS_AFTER_MS, speed)
  const settledAtMs = after(acceptedAtMs, BILLER_ANSWERS_AFTER_MS + UNKNOWN_LASTS_MS, speed)
  const unknown: Step = { status: 'UNKNOWN', sinceMs: answeredAtMs }
  const refunded: Step = { status: 'REFUNDED', sinceMs: settledAtMs, error: 'PAYMENT_DECLINED' }
  const first: Step = { status: 'PROCESSING', sinceMs: acceptedAtMs }
  switch (ending) {
    case 'declined':
      return { first, later: [{ status: 'FAILED', sinceMs: answeredAtMs, error: 'PAYMENT_DECLINED' }] }
    case 'unknown-paid':
      return { first, later: [unknown, { status: 'SUCCESS', sinceMs: settledAtMs }] }
    case 'unknown-failed':
      return {
        first,
        later: [unknown, { status: 'FAILED', sinceMs: settledAtMs, error: 'PAYMENT_DECLINED' }],
      }
    case 'unknown-refunded':
      return { first, later: [unknown, refunded] }
    case 'processing-refunded':
      return { first, later: [{ ...refunded, sinceMs: answeredAtMs }] }
    case 'paid-refunded':
      return { first, later: [{ status: 'SUCCESS', sinceMs: answeredAtMs }, refunded] }
    default:
      return { first, later: [{ status: 'SUCCESS', sinceMs: answeredAtMs }] }
  }
}

const after = (startMs: number, ms: number, speed: number) => startMs + Math.ceil(ms / speed)
