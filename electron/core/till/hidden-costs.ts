/**
 * What keeps costs from whoever may not see them: the one gate of every answer and every event on its way to a window. What a
 * sale, a review or a product costs the shop, what the service debited, of one sale or of a day, and by which fraction it prices, is
 * taken out by name, wherever it stands. Reports have shapes of their own without them (report.ts, span-report.ts), and are made so
 * for who asks; one that was made for an owner becomes such a one here, where somebody else is signed in by the time it is shown.
 */

/** Left out; their schemas do without. */
const leftOut: readonly string[] = ['costCentimes', 'commissionCentimes']
/** Left out of a line of a report, which has cost and profit side by side: a bill's own fee is the customer's to know. */
const leftOutOfLines: readonly string[] = [...leftOut, 'feeCentimes', 'profitCentimes']
/** Replaced by null, as where the service has not said them. */
const nulled: readonly string[] = ['debitCentimes', 'costMillionths', 'totals']

/** The same value with no cost in it; `value` itself stays as it is. */
export function withoutCosts<Value>(value: Value): Value {
  return hidden(value) as Value
}

function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hidden)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  const isLine = 'costCentimes' in value && 'profitCentimes' in value
  const gone = isLine ? leftOutOfLines : leftOut
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !gone.includes(name))
      .map(([name, member]) => [name, nulled.includes(name) ? null : hidden(member)]),
  )
}
