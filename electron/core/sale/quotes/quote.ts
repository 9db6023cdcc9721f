/** What a sale would be and what it would come to: the order as it would be committed, its price and its cost. */
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Centimes } from '#shared/money.ts'
import type { Order } from '#shared/orders.ts'
import { err, type Result } from '#shared/result.ts'
import type { Subscriber } from '#shared/views.ts'

export type ReviewInput = CommandInput<'sale.review'>
export type ReviewInputOf<Kind extends ReviewInput['kind']> = Extract<ReviewInput, { kind: Kind }>

export interface Quote {
  readonly order: Order
  readonly subscriber: Subscriber | null
  /** What the customer pays, and what the sale costs the shop. */
  readonly priceCentimes: Centimes
  readonly costCentimes: Centimes
}

export type Quoted = Result<Quote, AppError>

/** What was asked for cannot be sold as it stands. The words are in the locales, under `sell.problem`. */
export const cannotSell = (field: string, problem: string): Result<never, AppError> =>
  err({ kind: 'invalid-input', field, problem })
