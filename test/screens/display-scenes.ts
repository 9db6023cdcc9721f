/** The customer's display: each scene of it, with the longest things that a shop sells. */
import { sceneOfReview, sceneOfSale } from '#core/display/display.ts'
import type { DisplayScene } from '#shared/display.ts'
import { centimes } from '#shared/money.ts'
import type { Order } from '#shared/orders.ts'
import type { SaleView } from '#shared/views.ts'
import { displayScene, type Scene } from './scene.ts'
import { bigCentimes, orders, saleIn } from './views.ts'

const review = (order: Order, priceCentimes = centimes(205_000)): DisplayScene =>
  sceneOfReview({ order, priceCentimes })
const regional: Order = { ...orders.cards, region: 'AE' }

const phases = ['handling', 'in-doubt', 'unsent', 'fulfilled', 'queued', 'refunded', 'refused', 'cancelled']

const scenes: readonly (readonly [string, DisplayScene])[] = [
  ['idle', { kind: 'idle' }],
  ['review-internet', review(orders.lte)],
  ['review-mobile', review(orders.wholesale, centimes(30_000_000))],
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

export const displayScenes: readonly Scene[] = scenes.map(([name, shown]) =>
  displayScene(`display-${name}`, shown),
)
