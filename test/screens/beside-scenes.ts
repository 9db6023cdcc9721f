/** What stands beside a sale to make it quicker or better known: favourites, and the stops of the tour. */

import { centimes } from '#shared/money.ts'
import type { Favourite } from '#shared/products/orders.ts'
import { tourKeys } from '../../renderer/features/sell/keyboard.ts'
import { tourStops } from '../../renderer/features/tour/tour.ts'
import { type Scene, scene } from './scene.ts'
import { billers, busyDay, catalog, orders } from './views.ts'

const favourites: readonly Favourite[] = [
  ...[50_000, 100_000, 200_000, 1_000_000].map(
    (value): Favourite => ({ kind: 'internet', type: 'ADSL', valueCentimes: centimes(value) }),
  ),
  ...[4_000, 100_000, 30_000_000].map(
    (amount): Favourite => ({
      ...{ kind: 'mobile', planCode: 'GROS', planName: 'Mobilis gros, revendeurs et points de vente' },
      ...{ operator: 'Mobilis', amountCentimes: centimes(amount) },
    }),
  ),
  ...(['one', 'two'] as const).map((typeId): Favourite => {
    const { productId, productTitle, typeName } = orders.cards
    return { kind: 'gift-card', productId, productTitle, typeId, typeName }
  }),
  { kind: 'bill', partner: 'Algérie Télécom' },
]
const pinned = { sales: busyDay, settings: { favourites: [...favourites] } }

export const besideScenes: readonly Scene[] = [
  scene('favourites-mobile', { ...pinned, keys: ['F1'], shows: '.favourite-key' }),
  scene('favourites-internet', { ...pinned, keys: ['F2'], shows: '.favourite-key' }),
  scene('favourites-cards', {
    ...pinned,
    answers: { 'gift-cards.catalog': { ok: true, value: catalog } },
    ...{ keys: ['F3'], shows: '.favourite-key' },
  }),
  scene('favourites-bill', {
    ...pinned,
    answers: { 'bills.partners': { ok: true, value: billers } },
    ...{ keys: ['F4'], shows: '.favourite-key' },
  }),
  scene('favourites-chosen', { ...pinned, keys: ['F1', 'Alt+2'], shows: '[aria-pressed="true"]' }),
  scene('favourites-removing', {
    ...pinned,
    ...{ keys: ['F1', 'click .favourites header button'], shows: '[data-removes]' },
  }),
  // The last stop is behind a sale.
  ...tourStops.slice(0, -1).map((stop, place) =>
    scene(`tour-${stop}`, {
      ...{ sales: busyDay, settings: { tourDone: false } },
      ...{ keys: Array.from({ length: place }, () => tourKeys.next), shows: `[data-stop="${stop}"]` },
    }),
  ),
]
