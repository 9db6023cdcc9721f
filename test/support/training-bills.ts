/** Bill payment at a training service, step by step, with a clock in the test's hand. */
import type { BillPartner } from '#shared/products/bill.ts'
import type { BillAccount } from '#shared/products/bill-account.ts'
import { trainingKeys } from '#training/keys.ts'
import { type Address, type Answered, callerOf, type HandClock } from './training-calls.ts'

/** Longer than any discovery or payment takes at the biller, shorter than UNKNOWN lasts. */
export const BILLER_MS = 5_000

export interface BillClient {
  get(path: string): Promise<Answered>
  post(path: string, body: unknown): Promise<Answered>
  /** A discovery of SONELGAZ's usual account under `sale-1`, changed by `over`. */
  discover(over?: Readonly<Record<string, unknown>>): Promise<Answered>
  /** Under `pay-1`, changed by `over`. */
  pay(over: Readonly<Record<string, unknown>>): Promise<Answered>
  /** The data of one transaction. */
  read(transactionId: string): Promise<Answered['body']>
  /** Discovers, waits until READY and answers the transaction's data. */
  ready(partner: BillPartner, account: BillAccount, ref: string): Promise<Answered['body']>
  /** Discovers, pays the first bill under `<ref>-pay` and answers the transaction's id; the biller has not answered yet. */
  start(partner: BillPartner, account: BillAccount, ref: string): Promise<string>
}

export function billClientOf(
  billAddress: Address,
  clock: HandClock,
  key: string | null = trainingKeys.sandbox,
): BillClient {
  const { get, post } = callerOf(billAddress, key)
  const discover: BillClient['discover'] = (over) =>
    post('/v3/bills/discover', {
      partner: 'SONELGAZ',
      account: { contractNumber: '123' },
      ref: 'sale-1',
      ...over,
    })
  const pay: BillClient['pay'] = (over) => post('/v3/bills/pay', { ref: 'pay-1', ...over })
  const read: BillClient['read'] = async (id) => (await get(`/v3/bills/transactions/${id}`)).body.data
  const ready: BillClient['ready'] = async (partner, account, ref) => {
    const { body, text } = await discover({ partner, account, ref })
    if (!body.success) throw new Error(text)
    clock.pass(BILLER_MS)
    return read(body.data.transactionId)
  }
  const start: BillClient['start'] = async (partner, account, ref) => {
    const { transactionId, bills } = await ready(partner, account, ref)
    const { body, text } = await pay({ transactionId, billId: bills[0].billId, ref: `${ref}-pay` })
    if (!body.success) throw new Error(text)
    return transactionId
  }
  return { get, post, discover, pay, read, ready, start }
}

/** What a refusal says in short: `409 BILL_ALREADY_PAID`. */
export const refusalOf = ({ status, body }: Answered): string => `${status} ${body.error?.code}`
