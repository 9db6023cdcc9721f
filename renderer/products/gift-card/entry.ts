/** Walks the steps of a sale of gift cards by asking the core. The catalog is read once while the tab stays open. */
import type { FavouriteOf } from '#shared/favourites.ts'
import type { GiftCardCatalogView, GiftCardProductView, GiftCardTypeView } from '#shared/on-sale.ts'
import type { ServiceEntry, Wizard } from '../../features/sell/flow.ts'
import { cleanDigits } from '../../features/sell/typed-number.ts'
import {
  type CatalogStepState,
  foundIn,
  type GiftCardStep,
  type LoadingStepState,
  matchBeside,
  productAt,
  type QuantityStepState,
  quantityBeside,
  quantityOf,
  type TypesStepState,
  typeAt,
} from './flow.ts'

/** Longer than any title; the rest of a paste is dropped. */
const maxQueryLength = 60
/** As many digits as the largest number of cards has. */
const maxQuantityLength = 3

export interface GiftCardEntry extends ServiceEntry {
  search(text: string): void
  /** Asks for the types of a product of the catalog, and what there is of each. */
  open(product: GiftCardProductView): Promise<void>
  /** Goes to the number of cards of a type that was pinned. */
  startFavourite(favourite: FavouriteOf<'gift-card'>): void
  pick(type: GiftCardTypeView): void
  typeQuantity(text: string): void
  erase(): void
  addCards(by: 1 | -1): void
}

