/** Bill payments: a discovery first, then one or several of its bills. The payment happens in the discovery's transaction. */

import type { BillPartner } from '#shared/products/bill.ts'
import type { BillAccount } from '#shared/products/bill-account.ts'
import type { DiscoveryView } from '#shared/products/bill-order.ts'
import { type BillPractice, billPractice } from '#shared/products/bill-practice.ts'
import type { Ask } from '../counter/life.ts'
import type { Dice } from '../dice.ts'
import { NAMED_LATENESS_MS, ownNumber, type SimulatedKind, type Wish } from './kind.ts'

interface Payer {
  readonly partner: BillPartner
  readonly account: BillAccount
}

const SPECIAL_PERCENT = 70
const EACH_BILL_PERCENT = 60

const ownLine = (customer: number): Payer => ({
  partner: 'Algérie Télécom',
  account: { phoneNumber: ownNumber.landline(customer) },
})

/** The account of a practice row, with the fields beside the one that decides. */
function payerOf({ partner, field, value }: BillPractice): Payer {
  switch (field) {
    case 'electronic_payment_key':
      return { partner, account: { electronic_payment_key: value } }
    case 'contractNumber':
      return { partner, account: { contractNumber: value } }
    case 'sonelgaz.invoice_number':
      return {
        partner,
        account: { sonelgaz: { invoice_number: value, amount_without_stamp: '1000', ebb_key: '12345' } },
      }
    case 'seaal.code_client':
      return { partner, account: { seaal: { code_client: value, code_contrat: '123456' } } }
    case 'phoneNumber':
      return { partner, account: { phoneNumber: value } }
    default:
      throw new Error(`the simulation cannot practise with ${field}`)
  }
}

async function discover(payer: Payer, ask: Ask): Promise<DiscoveryView | undefined> {
  const found = await ask('bills.discover', payer)
  return found.ok && found.value.bills.length > 0 ? found.value : undefined
}

/** Some of the bills, one at the least. */
function choose({ discoveryRef, bills }: DiscoveryView, dice: Dice): Wish {
  const ids = bills.map(({ billId }) => billId)
  const some = ids.filter(() => dice.happens(EACH_BILL_PERCENT))
  return { kind: 'bill', discoveryRef, billIds: some.length > 0 ? some : [dice.pick(ids)] }
}

export const bill: SimulatedKind = {
  kind: 'bill',
  weight: 4,
  async wish(dice, customer, ask) {
    const payer = dice.happens(SPECIAL_PERCENT) ? payerOf(dice.pick(billPractice)) : ownLine(customer)
    const found = await discover(payer, ask)
    return found && choose(found, dice)
  },
  plainWish: undefined,
  moneyPath: '/v3/bills/pay',
  refPath: undefined,
  idPath: '/v3/bills/transactions/',
  refusals: [
    { status: 403, code: 'INSUFFICIENT_BALANCE' },
    { status: 404, code: 'NOT_FOUND' },
    { status: 409, code: 'BILL_ALREADY_PAID' },
    { status: 409, code: 'PAYMENT_IN_PROGRESS' },
    { status: 503, code: 'PARTNER_UNAVAILABLE' },
    { status: 503, code: 'AUTH_UNAVAILABLE' },
  ],
  words: {
    PROCESSING: 'handling',
    UNKNOWN: 'unknown',
    SUCCESS: 'fulfilled',
    FAILED: 'refused',
    REFUNDED: 'refunded',
  },
  isKnownAgain: true,
  maxLatenessMs: NAMED_LATENESS_MS,
}
