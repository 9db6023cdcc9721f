/**
 * What became of an order, as a pure function of its row and the time: no timer runs, nothing is written, and a service
 * that was killed tells the same story when it comes back. One line here for each kind of order.
 */
import { internetStatus } from './resources/internet-outcome.ts'

interface OrderFacts {
  readonly kind: string
  readonly number: string
  readonly createdAtMs: number
  readonly speed: number
}

const statusByKind: Readonly<Record<string, (order: OrderFacts, nowMs: number) => string>> = {
  internet: (order, nowMs) => internetStatus(order, nowMs).status,
}

/** Throws where the order is of a kind that this version does not know. */
export function statusOf(order: OrderFacts, nowMs: number): string {
  const status = statusByKind[order.kind]
  if (!status) throw new Error(`order of an unknown kind: ${order.kind}`)
  return status(order, nowMs)
}
