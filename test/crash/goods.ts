/** What is sold here: one thing for each column of the table, and things that end otherwise than they should. */
import type { CommandInput } from '#shared/ipc/commands.ts'
import { centimes } from '#shared/money.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import type { CrashCounter } from './counter.ts'

export interface Good {
  /** Reviews and confirms. `place` (0 to 9) chooses between bills, each of which is paid once. */
  sell(counter: CrashCounter, place: number): Promise<SaleView>
  readonly end: SaleState
  /** The movements of its money, once it is over. */
  readonly movements: readonly string[]
}

async function order({ command }: CrashCounter, input: CommandInput<'sale.review'>): Promise<SaleView> {
  const { reviewId } = await command('sale.review', input)
  return command('sale.confirm', { reviewId })
}

async function payBills(counter: CrashCounter, account: CommandInput<'bills.discover'>): Promise<SaleView> {
  const { discoveryRef, bills } = await counter.command('bills.discover', account)
  return order(counter, { kind: 'bill', discoveryRef, billIds: bills.map(({ billId }) => billId) })
}

const internet =
  (number: string): Good['sell'] =>
  (counter) =>
    order(counter, { kind: 'internet', type: 'ADSL', number, valueCentimes: centimes(100_000) })
const mobile =
  (planCode: string, number: string): Good['sell'] =>
  (counter) =>
    order(counter, {
      ...{ kind: 'mobile', planCode, number },
      ...(planCode.startsWith('GETMENU') ? {} : { amountCentimes: centimes(50_000) }),
    })
const cards =
  (productId: string, typeId: string, quantity: number): Good['sell'] =>
  (counter) =>
    order(counter, { kind: 'gift-card', productId, typeId, quantity })
const invoice =
  (invoice_number: string): Good['sell'] =>
  (counter) =>
    payBills(counter, {
      partner: 'SONELGAZ',
      account: { sonelgaz: { invoice_number, amount_without_stamp: '1200', ebb_key: 'K1' } },
    })

const fulfilled = { end: 'fulfilled', movements: ['DEBIT'] } as const
const refunded = { end: 'refunded', movements: ['DEBIT', 'REFUND'] } as const

/** The columns. */
export const goods = {
  internet: { sell: internet('023456789'), ...fulfilled },
  mobile: { sell: mobile('PREPAID_DJEZZY', '0770123456'), ...fulfilled },
  'menu plan': { sell: mobile('GETMENU_Djezzy', '0770123456'), end: 'fulfilled', movements: [] },
  'gift card': { sell: cards('steam-us', 'steam-us-5', 2), ...fulfilled },
  bill: {
    sell: (counter, place) =>
      payBills(counter, { partner: 'Algérie Télécom', account: { phoneNumber: `02400000${place}` } }),
    ...fulfilled,
  },
} as const satisfies Record<string, Good>
export type GoodName = keyof typeof goods
export const goodNames = Object.keys(goods) as GoodName[]

/** What ends otherwise, each with what is sold like it. */
export const otherEndings = {
  'internet refunded': { like: 'internet', sell: internet('030000001'), ...refunded },
  'internet queued': { like: 'internet', sell: internet('030000002'), ...fulfilled },
  'mobile refunded': { like: 'mobile', sell: mobile('PREPAID_MOBILIS', '0600000001'), ...refunded },
  'mobile unknown': { like: 'mobile', sell: mobile('PREPAID_MOBILIS', '0600000003'), ...fulfilled },
  'cards in part': {
    like: 'gift card',
    sell: cards('training-cards', 'TEST_PARTIAL', 5),
    end: 'partly-fulfilled',
    movements: ['DEBIT', 'REFUND'],
  },
  'card refunded': { like: 'gift card', sell: cards('training-cards', 'TEST_REFUND', 1), ...refunded },
  'bill failed': { like: 'bill', sell: invoice('4004004004'), end: 'refused', movements: [] },
  'bill unknown': {
    like: 'bill',
    sell: (counter) =>
      payBills(counter, { partner: 'Algérie Télécom', account: { phoneNumber: '030000001' } }),
    ...fulfilled,
  },
  'bill given back': { like: 'bill', sell: invoice('6006006006'), ...refunded },
} as const satisfies Record<string, Good & { readonly like: GoodName }>
export type OtherEnding = keyof typeof otherEndings

export const everyGood: Readonly<Record<string, Good>> = { ...goods, ...otherEndings }
