/**
 * What an account owes today. Bills follow from the account and the shop's day alone, so that two discoveries of one day
 * find the same bills, under the same ids; the next day everybody is billed anew, and practice can begin again.
 */
import { createHash } from 'node:crypto'
import { startOfShopDay } from '#shared/dates.ts'
import { discoveryFloorCentimes } from '#shared/limits.ts'
import { type Centimes, centimes, sumCentimes, zeroCentimes } from '#shared/money.ts'
import { landlineNumberShape } from '#shared/phone.ts'
import { type BillPartner, billers, type FeeRule, feeOn } from '#shared/products/bill.ts'
import type { BillAccount } from '#shared/products/bill-account.ts'
import type { BillField } from '#shared/products/bill-fields.ts'
import {
  type BillPracticeEnding,
  findBillPractice,
  usualBillCentimes,
} from '#shared/products/bill-practice.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { Call } from '../call.ts'

/** The document shows no rule for AADL. */
const aadlFeeRules: Readonly<Record<Behaviour['aadlFee'], FeeRule>> = {
  'as-others': { rateBasisPoints: 50, minCentimes: centimes(3_000), maxCentimes: centimes(6_000) },
  none: { rateBasisPoints: 0, minCentimes: zeroCentimes, maxCentimes: zeroCentimes },
  flat: { rateBasisPoints: 0, minCentimes: centimes(5_000), maxCentimes: centimes(5_000) },
}

const CENTIMES_IN_DINAR = 100
/** Nor how fees are rounded. */
const roundings: Readonly<Record<Behaviour['feeRounding'], (fee: number) => number>> = {
  centime: (fee) => fee,
  'dinar-up': (fee) => Math.ceil(fee / CENTIMES_IN_DINAR) * CENTIMES_IN_DINAR,
  'dinar-down': (fee) => Math.floor(fee / CENTIMES_IN_DINAR) * CENTIMES_IN_DINAR,
}

export interface OwedBill {
  readonly billId: string
  readonly amountCentimes: Centimes
  /** On this bill alone. */
  readonly feeCentimes: Centimes
  readonly label: string
  /** MM/YYYY. */
  readonly period: string
}

export interface Owed {
  /** The field of the request that names the account, and its value as transactions show it. */
  readonly field: BillField
  readonly value: string
  readonly ending: BillPracticeEnding
  /** As a discovery lists them: without those below its floor. */
  readonly bills: readonly OwedBill[]
}

/** What `account` owes at this biller. */
export function whatIsOwed(
  partner: BillPartner,
  account: BillAccount,
  { nowMs, behaviour }: Pick<Call, 'nowMs' | 'behaviour'>,
): Owed {
  const { field, value } = deciding(account)
  const practice = findBillPractice(partner, field, value)
  const owed = practice?.owedCentimes ?? [usualBillCentimes]
  const day = startOfShopDay(nowMs)
  const bills = owed.map((amountCentimes, place): OwedBill => {
    const seed = [partner, field, value, String(day), String(place)].join(' ')
    return {
      billId: createHash('sha256').update(seed).digest('hex').slice(0, BILL_ID_CHARACTERS),
      amountCentimes,
      feeCentimes: orderFee(partner, [amountCentimes], behaviour),
      label: `${partner} ${value} (${place + 1}/${owed.length})`,
      period: periodBefore(day, place),
    }
  })
  return {
    field,
    value,
    ending: practice?.ending ?? 'paid',
    bills: bills.filter(({ amountCentimes }) => amountCentimes >= discoveryFloorCentimes),
  }
}

/** The fee of an order: once, on the sum of its bills (service-api.md, "POST /v3/bills/pay", rule 5). */
export const orderFee = (
  partner: BillPartner,
  amounts: readonly Centimes[],
  { aadlFee, feeRounding }: Behaviour,
): Centimes =>
  centimes(roundings[feeRounding](feeOn(sumCentimes(amounts), billers[partner].fee ?? aadlFeeRules[aadlFee])))

const BILL_ID_CHARACTERS = 20

/** The field that names the account, of those that its form has. */
function deciding(account: BillAccount): { readonly field: BillField; readonly value: string } {
  if ('reference' in account) return { field: 'reference', value: account.reference }
  if ('contractNumber' in account) return { field: 'contractNumber', value: account.contractNumber }
  if ('aadlNumber' in account) return { field: 'aadlNumber', value: account.aadlNumber }
  if ('electronic_payment_key' in account) {
    return { field: 'electronic_payment_key', value: account.electronic_payment_key }
  }
  if ('sonelgaz' in account) {
    return { field: 'sonelgaz.invoice_number', value: account.sonelgaz.invoice_number }
  }
  if ('ade' in account) return { field: 'ade.sub_id', value: account.ade.sub_id }
  if ('seaal' in account) return { field: 'seaal.code_client', value: account.seaal.code_client }
  if ('aadl' in account) return { field: 'aadl.codeloc', value: account.aadl.codeloc }
  const number = 'phoneNumber' in account ? account.phoneNumber : account.phone_number
  return { field: 'phoneNumber', value: nationalForm(number) }
}

/** One line has one account, however it was written. */
const nationalForm = (number: string): string =>
  landlineNumberShape.test(number) ? number : number.replace(/^\+213/, '0')

const HALF_A_DAY_MS = 43_200_000

/** The month `place` months before the one that was last billed. At noon the shop's day is UTC's too. */
function periodBefore(dayMs: number, place: number): string {
  const day = new Date(dayMs + HALF_A_DAY_MS)
  const month = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1 - place, 1))
  return `${String(month.getUTCMonth() + 1).padStart(2, '0')}/${month.getUTCFullYear()}`
}
