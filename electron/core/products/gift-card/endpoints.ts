/**
 * The endpoints of gift cards (service-api.md, "Gift card catalog" and "Gift card order"; stock, ordering and looking up
 * come from the profile). An order carries no ref, so the service cannot know it again: it is never sent twice. Codes
 * leave this module wrapped.
 */

import * as z from 'zod'
import { type GiftCardOrderRequest, giftCardOrderRequestSchema } from '#shared/products/gift-card.ts'
import type { Call } from '../../api/call.ts'
import { type Endpoint, notFoundAt404 } from '../../api/endpoint.ts'
import {
  isPageAsked,
  optionalCount,
  optionalDinars,
  optionalText,
  optionalTimeMs,
  optionalWord,
  pageOf,
  pageRequest,
  readableOf,
} from '../../api/endpoints/platform-list.ts'
import { dinars, successOf, text, wordOrNumber } from '../../api/envelope.ts'
import type {
  GiftCard,
  GiftCardCatalog,
  GiftCardOrder,
  GiftCardProduct,
  GiftCardStock,
  GiftCardType,
  Page,
  PageFilter,
} from '../../api/platform-records.ts'
import { makeSecret } from '../../api/secret.ts'

const nothing = z.strictObject({})

const product = z.object({ id: text, title: text, enabled: z.boolean(), region: optionalText }).transform(
  ({ id, title, enabled, region }): GiftCardProduct => ({
    productId: id,
    title,
    isEnabled: enabled,
    region,
  }),
)

const category = z.object({ title: text, products: readableOf(product) })

const catalog = successOf(
  z.object({ categories: readableOf(category) }).transform(({ categories }): GiftCardCatalog => {
    const within = categories.readable.reduce((sum, { products }) => sum + products.unreadableCount, 0)
    return {
      categories: categories.readable.map(({ title, products }) => ({ title, products: products.readable })),
      unreadableCount: categories.unreadableCount + within,
    }
  }),
)

export const readGiftCardCatalog: Endpoint<z.infer<typeof nothing>, GiftCardCatalog> = {
  name: 'readGiftCardCatalog',
  host: 'platform',
  method: 'GET',
  path: '/v3/gift-cards/catalog',
  class: 'read',
  request: nothing,
  answers: { 200: catalog },
}

const cardType = z
  .object({ id: text, name: text, price: dinars.refine((price) => price > 0), quantity: z.int().min(0) })
  .transform(
    ({ id, name, price, quantity }): GiftCardType => ({
      typeId: id,
      name,
      priceCentimes: price,
      stockCount: quantity,
    }),
  )

const stock = successOf(
  z.object({ productId: text, productTitle: text, types: readableOf(cardType) }).transform(
    ({ productId, productTitle, types }): GiftCardStock => ({
      productId,
      title: productTitle,
      types: types.readable,
      unreadableCount: types.unreadableCount,
    }),
  ),
)

const byProduct = z.strictObject({ productId: text })

export const checkGiftCardProduct: Endpoint<z.infer<typeof byProduct>, GiftCardStock> = {
  name: 'checkGiftCardProduct',
  host: 'platform',
  method: 'GET',
  path: { profile: 'giftCardProduct' },
  class: 'read',
  request: byProduct,
  answers: { 200: stock },
  agrees: (asked, answered) => answered.productId === asked.productId,
}

const placed = successOf(z.object({ orderId: text }))

export const placeGiftCardOrder: Endpoint<GiftCardOrderRequest, z.output<typeof placed>> = {
  name: 'placeGiftCardOrder',
  host: 'platform',
  method: 'POST',
  path: { profile: 'giftCardOrder' },
  class: 'starts-again',
  request: giftCardOrderRequestSchema,
  answers: { 200: placed },
}

/** A code as text, or a number that JSON carries exactly. */
const code = z.union([text, z.int().min(0).transform(String)])

const card = z.object({ value: code, serial: code.nullish().catch(null) }).transform(
  ({ value, serial }): GiftCard => ({
    code: makeSecret(value),
    serial: serial == null ? null : makeSecret(serial),
  }),
)

const order: z.ZodType<GiftCardOrder> = z
  .object({
    _id: wordOrNumber.optional().catch(undefined),
    orderId: wordOrNumber.optional().catch(undefined),
    status: text,
    product: optionalWord,
    type: optionalWord,
    quantity: optionalCount,
    fulfilled_quantity: optionalCount,
    price_per_card: optionalDinars,
    fulfilled_amount: optionalDinars,
    time: optionalTimeMs,
    cards: readableOf(card).nullish(),
  })
  .transform((fields, context): GiftCardOrder => {
    // What orders are answered with; a row's `_id` may be one of the list's own beside it.
    const orderId = fields.orderId ?? fields._id
    if (orderId === undefined) {
      context.addIssue('an order has an id')
      return z.NEVER
    }
    return {
      orderId,
      rowId: fields._id ?? null,
      status: fields.status,
      productId: fields.product,
      typeId: fields.type,
      quantity: fields.quantity,
      fulfilledQuantity: fields.fulfilled_quantity,
      priceCentimes: fields.price_per_card,
      fulfilledCentimes: fields.fulfilled_amount,
      orderedAtMs: fields.time,
      cards: fields.cards?.readable ?? [],
      unreadableCardCount: fields.cards?.unreadableCount ?? 0,
    }
  })

const byOrder = z.strictObject({ orderId: text })

export const findGiftCardOrder: Endpoint<z.infer<typeof byOrder>, GiftCardOrder> = {
  name: 'findGiftCardOrder',
  host: 'platform',
  method: 'GET',
  path: { profile: 'giftCardStatus' },
  class: 'read',
  codeOfStatus: notFoundAt404,
  request: byOrder,
  answers: { 200: successOf(order) },
  agrees: ({ orderId }, answered) => [answered.orderId, answered.rowId].includes(orderId),
}

export const listGiftCardOrders: Endpoint<PageFilter, Page<GiftCardOrder>> = {
  name: 'listGiftCardOrders',
  host: 'platform',
  method: 'GET',
  path: '/v3/gift-cards/list',
  class: 'read',
  request: pageRequest,
  answers: { 200: pageOf(order) },
  agrees: isPageAsked,
}

/** One method an endpoint. */
export const giftCardCalls = (call: Call) => ({
  readGiftCardCatalog: () => call(readGiftCardCatalog, {}),
  checkGiftCardProduct: (productId: string) => call(checkGiftCardProduct, { productId }),
  /** Carries no ref: in doubt is settled by listGiftCardOrders, and nothing is ever sent again by itself. */
  placeGiftCardOrder: (order: GiftCardOrderRequest) => call(placeGiftCardOrder, order),
  async findGiftCardOrder(orderId: string) {
    const outcome = await call(findGiftCardOrder, { orderId })
    // Called as it was asked for, by whichever of its ids that was.
    return outcome.kind === 'accepted' ? { ...outcome, value: { ...outcome.value, orderId } } : outcome
  },
  listGiftCardOrders: (filter: PageFilter = {}) => call(listGiftCardOrders, filter),
})
