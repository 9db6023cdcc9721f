/** How an internet card is put together: the number, the line as the operator knows it, a card. */
import type { AppError } from '#shared/app-error.ts'
import type { FavouriteOf } from '#shared/favourites.ts'
import type { Centimes } from '#shared/money.ts'
import type { InternetNumber, InternetType, NumberProblem } from '#shared/phone.ts'
import type { InternetProduct, Subscriber } from '#shared/views.ts'

const entry = { kind: 'entry', service: 'internet' } as const
type Entry = typeof entry & { readonly error: AppError | null }

/** What stands in the number field: digits as typed, and the kind of line if it was chosen by hand. */
export interface Typed {
  readonly digits: string
  readonly chosenType: InternetType | null
  /** What is sold to the line as soon as its number is typed. */
  readonly favourite?: FavouriteOf<'internet'> | undefined
}

/** The number is being typed. */
export interface NumberStep extends Entry, Typed {
  readonly at: 'number'
  readonly problem: NumberProblem | null
}

/** The service is asked about the number and its cards. */
export interface CheckingStep extends Entry, Typed {
  readonly at: 'checking'
  readonly asked: InternetNumber
  /** The first digit typed meanwhile: it picks its card once the cards are there, and does nothing more. */
  readonly digit: number | null
}

/** The line is known; a card is to be picked. `pricing` is the card whose review is on its way. */
export interface CardsStep extends Entry {
  readonly at: 'cards'
  readonly typed: Typed
  readonly line: InternetNumber & { readonly subscriber: Subscriber }
  readonly products: readonly InternetProduct[]
  readonly pricing: Centimes | null
}

export type InternetStep = NumberStep | CheckingStep | CardsStep

export const firstInternetStep: NumberStep = {
  ...entry,
  at: 'number',
  digits: '',
  chosenType: null,
  problem: null,
  error: null,
}

export const internetManners = { number: 'typing', checking: 'waiting', cards: 'choosing' } as const

export function backInInternet(step: InternetStep): InternetStep {
  switch (step.at) {
    case 'number':
      return firstInternetStep
    case 'checking':
      return { ...firstInternetStep, ...typedOf(step) }
    case 'cards':
      return step.pricing === null ? { ...firstInternetStep, ...step.typed } : { ...step, pricing: null }
  }
}

/** What stands in the field, of any step that holds it. */
export const typedOf = ({ digits, chosenType, favourite }: Typed): Typed => ({
  ...{ digits, chosenType, favourite },
})

/** The card of a favourite, where this line takes it and there are any. */
export const favouriteCard = (
  { line, products }: CardsStep,
  favourite: Typed['favourite'],
): InternetProduct | undefined =>
  products.find(
    ({ valueCentimes, available }) =>
      available && line.type === favourite?.type && valueCentimes === favourite.valueCentimes,
  )

/** The card that a digit key picks: 1 for the first, none for one that is out of stock. */
export function cardAt(step: CardsStep, digit: number): InternetProduct | undefined {
  const product = step.products[digit - 1]
  return product?.available ? product : undefined
}
