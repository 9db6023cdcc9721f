/** Walks the steps of a sale of gift cards by asking the core. The catalog is read once while the tab stays open. */

import type { FavouriteOf } from '#shared/favourites.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import {
  type GiftCardCatalogView,
  type GiftCardProductView,
  type GiftCardStockView,
  type GiftCardTypeView,
  giftCardQuantity,
} from '#shared/products/gift-card.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ServiceFlow, Wizard } from '../../features/sell/flow.ts'
import {
  createLatest,
  type DigitAhead,
  type EntryOf,
  padInto,
  type ServiceWizard,
  withDigit,
  wizardOf,
} from '../../features/sell/service-steps.ts'
import { cleanDigits } from '../../features/sell/typed-number.ts'
import type { ProductEntry } from '../flows.ts'
import {
  bestPlace,
  type GiftCardTake,
  giftCardReader,
  type Match,
  matchesIn,
  placeBeside,
} from './reading.ts'

/** Longer than any title; the rest of a paste is dropped. */
const maxQueryLength = 60
/** As many digits as the largest number of cards has. */
const maxQuantityLength = 3

interface GiftCardEntry extends ProductEntry<'gift-card', GiftCardTake> {
  search(text: string): void
  /** Asks for the types of a product of the catalog, and what there is of each. */
  open(product: GiftCardProductView): Promise<void>
  pick(type: GiftCardTypeView): void
  typeQuantity(text: string): void
  erase(): void
  addCards(by: 1 | -1): void
}

type GiftCardWizard = ServiceWizard<GiftCardStep>

function createGiftCardEntry(sellWizard: Wizard): GiftCardEntry {
  const wizard = wizardOf<GiftCardStep>(sellWizard, 'gift-card')
  const { at, change } = wizard
  const catalog = createCatalog(wizard)
  const { addCards, ...quantityField } = createQuantityField(wizard)
  return {
    ...quantityField,
    addCards,
    search: (text) =>
      change('catalog', (step) => {
        const query = text.slice(0, maxQueryLength)
        return { ...step, query, chosenPlace: null, error: null }
      }),
    open: (product) => open(wizard, product),
    take: ({ product }) => void open(wizard, product),
    startFavourite: (favourite) => startFavourite(wizard, favourite),
    pick: (type) => pick(wizard, type),
    begin: catalog.begin,
    goOn() {
      const catalogStep = at('catalog')
      const quantityStep = at('quantity')
      if (catalogStep) catalog.goOn(catalogStep)
      if (quantityStep) void price(wizard, quantityStep)
    },
    pickAt(digit) {
      const step = at('types')
      const type = step && typeAt(step, digit)
      if (type) pick(wizard, type)
    },
    remember: (digit) => change('loading-types', (step) => withDigit(step, digit)),
    move(by) {
      // Down is the next product, and one card less.
      change('catalog', (step) => ({ ...step, chosenPlace: matchBeside(step, by) }))
      if (at('quantity')) addCards(by === 1 ? -1 : 1)
    },
  }
}

/** The catalog as it was read when the tab was opened. Enter may come before it does. */
function createCatalog(wizard: GiftCardWizard) {
  const { client, setStep, now, change } = wizard
  let held: GiftCardCatalogView | null = null
  const reading = createLatest()

  const read = async (): Promise<void> => {
    const isLatest = reading.begin()
    change('catalog', (step) => ({ ...step, isReading: true, error: null }))
    const answer = await client.command('gift-cards.catalog', {})
    const step = now()
    const isAwaited = step?.at === 'catalog' || (step?.at === 'loading-types' && step.product === null)
    if (!isLatest() || !isAwaited) return
    const catalog = step.at === 'catalog' ? step : step.from
    if (!answer.ok) {
      setStep<CatalogStepState>({ ...catalog, isReading: false, error: answer.error })
      return
    }
    held = answer.value
    const filled = setStep<CatalogStepState>({ ...catalog, isReading: false, catalog: answer.value })
    if (step.at === 'loading-types') await openMarked(wizard, filled, step.digit)
  }

  return {
    begin(isOpened: boolean) {
      if (isOpened) held = null
      const catalog = held
      if (catalog === null) void read()
      else change('catalog', (step) => ({ ...step, catalog }))
    },
    goOn(step: CatalogStepState) {
      const { kind, service, error } = step
      const nothing = { product: null, digit: null } as const
      if (step.isReading)
        setStep<LoadingStepState>({ kind, service, at: 'loading-types', from: step, ...nothing, error })
      else if (step.catalog === null) void read()
      else void openMarked(wizard, step, null)
    },
  }
}

async function openMarked(
  wizard: GiftCardWizard,
  step: CatalogStepState,
  digit: number | null,
): Promise<void> {
  const found = foundIn(step)
  const product = productAt(found, found.marked)
  if (product) await open(wizard, product, { digit })
}

