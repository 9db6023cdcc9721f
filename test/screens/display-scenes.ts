/** The customer's display: each scene of it, with the longest things that a shop sells. */
import { sceneOfReview, sceneOfSale } from '#core/display/display.ts'
import type { DisplayScene } from '#shared/display.ts'
import { favouriteOf } from '#shared/favourites.ts'
import { centimes } from '#shared/money.ts'
import type { Order } from '#shared/products/orders.ts'
import type { SaleView } from '#shared/views.ts'
import { displayScene, type Scene } from './scene.ts'
import { bigCentimes, longShop, orders, saleIn } from './views.ts'

const review = (order: Order, priceCentimes = centimes(205_000)): DisplayScene =>
  sceneOfReview({ order, priceCentimes })
const regional: Order = { ...orders.cards, region: 'AE' }

/** As large as a logo may be: a frame with a bar through it. */
const logo = {
  ...{ widthDots: 384, heightDots: 192 },
  bits: Buffer.from(
    Array.from({ length: 192 * 48 }, (_, byte) => {
      const [row, column] = [Math.floor(byte / 48), byte % 48]
      return row < 8 || row >= 184 || Math.abs(row - 96) < 12 || column === 0 || column === 47 ? 0xff : 0
    }),
  ).toString('base64'),
}

const phases = ['handling', 'in-doubt', 'unsent', 'fulfilled', 'queued', 'refunded', 'refused', 'cancelled']

const scenes: readonly (readonly [string, DisplayScene])[] = [
  ['idle', { kind: 'idle' }],
  ['review-internet', review(orders.lte)],
  ['review-mobile', review(orders.wholesale, centimes(30_000_000))],
  [
    'review-change',
    sceneOfReview({ order: orders.mobile, priceCentimes: centimes(53_000) }, centimes(100_000)),
  ],
  ['fulfilled-change', sceneOfSale(saleIn('fulfilled'), centimes(300_000))],
  ['review-menu', review(orders.menu, centimes(0))],
  ['review-cards', review(regional, bigCentimes)],
  ['review-bill', review(orders.bill, centimes(3_250_000))],
  ...phases.map((phase) => [phase, sceneOfSale(saleIn(phase as SaleView['phase']))] as const),
  [
    'partly',
    sceneOfSale(
      saleIn('partly-fulfilled', regional, { deliveredCount: 40, priceCentimes: centimes(456_789_000) }),
    ),
  ],
  ['fulfilled-cards', sceneOfSale(saleIn('fulfilled', regional, { deliveredCount: 100 }))],
  ['fulfilled-bill', sceneOfSale(saleIn('fulfilled', orders.bill))],
]

const favourites = [orders.mobile, orders.internet, orders.lte].flatMap((order) => favouriteOf(order) ?? [])

export const displayScenes: readonly Scene[] = [
  ...scenes.map(([name, shown]) => displayScene(`display-${name}`, shown)),
  displayScene('display-idle-prices', { kind: 'idle' }, { favourites, shop: { ...longShop, logo } }),
]
