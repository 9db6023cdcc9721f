/** The numbers that were sold to last, from the sales that the counter shows anyway. Pure; keeps nothing. */
import type { OrderKind } from '#shared/orders.ts'
import type { SaleView } from '#shared/views.ts'

export const maxRecents = 6

export interface RecentNumber {
  readonly number: string
  /** When it was last sold to. */
  readonly atMs: number
}

/** Each number once, the last sold to first, and none of a sale until `afterMs`; `sales` are newest first. */
export function recentNumbers(
  sales: readonly SaleView[],
  kind: Extract<OrderKind, 'internet' | 'mobile'>,
  afterMs: number,
): readonly RecentNumber[] {
  const found = new Map<string, RecentNumber>()
  for (const { order, recordedAtMs } of sales) {
    if (found.size === maxRecents) break
    if (
      (order.kind === 'internet' || order.kind === 'mobile') &&
      order.kind === kind &&
      recordedAtMs > afterMs &&
      !found.has(order.number)
    )
      found.set(order.number, { number: order.number, atMs: recordedAtMs })
  }
  return [...found.values()]
}
