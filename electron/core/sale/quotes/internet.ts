/** An internet card for a line: sold at its face value, at the cost that the service lists. */
import type { AppError } from '#shared/app-error.ts'
import type { Centimes } from '#shared/money.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { InternetProduct } from '#shared/views.ts'
import type { InternetCatalog } from '../internet-catalog.ts'
import { cannotSell, type Quoted, type ReviewInputOf } from './quote.ts'

export async function quoteInternet(
  input: ReviewInputOf<'internet'>,
  lines: InternetCatalog,
): Promise<Quoted> {
  const line = await lines.checkNumber(input.number, input.type)
  if (!line.ok) return line
  const products = await lines.listProducts(input.type)
  if (!products.ok) return products
  const card = pickCard(products.value, input.valueCentimes)
  if (!card.ok) return card
  const { type, number, subscriber } = line.value
  const { valueCentimes, costCentimes } = card.value
  return ok({
    order: { kind: 'internet', type, number, valueCentimes },
    subscriber,
    priceCentimes: valueCentimes,
    costCentimes,
  })
}

/** The refusals are the service's own, told before it is asked: service-api.md, "Platform error codes". */
function pickCard(
  products: readonly InternetProduct[],
  valueCentimes: Centimes,
): Result<InternetProduct, AppError> {
  const card = products.find((product) => product.valueCentimes === valueCentimes)
  if (!card) return cannotSell('valueCentimes', 'no-such-card')
  if (!card.available) return err({ kind: 'refused', code: 'ERR_STOCK', message: 'card out of stock' })
  return ok(card)
}
