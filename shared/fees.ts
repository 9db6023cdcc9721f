/**
 * What a bill payment will probably cost beside the bills: service-api.md, "Fees". An estimate, for the screen before
 * the service has said its figure: the document does not show how fees are rounded (here: half a centime upwards), nor
 * AADL's rule (here: unknown, and never guessed). What is paid is always the fee that the service returned.
 */
import type { BillPartner } from './bill-partners.ts'
import { seaalOrderMinimumCentimes } from './limits.ts'
import { type Centimes, centimes, sumCentimes } from './money.ts'

export interface FeeRule {
  /** Hundredths of a per cent of the amount. */
  readonly rateBasisPoints: number
  readonly minCentimes: Centimes
  readonly maxCentimes: Centimes
}

const ruleOf = (minDinars: number, maxDinars: number): FeeRule => ({
  rateBasisPoints: 50,
  minCentimes: centimes(minDinars * 100),
  maxCentimes: centimes(maxDinars * 100),
})

/** null where the document shows no rule. */
export const feeRules: Readonly<Record<BillPartner, FeeRule | null>> = {
  ADE: ruleOf(30, 60),
  SONELGAZ: ruleOf(30, 60),
  SEAAL: ruleOf(30, 60),
  AADL: null,
  'Algérie Télécom': ruleOf(10, 50),
}

const BASIS_POINTS = 10_000

/**
 * The fee of an order of bills: computed once, on the sum of their amounts ("POST /v3/bills/pay", rule 5), and clamped
 * between the biller's bounds. null where there is no rule, or nothing is selected.
 */
export function estimateFee(partner: BillPartner, amounts: readonly Centimes[]): Centimes | null {
  const rule = feeRules[partner]
  if (rule === null || amounts.length === 0) return null
  return feeOn(sumCentimes(amounts), rule)
}

export interface OrderFee {
  readonly feeCentimes: Centimes
  /** The service says its figure only once it is paid. */
  readonly isEstimate: boolean
}

/**
 * What an order of these bills will be charged beside their amounts: the service's own figure for one bill; for several
 * its rule on their sum, and where it shows none (AADL) the sum of the figures that it gave, which is rather too much than
 * too little.
 */
export function feeOfOrder(
  partner: BillPartner,
  bills: readonly { readonly amountCentimes: Centimes; readonly feeCentimes: Centimes }[],
): OrderFee {
  const fees = sumCentimes(bills.map((bill) => bill.feeCentimes))
  if (bills.length <= 1) return { feeCentimes: fees, isEstimate: false }
  const amounts = bills.map((bill) => bill.amountCentimes)
  return { feeCentimes: estimateFee(partner, amounts) ?? fees, isEstimate: true }
}

/** A rule's fee on an amount, to the centime, half a centime upwards. */
export function feeOn(amount: Centimes, rule: FeeRule): Centimes {
  const share = Math.floor((amount * rule.rateBasisPoints + BASIS_POINTS / 2) / BASIS_POINTS)
  return centimes(Math.min(Math.max(share, rule.minCentimes), rule.maxCentimes))
}

/** The least that an order of this biller's bills must come to, without the fee; null where there is none (rule 6). */
export const orderMinimumCentimes: Readonly<Record<BillPartner, Centimes | null>> = {
  ADE: null,
  SONELGAZ: null,
  SEAAL: seaalOrderMinimumCentimes,
  AADL: null,
  'Algérie Télécom': null,
}

/** Whether the selected bills together reach the biller's minimum; each of them may be below it. */
export function meetsOrderMinimum(partner: BillPartner, amounts: readonly Centimes[]): boolean {
  const minimum = orderMinimumCentimes[partner]
  return minimum === null || sumCentimes(amounts) >= minimum
}
