/**
 * How an internet order ends, decided by its number (service-api.md, "Internet top-up", sandbox table), for both keys of
 * the training service. The document's three numbers have the shape of an ADSL line; their 4G twins are ours, so that a
 * cashier can practise every ending on both.
 */
import type { InternetServerState } from '#shared/states/internet.ts'

type Ending = 'rejected' | 'refunded' | 'queued' | 'delivered'

const endingByNumber: Readonly<Record<string, Ending>> = {
  '030000000': 'rejected',
  '030000001': 'refunded',
  '030000002': 'queued',
  '213300000000': 'rejected',
  '213300000001': 'refunded',
  '213300000002': 'queued',
}

const OPERATOR_ANSWERS_AFTER_MS = 3_000
const QUEUE_ENDS_AFTER_MS = OPERATOR_ANSWERS_AFTER_MS + 15_000

interface Step {
  readonly afterMs: number
  readonly status: InternetServerState
}

const handling: Step = { afterMs: 0, status: 'HANDLING' }

/** Times since the order was taken, at speed 1. */
const timelines: Readonly<Record<Ending, readonly Step[]>> = {
  /** Never becomes an order. */
  rejected: [],
  refunded: [handling, { afterMs: OPERATOR_ANSWERS_AFTER_MS, status: 'REFUNDED' }],
  queued: [
    handling,
    { afterMs: OPERATOR_ANSWERS_AFTER_MS, status: 'QUEUED' },
    { afterMs: QUEUE_ENDS_AFTER_MS, status: 'FULFILLED' },
  ],
  delivered: [handling, { afterMs: OPERATOR_ANSWERS_AFTER_MS, status: 'FULFILLED' }],
}

interface OrderFacts {
  readonly number: string
  readonly createdAtMs: number
  readonly speed: number
}

/** Whether the service answers this number with ERR_PHONE although its shape is right. */
export const isRejectedNumber = (number: string): boolean => endingByNumber[number] === 'rejected'

/** The status at `nowMs` and since when. A clock set back before the order's own time reads as HANDLING. */
export function internetStatus(
  order: OrderFacts,
  nowMs: number,
): { readonly status: InternetServerState; readonly sinceMs: number } {
  const steps = timelineOf(order.number).map(({ afterMs, status }) => ({
    status,
    sinceMs: order.createdAtMs + Math.ceil(afterMs / order.speed),
  }))
  const reached = steps.findLast((step) => step.sinceMs <= nowMs)
  return reached ?? { status: 'HANDLING', sinceMs: order.createdAtMs }
}

/** When the money of this order goes back, or null where the card will be delivered. */
export function refundDueAtMs({ number, createdAtMs, speed }: OrderFacts): number | null {
  const refund = timelineOf(number).find((step) => step.status === 'REFUNDED')
  return refund ? createdAtMs + Math.ceil(refund.afterMs / speed) : null
}

const timelineOf = (number: string) => timelines[endingByNumber[number] ?? 'delivered']
