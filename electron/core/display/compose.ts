/**
 * What the customer's display shows, made of what the counter knows: pure, and the one place where it is made. Invariant:
 * each field is taken by its name, so that nothing else of a sale or of the settings gets there.
 */
import type { DisplayOutcome, DisplayScene, DisplayView } from '#shared/display.ts'
import {
  type DisplayStatus,
  displayStatusOf,
  owedForMissing,
  wordingVariantOf,
} from '#shared/display-status.ts'
import type { Centimes } from '#shared/money.ts'
import { productOf } from '#shared/orders.ts'
import { isOnAccount } from '#shared/till/sale-value.ts'
import type { SaleView, Settings } from '#shared/views.ts'

const outcomes: Readonly<Record<DisplayStatus, DisplayOutcome>> = {
  sending: 'working',
  handling: 'working',
  'in-doubt': 'checking',
  'several-found': 'checking',
  undecided: 'checking',
  unknown: 'checking',
  fulfilled: 'done',
  'decided-delivered': 'done',
  queued: 'later',
  'partly-fulfilled': 'partly',
  'decided-partly': 'partly',
  refunded: 'money-back',
  'decided-refunded': 'money-back',
  refused: 'refused',
  cancelled: 'given-up',
  unsent: 'ask',
  'not-found': 'ask',
  incomplete: 'ask',
  'partly-uncounted': 'ask',
  surfaced: 'ask',
  'delivered-after-decision': 'ask',
  'doubted-after-all': 'ask',
  'delivered-after-all': 'ask',
  'partly-after-all': 'ask',
  'refunded-after-all': 'ask',
}

type Sold = Pick<SaleView, 'order' | 'priceCentimes'>

const soldOf = ({ order, priceCentimes }: Sold) => ({
  goods: productOf(order).goodsOf(order),
  priceCentimes,
  wording: wordingVariantOf(order),
})

/** The last look before the sale. */
export const sceneOfReview = (review: Sold): DisplayScene => ({ kind: 'review', ...soldOf(review) })

/** A confirmed review of which no sale is known yet. */
export const sceneOfConfirmed = (review: Sold): DisplayScene => ({
  ...{ kind: 'sale', ...soldOf(review) },
  ...{ outcome: 'working', owedCentimes: null },
})

/** A sale as it stands now. */
export function sceneOfSale(sale: SaleView): DisplayScene {
  const outcome = outcomes[displayStatusOf(sale)]
  return { kind: 'sale', ...soldOf(sale), outcome, owedCentimes: owedOf(sale, outcome) }
}

function owedOf(sale: SaleView, outcome: DisplayOutcome): Centimes | null {
  if (isOnAccount(sale)) return null
  if (outcome === 'partly') return owedForMissing(sale)
  return outcome === 'money-back' && sale.priceCentimes > 0 ? sale.priceCentimes : null
}

const languagesOfSlips = { fr: ['fr'], ar: ['ar'], both: ['fr', 'ar'] } as const

/** The whole view. A display that is off is told nothing of what is sold. */
export function displayViewOf(
  environment: DisplayView['environment'],
  settings: Settings,
  scene: DisplayScene,
): DisplayView {
  const { customerDisplay: place, customerDisplayLanguage: language, shop, theme, locale, slip } = settings
  return {
    ...{ place, environment, shopName: shop.name, theme },
    languages: language === 'counter' ? [locale] : [...languagesOfSlips[slip.language]],
    scene: place === 'off' ? { kind: 'idle' } : scene,
  }
}
