/**
 * The carnet on the days that lend: customers who pay later, limits, repayments, credits, and prices that change while
 * reviews are open. What is owed is asked of the counter and given back as a person would, now and then too much.
 */
import { centimes } from '#shared/money.ts'
import { orderKinds, products } from '#shared/products/orders.ts'
import type { CustomerView } from '#shared/till/carnet.ts'
import type { PaymentMeans } from '#shared/till/cash.ts'
import type { PriceRule, Prices } from '#shared/till/prices.ts'
import type { RefundView } from '#shared/till/refunds.ts'
import type { Dice } from '../dice.ts'
import { act, idOf, type Row, type Shop, signed } from './acts.ts'

const CUSTOMERS = 3
const LENDS_PERCENT = 35
const NAMED_PERCENT = 10
const CREDITS_PERCENT = 25

/** Everybody may buy on account who is there at the beginning of the day. */
export async function addCustomers(
  shop: Shop,
  untilDone: (work: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  for (let place = 0; place < CUSTOMERS; place += 1) {
    const own = shop.dice.apart('customer', place)
    const asked = { actId: idOf(own), who: 'Amel', number: `066100000${place}`, name: `Client ${place}` }
    await untilDone(async () => {
      const added = await (await shop.counter().up()).ask('carnet.add', asked)
      if (added.ok) shop.customers.push(added.value.customerId)
      return added.ok
    })
  }
}

/** Who buys, and whether they pay later; undefined where nobody says who it is. */
export function buyerFor(
  { customers }: Shop,
  dice: Dice,
): { readonly means: PaymentMeans; readonly customerId: string } | undefined {
  if (customers.length === 0) return undefined
  const customerId = dice.pick(customers)
  if (dice.happens(LENDS_PERCENT)) return { means: 'on-account', customerId }
  return dice.happens(NAMED_PERCENT) ? { means: 'cash', customerId } : undefined
}

/** Whose carnet a refund goes to in place of money; of a sale on account its buyer's, as no other takes it. */
export function creditFor({ customers }: Shop, dice: Dice, { means }: RefundView) {
  if (customers.length === 0) return undefined
  return means === 'on-account' || dice.happens(CREDITS_PERCENT)
    ? { customerId: dice.pick(customers) }
    : undefined
}

async function pickCustomer({ counter, customers }: Shop, dice: Dice): Promise<CustomerView | undefined> {
  if (customers.length === 0) return undefined
  const customerId = dice.pick(customers)
  const read = await (await counter().up()).ask('carnet.page', { customerId })
  return read.ok ? read.value.page?.customer : undefined
}

const meansOf = (dice: Dice) => dice.pick(['cash', 'cash', 'card', 'transfer'] as const)

/** A part of what is owed, all of it, or now and then more. */
const partOf = (most: number, dice: Dice) =>
  centimes(dice.happens(10) ? most + 100 : dice.happens(40) ? most : dice.between(1, most))

async function repay(shop: Shop, dice: Dice): Promise<void> {
  const customer = await pickCustomer(shop, dice)
  if (!customer || customer.balanceCentimes <= 0) return
  const { customerId, balanceCentimes } = customer
  const amountCentimes = partOf(balanceCentimes, dice)
  const done = await act(shop, dice, 'carnet.repay', {
    ...signed(dice),
    ...{ customerId, amountCentimes, means: meansOf(dice) },
  })
  if (done?.ok && amountCentimes > balanceCentimes && done.value.balanceCentimes < 0)
    shop.report(20, `${customerId} repays more than is owed`)
}

async function payOut(shop: Shop, dice: Dice): Promise<void> {
  const customer = await pickCustomer(shop, dice)
  if (!customer || customer.balanceCentimes >= 0) return
  const { customerId, balanceCentimes } = customer
  const amountCentimes = partOf(-balanceCentimes, dice)
  await act(shop, dice, 'carnet.pay-out', {
    ...signed(dice),
    customerId,
    amountCentimes,
    means: meansOf(dice),
  })
}

async function setLimit(shop: Shop, dice: Dice): Promise<void> {
  const customer = await pickCustomer(shop, dice)
  if (!customer) return
  const limit = dice.pick([null, 0, 500, 3_000, 50_000])
  const limitCentimes = limit === null ? null : centimes(limit * 100)
  const { customerId } = customer
  await act(shop, dice, 'carnet.set-limit', { ...signed(dice), customerId, limitCentimes })
}

async function forget(shop: Shop, dice: Dice): Promise<void> {
  const customer = await pickCustomer(shop, dice)
  if (!customer || dice.happens(50)) return
  const { customerId } = customer
  const done = await act(shop, dice, 'carnet.forget', { ...signed(dice), customerId })
  if (done?.ok && done.value.balanceCentimes !== 0) shop.report(20, `${customerId} owes and is forgotten`)
}

function drawRule(service: PriceRule['service'], dice: Dice): PriceRule {
  const names: readonly (string | null)[] = [...products[service].priceNames, null]
  const added = centimes(dice.between(0, 60) * 100)
  return {
    service,
    of: dice.pick(names),
    margin: dice.pick<PriceRule['margin']>([
      { kind: 'none' },
      { kind: 'fixed', centimes: added },
      { kind: 'percent', basisPoints: dice.between(0, 900) },
    ]),
    roundUpToCentimes: dice.pick([null, 500, 1_000] as const),
    minProfitCentimes: dice.pick([centimes(0), added]),
  }
}

async function setPrices(shop: Shop, dice: Dice): Promise<void> {
  const prices: Prices = {
    surcharges: dice.happens(70),
    rules: orderKinds.filter(() => dice.happens(60)).map((kind) => drawRule(kind, dice.apart(kind))),
  }
  await act(shop, dice, 'prices.set', { ...signed(dice), prices })
}

export const carnetRows: readonly Row[] = [
  { name: 'repay', weight: 8, work: repay },
  { name: 'pay out', weight: 4, work: payOut },
  { name: 'credit limit', weight: 3, work: setLimit },
  { name: 'forget customer', weight: 1, work: forget },
  { name: 'prices', weight: 3, work: setPrices },
]
