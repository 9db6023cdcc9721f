/** A counter that sells gift cards, of which the service knows no ref, and what may be met among the orders of its account. */
import type { Ref } from '#shared/ref.ts'
import { type CoreOptions, type Counter, type Service, startCounter, until } from './core.ts'
import type { Rewrite } from './rewriter.ts'
import { doors, sellOne } from './sell.ts'
import { callerOf } from './training-calls.ts'

/** More looks than an order needs to be found, or found absent. */
const ENOUGH_LOOKS = 14
/** Under which a held answer is not given up. */
export const patientLimits = { headersMs: 3_600_000, totalMs: 3_600_000 } as const
export const post = { method: 'POST', path: doors['gift-card'].send } as const
export const lost = (take: boolean) => ({ ...post, action: { do: 'cut', take } }) as const
export const sell = sellOne['gift-card']

export interface ShopOptions {
  readonly config?: CoreOptions['config']
  /** Rewrites the answers while `odd.on`. */
  readonly rewrite?: Rewrite
}

export async function openShop({ rewrite, config = {} }: ShopOptions = {}) {
  const odd = { on: true }
  const shop = await startCounter({
    config,
    ...(rewrite && { rewrite: (path, text) => (odd.on ? rewrite(path, text) : text) }),
  })
  return { ...shop, odd }
}

/** The same two cards, ordered by another counter of the same account. */
export const orderElsewhere = async (service: Service): Promise<string> => {
  const order = { productId: 'steam-us', typeId: 'steam-us-5', quantity: 2 }
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

export const ordersAt = async (service: Service) => (await service.ledger()).orders.map(({ id }) => id)
