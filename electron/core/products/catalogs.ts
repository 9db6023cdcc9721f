/** All that can be sold, kind by kind, as the screens and the review ask for it. */
import type { BillersView } from '#shared/products/bill-order.ts'
import { ok, unreachable } from '#shared/result.ts'
import type { ServiceClient } from '../api/client.ts'
import type { OnFailure } from '../call-error.ts'
import type { SubjectHandlers } from '../dispatch.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Clock, RefSource } from '../ports.ts'
import type { Operators } from '../status/operators.ts'
import { type BillDiscoveries, createBillDiscoveries } from './bill/discoveries.ts'
import { quoteBills } from './bill/quote.ts'
import { createGiftCardCatalog, type GiftCardCatalog, quoteGiftCard } from './gift-card/catalog.ts'
import { createInternetCatalog, type InternetCatalog, quoteInternet } from './internet/catalog.ts'
import type { Quoted, ReviewInput } from './kind.ts'
import { createMobileCatalog, type MobileCatalog, quoteMobile } from './mobile/catalog.ts'

export interface Catalogs {
  readonly internet: InternetCatalog
  readonly mobile: MobileCatalog
  readonly 'gift-card': GiftCardCatalog
  readonly bill: BillDiscoveries
}

interface CatalogsOptions {
  readonly client: ServiceClient
  readonly clock: Clock
  readonly refs: RefSource
  readonly onFailure: OnFailure
  readonly billForms: BillersView['forms']
}

export const createCatalogs = (options: CatalogsOptions): Catalogs => ({
  internet: createInternetCatalog(options),
  mobile: createMobileCatalog(options),
  'gift-card': createGiftCardCatalog(options),
  bill: createBillDiscoveries({ ...options, forms: options.billForms }),
})

/** Prices what was asked for. `findPayment`: the sale that pays a transaction already. */
export function quoteIn(
  catalogs: Catalogs,
  input: ReviewInput,
  findPayment: (transactionId: string) => StoredSale | undefined,
): Quoted | Promise<Quoted> {
  switch (input.kind) {
    case 'internet':
      return quoteInternet(input, catalogs.internet)
    case 'mobile':
      return quoteMobile(input, catalogs.mobile)
    case 'gift-card':
      return quoteGiftCard(input, catalogs['gift-card'])
    case 'bill':
      return quoteBills(input, catalogs.bill, findPayment)
    default:
      return unreachable(input)
  }
}

/** What each command of a catalog does. */
export const catalogHandlers = (
  { internet, mobile, 'gift-card': giftCard, bill }: Catalogs,
  operators: Operators,
): SubjectHandlers<'internet' | 'mobile' | 'gift-cards' | 'bills'> => ({
  'internet.products': async ({ type }) => {
    const products = await internet.listProducts(type)
    return products.ok ? ok({ products: [...products.value] }) : products
  },
  'internet.check-number': ({ type, number }) => internet.checkNumber(number, type),
  'mobile.plans': () => mobile.list(),
  'mobile.down': async () => ok({ down: [...(await operators.readDown())] }),
  'gift-cards.catalog': () => giftCard.readCatalog(),
  'gift-cards.product': ({ productId }) => giftCard.checkProduct(productId),
  'bills.partners': () => bill.listPartners(),
  'bills.discover': (asked) => bill.discover(asked),
})
