/** How a sale of gift cards is put together: a product of the catalog, one of its types, how many. */
import type { AppError } from '#shared/app-error.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import {
  type GiftCardCatalogView,
  type GiftCardProductView,
  type GiftCardStockView,
  type GiftCardTypeView,
  giftCardQuantity,
} from '#shared/on-sale.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { bestPlace, type Match, matchesIn, placeBeside } from './search.ts'

const entry = { kind: 'entry', service: 'gift-card' } as const
type Entry = typeof entry & { readonly error: AppError | null }

/** A product is looked for. */
export interface CatalogStep extends Entry {
  readonly at: 'catalog'
  readonly query: string
  /** Null until it was read. */
  readonly catalog: GiftCardCatalogView | null
  readonly isReading: boolean
  /** The match that the cashier went to; null where the best one is marked. */
  readonly chosenPlace: number | null
}

/** The service is asked for the types of a product. */
export interface LoadingStep extends Entry {
  readonly at: 'loading-types'
  readonly from: CatalogStep
  /** Null where Enter came before the catalog: the product that will be marked is opened once it is there. */
  readonly product: GiftCardProductView | null
  /** The first digit typed meanwhile: it picks its type once the types are there, and does nothing more. */
  readonly digit: number | null
}

/** A type is to be picked. */
export interface TypesStep extends Entry {
  readonly at: 'types'
  readonly from: CatalogStep
  readonly product: GiftCardProductView
  readonly stock: GiftCardStockView
}

export const quantityProblems = ['quantity-missing', 'quantity-too-large', 'not-enough-cards'] as const
export type QuantityProblem = (typeof quantityProblems)[number]

/** The number of cards is typed. */
export interface QuantityStep extends Entry {
  readonly at: 'quantity'
  readonly from: TypesStep
  readonly type: GiftCardTypeView
  /** Digits; null where nothing was typed, which stands for one card. */
  readonly typed: string | null
  readonly problem: QuantityProblem | null
  readonly isPricing: boolean
}

export type GiftCardStep = CatalogStep | LoadingStep | TypesStep | QuantityStep

export const firstGiftCardStep: CatalogStep = {
  ...entry,
  at: 'catalog',
  query: '',
  catalog: null,
  isReading: false,
  chosenPlace: null,
  error: null,
}

export const giftCardManners = {
  catalog: 'typing',
  'loading-types': 'waiting',
  types: 'choosing',
  quantity: 'typing',
} as const

export function backInGiftCards(step: GiftCardStep): GiftCardStep {
  switch (step.at) {
    case 'catalog':
      return { ...step, query: '', chosenPlace: null }
    case 'loading-types':
    case 'types':
      return step.from
    case 'quantity':
      return step.isPricing ? { ...step, isPricing: false } : step.from
  }
}

/** What is found of what is typed, and which of it Enter opens. */
export interface Found {
  readonly matches: readonly Match[]
  readonly marked: number | null
}

export function foundIn({ catalog, query, chosenPlace }: CatalogStep): Found {
  const matches = catalog === null ? [] : matchesIn(catalog, query)
  return { matches, marked: chosenPlace ?? bestPlace(matches, query) }
}

/** The match up or down from the marked one. */
export function matchBeside(step: CatalogStep, by: 1 | -1): number | null {
  const { matches, marked } = foundIn(step)
  return placeBeside(matches, marked, by)
}

export const productAt = ({ matches }: Found, place: number | null): GiftCardProductView | undefined =>
  place === null ? undefined : matches[place]?.product

/** The type that a digit key picks: 1 for the first, none for one that is out of stock. */
export function typeAt({ stock }: TypesStep, digit: number): GiftCardTypeView | undefined {
  const type = stock.types[digit - 1]
  return type !== undefined && type.stockCount > 0 ? type : undefined
}

/** As many as there are, and no more than one sale may be of. */
export const maxQuantityOf = ({ stockCount }: GiftCardTypeView): number =>
  Math.min(stockCount, giftCardQuantity.max)

/** How many cards stand in the field. */
export function quantityOf({ typed, type }: QuantityStep): Result<number, QuantityProblem> {
  const quantity = typed === null ? giftCardQuantity.min : Number(typed)
  if (quantity < giftCardQuantity.min) return err('quantity-missing')
  if (quantity > giftCardQuantity.max) return err('quantity-too-large')
  return quantity > type.stockCount ? err('not-enough-cards') : ok(quantity)
}

/** What they come to; null where their number cannot be sold. */
export function totalOf(step: QuantityStep): Centimes | null {
  const quantity = quantityOf(step)
  return quantity.ok ? centimes(step.type.priceCentimes * quantity.value) : null
}

/** One card more or less, within what can be sold. */
export function quantityBeside(step: QuantityStep, by: 1 | -1): number {
  const current = Number(step.typed ?? giftCardQuantity.min)
  return Math.max(giftCardQuantity.min, Math.min(current + by, maxQuantityOf(step.type)))
}
