/** Which bills of a discovery are paid together, and what they come to. Pure. */
import { feeOfOrder, meetsOrderMinimum, type OrderFee } from '#shared/fees.ts'
import { billIds } from '#shared/limits.ts'
import { type Centimes, sumCentimes } from '#shared/money.ts'
import type { DiscoveryView } from '#shared/on-sale.ts'
import type { OrderedBill } from '#shared/orders.ts'
import type { BillsStep } from './flow.ts'

/** The digits 1 to 9 mark the first nine bills, 0 all of them. */
export const digitKeys = 9

const idsOf = (bills: readonly OrderedBill[]): readonly string[] => bills.map(({ billId }) => billId)

/** The bills that one payment can settle, from the first. */
const most = ({ bills }: DiscoveryView): readonly string[] => idsOf(bills.slice(0, billIds.maxCount))

/** What is chosen from the start: the bill, where there is one only. */
export const firstChoice = (discovery: DiscoveryView): readonly string[] =>
  discovery.bills.length === 1 ? most(discovery) : []

/** The choice with one bill more or less. A single bill stays chosen, and no more are than one payment can settle. */
export function toggleBill(
  discovery: DiscoveryView,
  chosen: readonly string[],
  billId: string,
): readonly string[] {
  if (discovery.bills.length <= 1) return chosen
  const wanted = (id: string) => (id === billId ? !chosen.includes(id) : chosen.includes(id))
  const next = idsOf(discovery.bills).filter(wanted)
  return next.length > billIds.maxCount ? chosen : next
}

/** All bills, or none where all are chosen already. */
export function toggleAll(discovery: DiscoveryView, chosen: readonly string[]): readonly string[] {
  const all = most(discovery)
  return chosen.length < all.length ? all : firstChoice(discovery)
}

/** What a digit key makes of the choice: 0 for all, 1 for the first; no more than the keys show. */
export function toggleByDigit(
  discovery: DiscoveryView,
  chosen: readonly string[],
  digit: number,
): readonly string[] {
  if (digit === 0) return toggleAll(discovery, chosen)
  const bill = digit <= digitKeys ? discovery.bills[digit - 1] : undefined
  return bill === undefined ? chosen : toggleBill(discovery, chosen, bill.billId)
}

/** What the chosen bills come to. */
export interface Totals extends OrderFee {
  readonly count: number
  readonly amountCentimes: Centimes
  readonly totalCentimes: Centimes
  /** Why they cannot be paid as they are. */
  readonly problem: 'none-chosen' | 'below-minimum' | null
}

export function totalsOf({ discovery, chosen }: Pick<BillsStep, 'discovery' | 'chosen'>): Totals {
  const { partner } = discovery
  const bills = discovery.bills.filter(({ billId }) => chosen.includes(billId))
  const amounts = bills.map((bill) => bill.amountCentimes)
  const fee = feeOfOrder(partner, bills)
  const amountCentimes = sumCentimes(amounts)
  return {
    ...fee,
    count: bills.length,
    amountCentimes,
    totalCentimes: sumCentimes([amountCentimes, fee.feeCentimes]),
    problem: problemOf(bills.length, meetsOrderMinimum(partner, amounts)),
  }
}

function problemOf(count: number, reachesMinimum: boolean): Totals['problem'] {
  if (count === 0) return 'none-chosen'
  return reachesMinimum ? null : 'below-minimum'
}
