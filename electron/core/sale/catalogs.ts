/** All that can be sold, kind by kind, as the screens and the review ask for it. Owns nothing but the joining. */
import type { BillersView } from '#shared/products/bill-order.ts'
import type { ServiceClient } from '../api/client.ts'
import type { OnFailure } from '../call-error.ts'
import type { Clock, RefSource } from '../ports.ts'
import { type BillDiscoveries, createBillDiscoveries } from '../products/bill/discoveries.ts'
import { createGiftCardShelf, type GiftCardShelf } from '../products/gift-card/catalog.ts'
import { createInternetCatalog, type InternetCatalog } from '../products/internet/catalog.ts'
import { createMobileShelf, type MobileShelf } from '../products/mobile/catalog.ts'

export interface Catalogs {
  readonly lines: InternetCatalog
  readonly plans: MobileShelf
  readonly cards: GiftCardShelf
  readonly bills: BillDiscoveries
}

interface CatalogsOptions {
  readonly client: ServiceClient
  readonly clock: Clock
  readonly refs: RefSource
  readonly onFailure: OnFailure
  readonly billForms: BillersView['forms']
}

export const createCatalogs = (options: CatalogsOptions): Catalogs => ({
  lines: createInternetCatalog(options),
  plans: createMobileShelf(options),
  cards: createGiftCardShelf(options),
  bills: createBillDiscoveries({ ...options, forms: options.billForms }),
})
