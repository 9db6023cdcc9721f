/**
 * What one sale is worth to the till as it stands: what was taken, and how much of that is earned, owed to the customer, or
 * held because nobody knows yet. Of a sale on account nothing is owed back: what did not come is a debt that is cancelled,
 * and was never taken. Pure. Invariant: taken = earned + owed + held.
 */
import { owedForMissing } from '../display-status.ts'
import { type Centimes, centimes, zeroCentimes } from '../money.ts'
import { faceValueOf, productOf } from '../products/orders.ts'
import { openSaleStates } from '../states/sale.ts'
import type { SaleView } from '../views.ts'

/** What of a sale says what it is worth. */
export type ValuedSale = Pick<
  SaleView,
  'state' | 'order' | 'priceCentimes' | 'debitCentimes' | 'deliveredCount' | 'byDecision' | 'till'
> & { readonly costCentimes: Centimes }

/** Whether the customer paid nothing yet: it stands in their carnet. */
export const isOnAccount = ({ till }: Pick<SaleView, 'till'>): boolean => till?.means === 'on-account'

export interface SaleValue {
  /** What the customer pays, or will. */
  readonly takenCentimes: Centimes
  /** For what was delivered. */
  readonly earnedCentimes: Centimes
  /** To be given back: it was refused, refunded, given up, or delivered in part. */
  readonly owedCentimes: Centimes
  /** What would be given back if it had been paid: of a sale on account alone, and in no other part. */
  readonly cancelledCentimes: Centimes
  /** Of a sale that may still go either way. */
  readonly heldCentimes: Centimes
  /** What was delivered costs the shop this. */
  readonly costCentimes: Centimes
  /** The service's own fee in the price of what was delivered. */
  readonly feeCentimes: Centimes
  /** What was delivered is worth this at the service's own prices, its fees among them. */
  readonly faceCentimes: Centimes
  /** It was delivered in part, and nobody says how much: all of it counts as earned until somebody does. */
  readonly isUncounted: boolean
}

const nothing: SaleValue = {
  takenCentimes: zeroCentimes,
  earnedCentimes: zeroCentimes,
  owedCentimes: zeroCentimes,
  cancelledCentimes: zeroCentimes,
  heldCentimes: zeroCentimes,
  costCentimes: zeroCentimes,
  feeCentimes: zeroCentimes,
  faceCentimes: zeroCentimes,
  isUncounted: false,
}

/**
 * Undefined, of a sale that is not there yet, is worth nothing. `countedPartCentimes`: what a person counted as due of a part
 * that nobody else counts (see RefundView); it is owed until somebody counts otherwise. Null: nobody counted.
 */
export function valueOfSale(sale: ValuedSale | undefined, countedPartCentimes: Centimes | null): SaleValue {
  if (!sale) return nothing
  const value = valueOfPaid(sale, countedPartCentimes)
  if (!isOnAccount(sale)) return value
  const { takenCentimes, owedCentimes } = value
  return {
    ...value,
    takenCentimes: centimes(takenCentimes - owedCentimes),
    owedCentimes: zeroCentimes,
    cancelledCentimes: owedCentimes,
  }
}

function valueOfPaid(sale: ValuedSale, countedPartCentimes: Centimes | null): SaleValue {
  const { state, priceCentimes } = sale
  const taken = { ...nothing, takenCentimes: priceCentimes }
  if (openSaleStates.includes(state)) return { ...taken, heldCentimes: priceCentimes }
  if (state === 'fulfilled') {
    const feeCentimes = productOf(sale.order).feeOf(sale.order) ?? zeroCentimes
    const worth = { costCentimes: costOf(sale), faceCentimes: faceOf(sale), feeCentimes }
    return { ...taken, earnedCentimes: priceCentimes, ...worth }
  }
  if (state === 'partly-fulfilled') {
    const owed = owedForMissing(sale) ?? countedPartCentimes
    const owedCentimes = owed ?? zeroCentimes
    const earnedCentimes = centimes(priceCentimes - owedCentimes)
    return {
      ...{ ...taken, earnedCentimes, owedCentimes },
      ...{ costCentimes: costOf(sale, earnedCentimes), faceCentimes: faceOf(sale, earnedCentimes) },
      isUncounted: owed === null,
    }
  }
  return { ...taken, owedCentimes: priceCentimes }
}

/** The debit that the service reported is the truth; before, the cost at the confirmation, of a part its share. */
function costOf(sale: ValuedSale, earned: Centimes = sale.priceCentimes): Centimes {
  const { debitCentimes, costCentimes, priceCentimes } = sale
  if (debitCentimes !== null) return debitCentimes
  return shareOf(costCentimes, earned, priceCentimes)
}

function faceOf({ order, priceCentimes }: ValuedSale, earned: Centimes = priceCentimes): Centimes {
  if (earned === 0) return zeroCentimes
  const face = centimes(faceValueOf(order) + (productOf(order).feeOf(order) ?? 0))
  return shareOf(face, earned, priceCentimes)
}

/** Whole numbers all the way: the product of two large ones would not fit a double. */
const shareOf = (amount: Centimes, earned: Centimes, price: Centimes): Centimes =>
  earned === price || price === 0
    ? amount
    : centimes(Number((BigInt(amount) * BigInt(earned)) / BigInt(price)))

/** The operator, the biller or the card: whom a sale's money goes to, in the service's own words. */
export function operatorOf({ order }: Pick<SaleView, 'order'>): string {
  const operator = 'operator' in order ? order.operator : null
  return operator ? operator : productOf(order).titleOf(order)
}
