/** Shops in the middle of something, for deaths to begin with: a process that died selling, and what was found of it. */
import type { Ref } from '#shared/ref.ts'
import { callerOf } from '../support/training-calls.ts'
import { type GoodName, goods } from './goods.ts'
import { type Beginning, openShop, type Shop, seedJournal, type Workshop } from './shop.ts'

const BEFORE_IT_LEAVES = 'send, before it leaves'
const TAKEN = 'send, taken, not answered'
export type Died = typeof BEFORE_IT_LEAVES | typeof TAKEN
export const deaths = { BEFORE_IT_LEAVES, TAKEN } as const

export interface SaleBegun extends Beginning {
  readonly ref: Ref
}

/** A shop whose process has died selling. The sale is on disk, and nobody has looked at it since. */
async function dieSelling(workshop: Workshop, name: GoodName, died: Died) {
  const beginning = await seedJournal(workshop, goods[name])
  const shop = await openShop(workshop, beginning)
  const { sale } = await shop.work({ do: 'sell', good: name, place: 1 }, died)
  if (sale) throw new Error(`${died}: it came to its end`)
  return { beginning, shop, sendsBefore: died === TAKEN ? 1 : 0 }
}

export async function haveDied(workshop: Workshop, name: GoodName, died: Died): Promise<Beginning> {
  const { beginning, shop, sendsBefore } = await dieSelling(workshop, name, died)
  return { ...beginning, nowMs: shop.nowMs(), folder: await shop.leave(), sendsBefore }
}

/** The sale was found absent since: the cashier moves next. */
export async function haveUnsent(workshop: Workshop, name: GoodName): Promise<SaleBegun> {
  const { beginning, shop } = await dieSelling(workshop, name, BEFORE_IT_LEAVES)
  const ref = await settle(shop, beginning)
  return { ...beginning, ref, nowMs: shop.nowMs(), folder: await shop.leave() }
}

/** Longer than a request may take to land of a call whose end nobody saw: from then on a person may say that none did. */
const DECIDED_AFTER_MS = 8 * 60_000

/** Somebody else has placed orders like the one that may have been taken: two may be this sale's. */
export async function haveSeveral(workshop: Workshop, died: Died): Promise<SaleBegun> {
  const { beginning, shop, sendsBefore } = await dieSelling(workshop, 'gift card', died)
  const ours = new Set((await shop.service.ledger()).orders.map(({ id }) => id))
  const { post } = callerOf(shop.service.baseUrl)
  const order = { productId: 'steam-us', typeId: 'steam-us-5', quantity: 2 }
  for (let placed = sendsBefore; placed < 2; placed += 1) await post('/v3/gift-cards/placeOrder', order)
  const ref = await settle(shop, beginning)
  const { orders } = await shop.service.ledger()
  const others = orders.map(({ id }) => id).filter((id) => !ours.has(id))
  const otherOrders = new Set([...beginning.otherOrders, ...others])
  const nowMs = shop.nowMs() + DECIDED_AFTER_MS
  return { ...beginning, ref, otherOrders, nowMs, folder: await shop.leave(), sendsBefore }
}

async function settle(shop: Shop, { saleFromMs }: Beginning): Promise<Ref> {
  const counter = await shop.open()
  const sale = (await counter.sales()).find(({ recordedAtMs }) => recordedAtMs >= saleFromMs)
  if (!sale) throw new Error('there is no sale to settle')
  await counter.settled(sale.ref)
  await counter.stop()
  return sale.ref
}
