/**
 * Whether the figures of a payment agree with each other (service-api.md, "Bill payment transaction": total is amount
 * and fee; of an order of several the amount is their sum and the id the first one's). Pure.
 */
import * as z from 'zod'
import { billIds } from '#shared/limits.ts'
import { billStatesOfType } from '#shared/states/bill.ts'
import type { Bill, BillPayment, FigureProblem } from '../bill-records.ts'
import { dinars } from '../envelope.ts'
import { readBy } from '../read-by.ts'
import { billSchema } from './bill.ts'

/** The parts of a record that speak of its payment, as they came. */
export interface ToldPayment {
  readonly type: string
  readonly status: string
  readonly selectedBill?: unknown
  readonly selectedBills?: unknown
  readonly total?: unknown
}

const orderSchema = z.array(billSchema).min(1).max(billIds.maxCount)

/** Judges what a record tells of its payment. Total: any values may be asked. */
export function judgePayment(told: ToldPayment): BillPayment {
  const { selectedBill, selectedBills, total } = told
  const silent = selectedBill == null && total == null && isNone(selectedBills)
  if (silent && !isPayment(told)) return { kind: 'none' }
  if (selectedBill == null || total == null) return unusable('missing')
  const bill = readBy(billSchema, selectedBill)
  const totalCentimes = readBy(dinars, total)
  const order = isNone(selectedBills) ? null : readBy(orderSchema, selectedBills)
  if (!bill.success || !totalCentimes.success || order?.success === false) return unusable('unreadable')
  if (bill.data.amountCentimes + bill.data.feeCentimes !== totalCentimes.data)
    return unusable('total-disagrees')
  const bills = order === null ? [bill.data] : order.data
  if (!comesTo(bill.data, bills)) return unusable('bills-disagree')
  return { kind: 'told', bill: bill.data, bills, totalCentimes: totalCentimes.data }
}

const { discovery, payment } = billStatesOfType
const paymentAlone: readonly string[] = payment.filter((status) => !discovery.includes(status))

/** Either word is enough: a SUCCESS that calls itself a discovery has taken money all the same. */
const isPayment = ({ type, status }: ToldPayment): boolean =>
  type === 'payment' || paymentAlone.includes(status)

/** An order of one bill may leave the list out or send it empty. */
const isNone = (bills: unknown): boolean => bills == null || (Array.isArray(bills) && bills.length === 0)

/** Added up without the bound on amounts of our own: any figures may be told, and fifty of them stay exact. */
function comesTo(bill: Bill, bills: readonly Bill[]): boolean {
  const sum = bills.reduce((before, { amountCentimes }) => before + amountCentimes, 0)
  const ids = new Set(bills.map(({ billId }) => billId))
  return bill.billId === bills[0]?.billId && bill.amountCentimes === sum && ids.size === bills.length
}

const unusable = (problem: FigureProblem): BillPayment => ({ kind: 'unusable', problem })