export function createGiftCardEntry(wizard: Wizard): GiftCardEntry {
  const { client, setStep } = wizard
  let held: GiftCardCatalogView | null = null
  /** The reading that counts: another opening of the tab begins another. */
  let reading: object | undefined

  const now = (): GiftCardStep | undefined => {
    const step = wizard.now()
    return step.kind === 'entry' && step.service === 'gift-card' ? step : undefined
  }
  const change = <At extends GiftCardStep['at']>(
    at: At,
    make: (step: Extract<GiftCardStep, { at: At }>) => GiftCardStep,
  ): void => {
    const step = now()
    // The step's name tells which of the union it is.
    if (step?.at === at) setStep(make(step as Extract<GiftCardStep, { at: At }>))
  }

  const readCatalog = async (): Promise<void> => {
    const mine = {}
    reading = mine
    change('catalog', (step) => ({ ...step, isReading: true, error: null }))
    const told = await client.command('gift-cards.catalog', {})
    const step = now()
    const isAwaited = step?.at === 'catalog' || (step?.at === 'loading-types' && step.product === null)
    if (reading !== mine || !isAwaited) return
    const catalog = step.at === 'catalog' ? step : step.from
    if (!told.ok) {
      setStep<CatalogStepState>({ ...catalog, isReading: false, error: told.error })
      return
    }
    held = told.value
    const filled = setStep<CatalogStepState>({ ...catalog, isReading: false, catalog: told.value })
    if (step.at === 'loading-types') await openMarked(filled, step.digit)
  }

  const openMarked = async (step: CatalogStepState, digit: number | null): Promise<void> => {
    const found = foundIn(step)
    const product = productAt(found, found.marked)
    if (product) await open(product, digit)
  }

  /** `digit`: typed already, before the product was known. `typeId`: a favourite's. */
  const open = async (product: GiftCardProductView, digit: number | null, typeId?: string): Promise<void> => {
    const from = now()
    if (from?.at !== 'catalog' || !product.isEnabled) return
    const { kind, service } = from
    const settled = { ...from, error: null }
    const start = { kind, service, from: settled, error: null } as const
    setStep<LoadingStepState>({ ...start, at: 'loading-types', product, digit })
    const told = await client.command('gift-cards.product', { productId: product.productId })
    const still = now()
    // A digit may be typed already: it is the same question all the same.
    if (still?.at !== 'loading-types' || still.from !== settled) return
    if (!told.ok) {
      setStep<CatalogStepState>({ ...settled, error: told.error })
      return
    }
    const types = setStep<TypesStepState>({ ...start, at: 'types', product, stock: told.value })
    const favourite = told.value.types.find((type) => type.typeId === typeId)
    const type = still.digit === null ? favourite : typeAt(types, still.digit)
    if (type) pick(type)
  }

  /** The catalog has the last word on the product, where it is there. */
  const startFavourite = (favourite: FavouriteOf<'gift-card'>): void => {
    const step = now()
    if (step?.at !== 'catalog') return
    const { productId, productTitle: title, typeId } = favourite
    const listed = step.catalog?.categories
      .flatMap(({ products }) => products)
      .find((product) => product.productId === productId)
    void open(listed ?? { productId, title, isEnabled: true, region: null }, null, typeId)
  }

  const pick = (type: GiftCardTypeView): void => {
    if (type.stockCount === 0) return
    change('types', (from) => {
      const { kind, service } = from
      const blank = { typed: null, problem: null, isPricing: false, error: null }
      return { kind, service, at: 'quantity', from, type, ...blank }
    })
  }

  const editQuantity = (edit: (step: QuantityStepState) => string): void =>
    change('quantity', (step) => {
      if (step.isPricing) return step
      const typed = cleanDigits(edit(step)).replace('+', '').slice(0, maxQuantityLength)
      return { ...step, typed, problem: null, error: null }
    })

  const addCards = (by: 1 | -1): void => editQuantity((step) => String(quantityBeside(step, by)))

  const price = async (step: QuantityStepState): Promise<void> => {
    if (step.isPricing) return
    const quantity = quantityOf(step)
    if (!quantity.ok) {
      setStep<QuantityStepState>({ ...step, problem: quantity.error, error: null })
      return
    }
    const { productId } = step.from.product
    const { typeId } = step.type
    const settled = { ...step, problem: null, error: null }
    const asked = { kind: 'gift-card', productId, typeId, quantity: quantity.value } as const
    await wizard.price(asked, { ...settled, isPricing: true }, settled)
  }

  const goOnFromCatalog = (step: CatalogStepState): void => {
    const { kind, service, error } = step
    const waiting = {
      kind,
      service,
      at: 'loading-types',
      from: step,
      product: null,
      digit: null,
      error,
    } as const
    if (step.isReading) setStep<LoadingStepState>(waiting)
    else if (step.catalog === null) void readCatalog()
    else void openMarked(step, null)
  }

  return {
    search: (text) =>
      change('catalog', (step) => {
        const query = text.slice(0, maxQueryLength)
        return { ...step, query, chosenPlace: null, error: null }
      }),
    open: (product) => open(product, null),
    startFavourite,
    pick,
    typeQuantity: (text) => editQuantity(() => text),
    pressDigit: (digit) => editQuantity(({ typed }) => (typed ?? '') + digit),
    erase: () => editQuantity(({ typed }) => (typed ?? '').slice(0, -1)),
    addCards,
    begin(isOpened) {
      if (isOpened) held = null
      const catalog = held
      if (catalog === null) void readCatalog()
      else change('catalog', (step) => ({ ...step, catalog }))
    },
    goOn() {
      const step = now()
      if (step?.at === 'catalog') goOnFromCatalog(step)
      if (step?.at === 'quantity') void price(step)
    },
    pickAt(digit) {
      const step = now()
      const type = step?.at === 'types' ? typeAt(step, digit) : undefined
      if (type) pick(type)
    },
    remember: (digit) =>
      change('loading-types', (step) => (step.digit === null && digit > 0 ? { ...step, digit } : step)),
    move(by) {
      // Down is the next product, and one card less.
      change('catalog', (step) => ({ ...step, chosenPlace: matchBeside(step, by) }))
      if (now()?.at === 'quantity') addCards(by === 1 ? -1 : 1)
    },
  }
}
