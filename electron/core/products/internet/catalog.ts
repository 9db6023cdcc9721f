/** An internet card for a line: sold at its face value, at the cost that the service lists. */
import type { AppError } from '#shared/app-error.ts'
import type { Centimes } from '#shared/money.ts'
import { type InternetNumber, type InternetType, parseInternetNumber } from '#shared/phone.ts'
import type { InternetProduct, Subscriber } from '#shared/products/internet.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ServiceClient } from '../../api/client.ts'
import { type CallFailure, callError } from '../../call-error.ts'
import type { Clock } from '../../ports.ts'
import { isRecent } from '../../sale/time-window.ts'
import { cannotSell, type Quoted, type ReviewInputOf } from '../kind.ts'

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
    baseCentimes: valueCentimes,
    costCentimes,
  })
}

/** The refusals are the service's own, given before it is asked: service-api.md, "Platform error codes". */
function pickCard(products: readonly PricedCard[], valueCentimes: Centimes): Result<PricedCard, AppError> {
  const card = products.find((product) => product.valueCentimes === valueCentimes)
  if (!card) return cannotSell('valueCentimes', 'no-such-card')
  if (!card.available) return err({ kind: 'refused', code: 'ERR_STOCK', message: 'card out of stock' })
  return ok(card)
}

// What the service says of internet lines and cards, as the screens ask for it. Owns the memory of checked numbers.

/** The number is checked when it is typed and again at the review: once is enough for both. */
const CHECKED_FOR_MS = 2 * 60_000
const MAX_CHECKED = 200

interface CheckedNumber extends InternetNumber {
  readonly subscriber: Subscriber
}

/** As the service lists it: its cost is known here. */
type PricedCard = InternetProduct & { readonly costCentimes: Centimes }

export interface InternetCatalog {
  /** The cards on sale now, never from memory: stock and cost change. */
  listProducts(type: InternetType): Promise<Result<readonly PricedCard[], AppError>>
  /** Reads what was typed and asks the service whose line it is. service-api.md, GET /v3/internet/check-number. */
  checkNumber(typed: string, type: InternetType): Promise<Result<CheckedNumber, AppError>>
}

interface InternetCatalogOptions {
  readonly client: ServiceClient
  readonly clock: Clock
  onFailure(failure: CallFailure): void
}

export function createInternetCatalog({ client, clock, onFailure }: InternetCatalogOptions): InternetCatalog {
  const checked = new Map<string, { readonly subscriber: Subscriber; readonly atMs: number }>()

  function fail(failure: CallFailure): Result<never, AppError> {
    onFailure(failure)
    return err(callError(failure))
  }

  function remember(key: string, subscriber: Subscriber): void {
    checked.delete(key)
    checked.set(key, { subscriber, atMs: clock.nowMs() })
    const [oldest] = checked.keys()
    if (checked.size > MAX_CHECKED && oldest !== undefined) checked.delete(oldest)
  }

  return {
    async listProducts(type) {
      const outcome = await client.listInternetProducts(type)
      return outcome.kind === 'accepted' ? ok(outcome.value) : fail(outcome)
    },
    async checkNumber(typed, type) {
      const read = parseInternetNumber(typed, type)
      if (!read.ok) return err({ kind: 'invalid-input', field: 'number', problem: read.error })
      const key = `${read.value.type} ${read.value.number}`
      const known = checked.get(key)
      if (known && isRecent(known.atMs, clock.nowMs(), CHECKED_FOR_MS)) {
        return ok({ ...read.value, subscriber: known.subscriber })
      }
      const outcome = await client.checkInternetNumber(read.value)
      if (outcome.kind !== 'accepted') return fail(outcome)
      remember(key, outcome.value)
      return ok({ ...read.value, subscriber: outcome.value })
    },
  }
}
