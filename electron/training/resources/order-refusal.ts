/**
 * Why an order was not taken, as the platform words it. The document leaves these statuses open: 403 for balance and ref
 * is known, 400 for stock is ours.
 */
import { dinarsOf } from '#shared/money.ts'
import { type Refusal, refuse } from '../answer.ts'
import type { TakeProblem } from '../orders.ts'

export const outOfStock = (): Refusal => refuse(400, 'ERR_STOCK', 'This card is out of stock')

export function refusalFor(problem: TakeProblem): Refusal {
  switch (problem.problem) {
    case 'duplicated-ref':
      return refuse(403, 'DUPLICATED_REF', 'This reference was already used')
    case 'out-of-stock':
      return outOfStock()
    case 'balance':
      return refuse(403, 'INSUFFICIENT_BALANCE', 'The balance is too low', {
        required: dinarsOf(problem.requiredCentimes),
        available: dinarsOf(problem.availableCentimes),
      })
  }
}
