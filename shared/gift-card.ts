/**
 * What a gift card order asks for, as public practice shows it. The order carries no ref: the service cannot know it
 * again, so it is never sent twice.
 */
import * as z from 'zod'

/** An id that the catalog gave; it also stands in a path. */
const catalogId = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(100, 'must be at most 100 characters')

export const giftCardOrderRequestSchema = z.object({
  productId: catalogId,
  typeId: catalogId,
  quantity: z.int('must be a whole number').min(1, 'must be at least 1'),
})
export type GiftCardOrderRequest = z.infer<typeof giftCardOrderRequestSchema>