/** The type to go on with, where it is known before the types are: by a digit that is typed already, or a favourite's. */
interface TypeAhead {
  readonly digit?: number | null
  readonly typeId?: string
}

async function open(
  wizard: GiftCardWizard,
  product: GiftCardProductView,
  { digit = null, typeId }: TypeAhead = {},
): Promise<void> {
  const { client, setStep, at } = wizard
  const from = at('catalog')
  if (!from || !product.isEnabled) return
  const { kind, service } = from
  const settled = { ...from, error: null }
  const start = { kind, service, from: settled, error: null } as const
  setStep<LoadingStepState>({ ...start, at: 'loading-types', product, digit })
  const answer = await client.command('gift-cards.product', { productId: product.productId })
  const still = at('loading-types')
  // A digit may be typed already: it is the same question all the same.
  if (still?.from !== settled) return
  if (!answer.ok) {
    setStep<CatalogStepState>({ ...settled, error: answer.error })
    return
  }
  const types = setStep<TypesStepState>({ ...start, at: 'types', product, stock: answer.value })
  const favourite = answer.value.types.find((type) => type.typeId === typeId)
  const type = still.digit === null ? favourite : typeAt(types, still.digit)
  if (type) pick(wizard, type)
}

/** The catalog has the last word on the product, where it is there. */
function startFavourite(wizard: GiftCardWizard, favourite: FavouriteOf<'gift-card'>): void {
  const step = wizard.at('catalog')
  if (!step) return
  const { productId, productTitle: title, typeId } = favourite
  const listed = step.catalog?.categories
    .flatMap(({ products }) => products)
    .find((product) => product.productId === productId)
  void open(wizard, listed ?? { productId, title, isEnabled: true, region: null }, { typeId })
}

function pick({ change }: GiftCardWizard, type: GiftCardTypeView): void {
  if (type.stockCount === 0) return
  change('types', (from) => {
    const { kind, service } = from
    const blank = { typed: null, problem: null, isPricing: false, error: null }
    return { kind, service, at: 'quantity', from, type, ...blank }
  })
}

function createQuantityField({ change }: GiftCardWizard) {
  const edit = (make: (step: QuantityStepState) => string): void =>
    change('quantity', (step) => {
      if (step.isPricing) return step
      const typed = cleanDigits(make(step)).replace('+', '').slice(0, maxQuantityLength)
      return { ...step, typed, problem: null, error: null }
    })
  return {
    ...padInto((make) => edit(({ typed }) => make(typed ?? ''))),
    typeQuantity: (text: string) => edit(() => text),
    addCards: (by: 1 | -1) => edit((step) => String(quantityBeside(step, by))),
  }
}

async function price(wizard: GiftCardWizard, step: QuantityStepState): Promise<void> {
  if (step.isPricing) return
  const quantity = quantityOf(step)
  if (!quantity.ok) {
    wizard.setStep<QuantityStepState>({ ...step, problem: quantity.error, error: null })
    return
  }
  const { productId } = step.from.product
  const { typeId } = step.type
  const settled = { ...step, problem: null, error: null }
  const asked = { kind: 'gift-card', productId, typeId, quantity: quantity.value } as const
  await wizard.price(asked, { ...settled, isPricing: true }, settled)
}

// How a sale of gift cards is put together: a product of the catalog, one of its types, how many.

const entry = { kind: 'entry', service: 'gift-card' } as const
type Entry = EntryOf<typeof entry.service>

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
export interface LoadingStepState extends Entry, DigitAhead {
  readonly at: 'loading-types'
  readonly from: CatalogStepState
  /** Null where Enter came before the catalog: the product that will be marked is opened once it is there. */
  readonly product: GiftCardProductView | null
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

function backInGiftCards(step: GiftCardStep): GiftCardStep {
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
function matchBeside(step: CatalogStepState, by: 1 | -1): number | null {
  const { matches, marked } = foundIn(step)
  return placeBeside(matches, marked, by)
}

export const productAt = ({ matches }: Found, place: number | null): GiftCardProductView | undefined =>
  place === null ? undefined : matches[place]?.product

/** The type that a digit key picks: 1 for the first, none for one that is out of stock. */
function typeAt({ stock }: TypesStepState, digit: number): GiftCardTypeView | undefined {
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

export const giftCardFlow: ServiceFlow<GiftCardStep, GiftCardEntry, GiftCardTake> = {
  key: 'F3',
  reader: giftCardReader,
  firstStep: firstGiftCardStep,
  inputModes: {
    catalog: 'typing',
    'loading-types': 'waiting',
    types: 'choosing',
    quantity: 'typing',
  },
  back: backInGiftCards,
  createEntry: createGiftCardEntry,
}
