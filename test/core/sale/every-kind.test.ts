/** A sale of every kind from confirmation to its last state, and what the service's books hold of it then. */
import { describe, expect, test } from 'vitest'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { centimes } from '#shared/money.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import { type Counter, phasesOf, type Service, startCounter } from '../../support/core.ts'

type Sell = (counter: Counter) => Promise<SaleView>

const mobile =
  (number: string, planCode = 'PREPAID_DJEZZY'): Sell =>
  ({ sellOrder }) =>
    sellOrder({ kind: 'mobile', planCode, number, amountCentimes: centimes(50_000) })
const menu: Sell = ({ sellOrder }) =>
  sellOrder({ kind: 'mobile', planCode: 'GETMENU_Djezzy', number: '0770123456' })
const cards =
  (productId: string, typeId: string, quantity: number): Sell =>
  ({ sellOrder }) =>
    sellOrder({ kind: 'gift-card', productId, typeId, quantity })
const bills =
  (account: CommandInput<'bills.discover'>): Sell =>
  ({ payBills }) =>
    payBills(account)
const line = (phoneNumber: string) => bills({ partner: 'Algérie Télécom', account: { phoneNumber } })
const invoice = (invoice_number: string) =>
  bills({
    partner: 'SONELGAZ',
    account: { sonelgaz: { invoice_number, amount_without_stamp: '1200', ebb_key: 'K1' } },
  })

/** The movements of one sale's order, with their amounts in dinars. */
async function movementsOf(service: Service, { serviceId }: SaleView): Promise<readonly string[]> {
  const { movements } = await service.ledger()
  return movements
    .filter(({ orderId }) => orderId === serviceId)
    .map(({ type, amount }) => `${type} ${amount}`)
}

interface Ending {
  readonly what: string
  readonly sell: Sell
  readonly end: SalePhase
  readonly via?: readonly SalePhase[]
  readonly movements: readonly string[]
  readonly view: Partial<SaleView>
}

