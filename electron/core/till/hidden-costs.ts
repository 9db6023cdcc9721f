/**
 * What keeps costs from whoever may not see them: the one gate of every answer and every event on its way to a window. What a
 * sale, a review or a product costs the shop, what the service debited, of one sale or of a day, and by which fraction it prices, is
 * taken out by name, wherever it stands. Reports have shapes of their own without them (report.ts, span-report.ts).
 */

/** Left out; their schemas do without. */
const leftOut: readonly string[] = ['costCentimes', 'commissionCentimes']
/** Told as unknown, as where the service has not said them. */
const untold: readonly string[] = ['debitCentimes', 'costMillionths', 'totals']

/** The same value with no cost in it; `value` itself stays as it is. */
export function withoutCosts<Value>(value: Value): Value {
  return hidden(value) as Value
}

function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hidden)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !leftOut.includes(name))
      .map(([name, member]) => [name, untold.includes(name) ? null : hidden(member)]),
  )
}
