/** A counter that sells gift cards, of which the service knows no ref, and what may be met among the orders of its account. */
import type { Ref } from '#shared/ref.ts'
import { type CoreOptions, type Counter, type Service, startCounter, until } from './core.ts'
import type { Deviations } from './drawn-behaviour.ts'
import type { Rewrite } from './rewriter.ts'
import { endpoints, sellOne } from './sell.ts'
import { callerOf } from './training-calls.ts'

/** More than an order needs to be found, or found absent; a look may take three of them. */
const ENOUGH_LOOKS = 60
/** Under which a held answer is not given up. */
export const patientLimits = { headersMs: 3_600_000, totalMs: 3_600_000 } as const
export const post = { method: 'POST', path: endpoints['gift-card'].send } as const
export const lost = (take: boolean) => ({ ...post, action: { do: 'cut', take } }) as const
export const sell = sellOne['gift-card']
/** A server's page in place of each order's record. */
export const noRecords = {
  method: 'GET',
  path: '/v3/gift-cards/checkOrder',
  action: { do: 'answer', take: false, status: 404, html: true },
  times: 1_000,
} as const

export interface ShopOptions {
  readonly config?: CoreOptions['config']
  /** Rewrites the answers while `odd.on`. */
  readonly rewrite?: Rewrite
  /** Rewrites the paths that are asked for. */
  readonly ask?: (path: string) => string
  /** Nothing was sold before. */
  readonly isFresh?: boolean
  /** How the service behaves where the document leaves it open. */
  readonly behaviour?: Deviations
}

/** A counter that has sold a gift card, unless it is fresh: the list has shown that order at its time. */
export async function openShop({ rewrite, ask, isFresh, config = {}, behaviour = {} }: ShopOptions = {}) {
  const odd = { on: true }
  const shop = await startCounter(
    {
      config,
      ...(ask && { ask }),
      ...(rewrite && { rewrite: (path, text) => (odd.on ? rewrite(path, text) : text) }),
    },
    { behaviour },
  )
  if (!isFresh) await sellBefore(shop.counter)
  return { ...shop, odd }
}

export const twoCards = { productId: 'steam-us', typeId: 'steam-us-5', quantity: 2 } as const
/** Two of these four come. */
export const halfOfFour = { productId: 'training-cards', typeId: 'TEST_PARTIAL', quantity: 4 } as const
/** What no other sale of these tests is of. */
export const otherCard = { productId: 'playstation-fr', typeId: 'psn-fr-10', quantity: 1 } as const

const OTHER_DINARS = 2_450

/** A sale that is delivered. */
export async function sellBefore(counter: Counter): Promise<void> {
  const { ref } = await counter.sellOrder({ kind: 'gift-card', ...otherCard })
  await counter.reached(ref, 'fulfilled')
}

interface ListedOrder {
  readonly product: string
  readonly type: string
  readonly time: string
}

/** A list of orders with other rows; any other answer as it is. */
export function withOrders(
  text: string,
  change: (items: readonly ListedOrder[]) => readonly object[],
): string {
  const answer = JSON.parse(text)
  if (answer.data?.items?.[0]?.product !== undefined) answer.data.items = change(answer.data.items)
  return JSON.stringify(answer)
}

/** The same two cards, or others, ordered by another counter of the same account. */
export const orderElsewhere = async (
  service: Service,
  order: { readonly productId: string; readonly typeId: string; readonly quantity: number } = twoCards,
): Promise<string> => {
  const { body } = await callerOf(service.baseUrl).post(post.path, order)
  return body.data.orderId
}

async function listLooks(service: Service): Promise<number> {
  return (await service.requests()).filter(({ path }) => path === '/v3/gift-cards/list').length
}

export async function lookedOften(service: Service): Promise<void> {
  const before = await listLooks(service)
  await until('it was looked for often', async () => (await listLooks(service)) >= before + ENOUGH_LOOKS)
}

export const reachedChoice = (counter: Counter, ref: Ref) =>
  until('there is a choice', async () => (await counter.readSale(ref)).candidates.length > 0)

/** The orders of what is sold here, without those of `sellBefore`. */
export const ordersAt = async (service: Service) =>
  (await service.ledger()).orders.filter(({ value }) => value !== OTHER_DINARS).map(({ id }) => id)

/** A person's word that nothing came of a sale, as soon as it is taken. */
export async function saidNotReceived(counter: Counter, ref: Ref): Promise<void> {
  const said = { who: 'Amina', why: 'not in the portal' }
  const asked = { ref, decision: { kind: 'not-received' as const }, seen: [], ...said }
  await until('the word is taken', async () => (await counter.ask('sale.decide', asked)).ok)
}