const endings: readonly Ending[] = [
  {
    what: 'a mobile top-up',
    sell: mobile('0770123456'),
    end: 'fulfilled',
    movements: ['DEBIT 481.25'],
    view: { debitCentimes: centimes(48_125), refundMessage: null, reason: null },
  },
  {
    what: 'a mobile top-up that fails',
    sell: mobile('0600000001', 'PREPAID_MOBILIS'),
    end: 'refunded',
    movements: ['DEBIT 480', 'REFUND 480'],
    view: { debitCentimes: null, refundMessage: expect.stringMatching(/\p{Script=Arabic}/u), offers: [] },
  },
  {
    what: 'a mobile top-up of a plan that does not fit',
    sell: mobile('0600000002', 'PREPAID_MOBILIS'),
    end: 'refunded',
    movements: ['DEBIT 480', 'REFUND 480'],
    view: { offers: [expect.objectContaining({ planCode: 'FACTURE_MOBILIS', amountCentimes: 50_000 })] },
  },
  {
    what: 'a mobile top-up whose outcome is settled by hand',
    sell: mobile('0600000003', 'PREPAID_MOBILIS'),
    end: 'fulfilled',
    via: ['unknown'],
    movements: ['DEBIT 480'],
    view: { debitCentimes: centimes(48_000) },
  },
  {
    what: 'a mobile top-up whose outcome is settled by hand, against it',
    sell: mobile('0600000004', 'PREPAID_MOBILIS'),
    end: 'refunded',
    via: ['unknown'],
    movements: ['DEBIT 480', 'REFUND 480'],
    view: { debitCentimes: null },
  },
  {
    what: 'a menu plan, which costs nothing and brings offers',
    sell: menu,
    end: 'fulfilled',
    movements: [],
    view: {
      priceCentimes: centimes(0),
      offers: [{ name: 'Hayla 1000', planCode: 'HAYLA_1000', amountCentimes: centimes(100_000) }],
    },
  },
  {
    what: 'two gift cards',
    sell: cards('playstation-fr', 'psn-fr-10', 2),
    end: 'fulfilled',
    movements: ['DEBIT 4900'],
    view: {
      deliveredCount: 2,
      debitCentimes: centimes(490_000),
      cards: [
        { codeTail: 'RD-1', serialTail: 'AL-1' },
        { codeTail: 'RD-2', serialTail: 'AL-2' },
      ],
    },
  },
  {
    what: 'five gift cards of which two come',
    sell: cards('training-cards', 'TEST_PARTIAL', 5),
    end: 'partly-fulfilled',
    movements: ['DEBIT 2500', 'REFUND 1500'],
    view: {
      deliveredCount: 2,
      debitCentimes: centimes(100_000),
      cards: expect.objectContaining({ length: 2 }),
    },
  },
  {
    what: 'a gift card that does not come',
    sell: cards('training-cards', 'TEST_REFUND', 1),
    end: 'refunded',
    movements: ['DEBIT 500', 'REFUND 500'],
    view: { deliveredCount: 0, debitCentimes: null, cards: [] },
  },
  {
    what: 'a bill',
    sell: line('023456789'),
    end: 'fulfilled',
    movements: ['DEBIT 310'],
    view: { debitCentimes: centimes(31_000), transactionNumber: expect.stringMatching(/^OP/) },
  },
  {
    what: 'two bills at once, with one fee',
    sell: invoice('9876543210'),
    end: 'fulfilled',
    movements: ['DEBIT 2080'],
    view: { debitCentimes: centimes(208_000), priceCentimes: centimes(208_000) },
  },
  {
    what: 'a bill that the biller declines',
    sell: invoice('4004004004'),
    end: 'refused',
    movements: [],
    view: { reason: 'PAYMENT_DECLINED', debitCentimes: null, serverStatus: 'FAILED' },
  },
  {
    what: 'a bill that nobody knows of for a minute, and then is paid',
    sell: line('030000001'),
    end: 'fulfilled',
    via: ['unknown'],
    movements: ['DEBIT 510'],
    view: { debitCentimes: centimes(51_000) },
  },
  {
    what: 'a bill that nobody knows of for a minute, and then is given back',
    sell: invoice('6006006006'),
    end: 'refunded',
    via: ['unknown'],
    movements: ['DEBIT 930', 'REFUND 930'],
    view: { reason: 'PAYMENT_DECLINED', debitCentimes: null },
  },
]

describe('a sale of', () => {
  test.each(endings)('$what ends $end', async ({ sell, end, via = [], movements, view }) => {
    const { service, counter } = await startCounter()
    const { ref } = await sell(counter)
    const ended = await counter.reached(ref, end)
    expect(ended).toMatchObject({ attempts: 1, candidates: [], givenUp: false, ...view })
    expect(await movementsOf(service, ended)).toEqual(movements)
    expect(phasesOf(counter, ref)).toEqual(['sending', 'handling', ...via, end])
  })
})

test('a bill whose biller is unavailable is not found, and may be sent again under its ref', async () => {
  const { service, counter } = await startCounter()
  const { ref } = await line('030000005')(counter)
  await counter.reached(ref, 'unsent')
  await counter.command('sale.resend', { ref })
  await counter.reached(ref, 'unsent')
  const payments = (await service.requests()).filter(({ path }) => path === '/v3/bills/pay')
  expect(payments.map((one) => one.ref)).toEqual([ref, ref])
})

test('windows get neither sealed codes nor fields of the engine', async () => {
  const { counter } = await startCounter()
  const { ref } = await cards('playstation-fr', 'psn-fr-10', 1)(counter)
  await counter.reached(ref, 'fulfilled')
  const sent = JSON.stringify([counter.events, await counter.command('app.snapshot', {})])
  expect(sent).not.toMatch(/sealed|TESTCARD|TESTSERIAL|"subject"|"request"|everDoubted/)
  expect(JSON.stringify(counter.log.lines)).not.toMatch(/TESTCARD|TESTSERIAL/)
})
