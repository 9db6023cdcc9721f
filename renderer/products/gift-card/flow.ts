/** How a sale of gift cards is put together: a product of the catalog, one of its types, how many. */

import type { AppError } from '#shared/app-error.ts'
import { fold } from '#shared/folded-text.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import {
  type GiftCardCatalogView,
  type GiftCardProductView,
  type GiftCardStockView,
  type GiftCardTypeView,
  giftCardQuantity,
} from '#shared/products/gift-card.ts'
import { err, ok, type Result } from '#shared/result.ts'

const entry = { kind: 'entry', service: 'gift-card' } as const
type Entry = typeof entry & { readonly error: AppError | null }

/** A product is looked for. */
export interface CatalogStepState extends Entry {
  readonly at: 'catalog'
  readonly query: string
  /** Null until it was read. */
  readonly catalog: GiftCardCatalogView | null
  readonly isReading: boolean
  /** The match that the cashier went to; null where the best one is marked. */
  readonly chosenPlace: number | null
}

/** The service is asked for the types of a product. */
export interface LoadingStepState extends Entry {
  readonly at: 'loading-types'
  readonly from: CatalogStepState
  /** Null where Enter came before the catalog: the product that will be marked is opened once it is there. */
  readonly product: GiftCardProductView | null
  /** The first digit typed meanwhile: it picks its type once the types are there, and does nothing more. */
  readonly digit: number | null
}

/** A type is to be picked. */
export interface TypesStepState extends Entry {
  readonly at: 'types'
  readonly from: CatalogStepState
  readonly product: GiftCardProductView
  readonly stock: GiftCardStockView
}

const quantityProblems = ['quantity-missing', 'quantity-too-large', 'not-enough-cards'] as const
type QuantityProblem = (typeof quantityProblems)[number]

/** The number of cards is typed. */
export interface QuantityStepState extends Entry {
  readonly at: 'quantity'
  readonly from: TypesStepState
  readonly type: GiftCardTypeView
  /** Digits; null where nothing was typed, which stands for one card. */
  readonly typed: string | null
  readonly problem: QuantityProblem | null
  readonly isPricing: boolean
}

export type GiftCardStep = CatalogStepState | LoadingStepState | TypesStepState | QuantityStepState

export const firstGiftCardStep: CatalogStepState = {
  ...entry,
  at: 'catalog',
  query: '',
  catalog: null,
  isReading: false,
  chosenPlace: null,
  error: null,
}

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

export function foundIn({ catalog, query, chosenPlace }: CatalogStepState): Found {
  const matches = catalog === null ? [] : matchesIn(catalog, query)
  return { matches, marked: chosenPlace ?? bestPlace(matches, query) }
}

/** The match up or down from the marked one. */
export function matchBeside(step: CatalogStepState, by: 1 | -1): number | null {
  const { matches, marked } = foundIn(step)
  return placeBeside(matches, marked, by)
}

export const productAt = ({ matches }: Found, place: number | null): GiftCardProductView | undefined =>
  place === null ? undefined : matches[place]?.product

/** The type that a digit key picks: 1 for the first, none for one that is out of stock. */
export function typeAt({ stock }: TypesStepState, digit: number): GiftCardTypeView | undefined {
  const type = stock.types[digit - 1]
  return type !== undefined && type.stockCount > 0 ? type : undefined
}

/** As many as there are, and no more than one sale may be of. */
export const maxQuantityOf = ({ stockCount }: GiftCardTypeView): number =>
  Math.min(stockCount, giftCardQuantity.max)

/** How many cards stand in the field. */
export function quantityOf({ typed, type }: QuantityStepState): Result<number, QuantityProblem> {
  const quantity = typed === null ? giftCardQuantity.min : Number(typed)
  if (quantity < giftCardQuantity.min) return err('quantity-missing')
  if (quantity > giftCardQuantity.max) return err('quantity-too-large')
  return quantity > type.stockCount ? err('not-enough-cards') : ok(quantity)
}

/** What they come to; null where their number cannot be sold. */
export function totalOf(step: QuantityStepState): Centimes | null {
  const quantity = quantityOf(step)
  return quantity.ok ? centimes(step.type.priceCentimes * quantity.value) : null
}

/** One card more or less, within what can be sold. */
export function quantityBeside(step: QuantityStepState, by: 1 | -1): number {
  const current = Number(step.typed ?? giftCardQuantity.min)
  return Math.max(giftCardQuantity.min, Math.min(current + by, maxQuantityOf(step.type)))
}

// Finds products of the gift card catalog by what is typed: case, accents, vowel marks and the usual Arabic spellings do
// not count. Pure, and quick enough for each key.

export interface Match {
  readonly category: string
  readonly product: GiftCardProductView
}

const wordsOf = (text: string): readonly string[] => fold(text).split(/\s+/).filter(Boolean)

/** The products that hold every word of the query in their title, category or region, in the order of the catalog. */
export function matchesIn({ categories }: GiftCardCatalogView, query: string): readonly Match[] {
  const words = wordsOf(query)
  return categories
    .flatMap(({ title, products }) => products.map((product) => ({ category: title, product })))
    .filter(({ category, product }) => {
      const text = fold(`${product.title} ${category} ${product.region ?? ''}`)
      return words.every((word) => text.includes(word))
    })
}

/**
 * Which match is marked before the cashier chose any: the first on sale whose title begins with the query; where no title
 * does, whose title has a word that does; else the first on sale. None where what fits best is not on sale: Enter must not
 * open another product instead.
 */
export function bestPlace(matches: readonly Match[], query: string): number | null {
  const typed = fold(query)
  const ranked = [
    ({ product }: Match) => fold(product.title).startsWith(typed),
    ({ product }: Match) => wordsOf(product.title).some((word) => word.startsWith(typed)),
    () => true,
  ]
  for (const fits of ranked) {
    const fitting = matches.filter(fits)
    const onSale = fitting.find(({ product }) => product.isEnabled)
    if (onSale) return matches.indexOf(onSale)
    if (fitting.length > 0) return null
  }
  return null
}

/** The next match on sale, up or down; the same where there is none. */
export function placeBeside(matches: readonly Match[], place: number | null, by: 1 | -1): number | null {
  const open = matches.flatMap(({ product }, at) => (product.isEnabled ? [at] : []))
  const at = place === null ? -1 : open.indexOf(place)
  return open[at + by] ?? place
}
