/**
 * The customer's display: what is on it now, and for how long. Owns what the cashier stands at, as the window named it; what
 * is shown of it comes from the reviews and the journal. Invariants: what was sold does not stay in sight for longer than its
 * bound, whatever becomes of the window; and no trouble in here ever reaches a sale.
 */
import {
  type DisplayOutcome,
  type DisplayScene,
  type DisplaySubject,
  type DisplayView,
  displayViewSchema,
  movingOutcomes,
} from '#shared/display.ts'
import {
  type DisplayStatus,
  displayStatusOf,
  leftToGive,
  owedForPart,
  wordingVariantOf,
} from '#shared/display-status.ts'
import type { AppEvent } from '#shared/ipc/wire.ts'
import type { Centimes } from '#shared/money.ts'
import { type Favourite, productOf } from '#shared/products/orders.ts'
import { noPrices, type Prices, priceOf, ruleFor } from '#shared/till/prices.ts'
import { isOnAccount } from '#shared/till/sale-value.ts'
import type { SaleView, Settings } from '#shared/views.ts'
import type { Events } from '../events.ts'
import type { Clock, Log } from '../ports.ts'
import { viewOfSale } from '../sale/sale-repository.ts'
import type { SaleService } from '../sale/sale-service.ts'

/** A review, or a sale of which more is to be heard: as long as a review may be confirmed. */
export const WAITING_SHOWN_MS = 10 * 60_000
/** What became of a sale, while the cashier stays at it. */
export const OUTCOME_SHOWN_MS = 45_000
/** A sale that the cashier has left: its customer may still be reading. */
export const LEFT_SHOWN_MS = 12_000

export interface Display {
  read(): DisplayView
  /** The cashier stands at something else. A sale that is left stays for a moment, unless the next one takes its place. */
  show(subject: DisplaySubject): void
  /** Nothing is published and nothing waits after this. */
  stop(): void
}

interface DisplayOptions {
  readonly environment: DisplayView['environment']
  readonly clock: Clock
  readonly log: Log
  /** What is published to the windows: what is shown may change with it. */
  readonly events: Pick<Events, 'publish' | 'onEvent'>
  /** What lives on the journal as it is now: the sales, and the shop's price rules; undefined where it is closed. */
  opened():
    | {
        readonly saleService: Pick<SaleService, 'readReview' | 'findByReview' | 'readSale'>
        readonly till: { readPrices(): Prices }
      }
    | undefined
  settings(): Settings
}

type Shown = Exclude<DisplaySubject, { kind: 'none' }>

const idle: DisplayScene = { kind: 'idle' }

export function createDisplay(options: DisplayOptions): Display {
  const { environment, clock, log, events, opened, settings } = options
  let subject: Shown | undefined
  /** Of the sale that the subject is, from its review on. */
  let given: Centimes | null = null
  let isLeft = false
  let scene: DisplayScene = idle
  let isStopped = false
  let endWait: () => void = () => undefined

  const viewWith = (rules: Prices): DisplayView =>
    displayViewSchema.parse(displayViewOf(environment, settings(), scene, rules))
  const view = (): DisplayView => viewWith(opened()?.till.readPrices() ?? noPrices)
  // No window has asked yet, and there may be no journal to read rules from.
  let lastPublished = JSON.stringify(viewWith(noPrices))

  function publish(): void {
    const now = view()
    const text = JSON.stringify(now)
    if (text === lastPublished) return
    lastPublished = text
    events.publish({ kind: 'display-changed', view: now })
  }

  /** A display that cannot be updated shows less; the sale goes on. */
  function safely(work: () => void): void {
    try {
      work()
    } catch (fault) {
      log.write('error', 'the customer display could not be told', { fault: String(fault) })
      put(idle)
    }
  }

  function put(next: DisplayScene): void {
    if (isStopped) return
    endWait()
    scene = next
    if (next.kind === 'idle') subject = undefined
    else endWait = clock.after(isLeft ? LEFT_SHOWN_MS : shownMs(next), () => safely(() => put(idle)))
    publish()
  }

  function stand(next: DisplaySubject): void {
    isLeft = next.kind === 'none' && scene.kind === 'sale'
    if (isLeft) put(scene)
    else if (next.kind === 'none') put(idle)
    else {
      given = givenFor(next, subject, given)
      subject = next
      put(sceneOf(next, opened()?.saleService, given))
    }
  }

  /** What is as it was does not stay in sight for longer because something else has changed. */
  function noteSale({ ref }: SaleView): void {
    if (subject === undefined || (subject.kind === 'sale' && subject.ref !== ref)) return
    const next = sceneOf(subject, opened()?.saleService, given)
    if (JSON.stringify(next) !== JSON.stringify(scene)) put(next)
  }

  function note(event: AppEvent): void {
    if (event.kind === 'settings-changed' || event.kind === 'till-changed') publish()
    if (event.kind === 'sale-changed') noteSale(event.sale)
  }
  const endHearing = events.onEvent(({ event }) => safely(() => note(event)))

  return {
    read: view,
    show: (next) => safely(() => stand(next)),
    stop() {
      isStopped = true
      endHearing()
      endWait()
    },
  }
}

/** What was handed over at the review is of the sale that it becomes, and of no other. */
function givenFor(next: Shown, before: Shown | undefined, given: Centimes | null): Centimes | null {
  if (next.kind === 'review') return next.givenCentimes ?? null
  const isSameReview =
    next.kind === 'confirmed' && before?.kind === 'review' && before.reviewId === next.reviewId
  return isSameReview || before?.kind === 'confirmed' ? given : null
}

type Sales = NonNullable<ReturnType<DisplayOptions['opened']>>['saleService']

/** What is shown of a subject as the counter knows it now. A review that was confirmed is its sale. */
function sceneOf(shown: Shown, sales: Sales | undefined, given: Centimes | null): DisplayScene {
  if (sales === undefined) return idle
  const sale = saleOf(shown, sales)
  // Once the money is in its owner's hand there is nothing more to show of it.
  if (sale)
    return sale.givenBack || displayStatusOf(sale) === 'partly-settled' ? idle : sceneOfSale(sale, given)
  const review = shown.kind === 'sale' ? undefined : sales.readReview(shown.reviewId)
  if (!review) return idle
  return shown.kind === 'review' ? sceneOfReview(review, given) : sceneOfConfirmed(review, given)
}

/** Undefined where the journal holds none, or cannot be read. */
function saleOf(shown: Shown, sales: Sales): SaleView | undefined {
  if (shown.kind === 'sale') {
    const stored = sales.readSale(shown.ref)
    return stored.ok ? viewOfSale(stored.value) : undefined
  }
  const found = sales.findByReview(shown.reviewId)
  return found.ok ? (found.value ?? undefined) : undefined
}

const shownMs = (scene: DisplayScene): number =>
  scene.kind === 'sale' && !movingOutcomes.includes(scene.outcome) ? OUTCOME_SHOWN_MS : WAITING_SHOWN_MS

// What the customer's display shows, made of what the counter knows: pure, and the one place where it is made. Invariant:
// each field is taken by its name, so that nothing else of a sale or of the settings gets there.

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
  'partly-settled': 'ask',
  surfaced: 'ask',
  'delivered-after-decision': 'ask',
  'doubted-after-all': 'ask',
  'delivered-after-all': 'ask',
  'partly-after-all': 'ask',
  'refunded-after-all': 'ask',
  'given-back': 'ask',
}

type Sold = Pick<SaleView, 'order' | 'priceCentimes'>

const soldOf = ({ order, priceCentimes }: Sold, given: Centimes | null) => ({
  goods: productOf(order).goodsOf(order),
  priceCentimes,
  wording: wordingVariantOf(order),
  givenCentimes: given !== null && given >= priceCentimes ? given : null,
})

/** The last look before the sale. `given`: what the customer has handed over. */
export const sceneOfReview = (review: Sold, given: Centimes | null = null): DisplayScene => ({
  kind: 'review',
  ...soldOf(review, given),
})

/** A confirmed review of which no sale is known yet. */
const sceneOfConfirmed = (review: Sold, given: Centimes | null): DisplayScene => ({
  ...{ kind: 'sale', ...soldOf(review, given) },
  ...{ outcome: 'working', owedCentimes: null },
})

/** A sale as it stands now. Of one whose money comes back the change is no matter any more. */
export function sceneOfSale(sale: SaleView, given: Centimes | null = null): DisplayScene {
  const outcome = outcomes[displayStatusOf(sale)]
  const owedCentimes = owedOf(sale, outcome)
  return { kind: 'sale', ...soldOf(sale, owedCentimes === null ? given : null), outcome, owedCentimes }
}

function owedOf(sale: SaleView, outcome: DisplayOutcome): Centimes | null {
  if (isOnAccount(sale)) return null
  if (outcome !== 'partly' && (outcome !== 'money-back' || sale.priceCentimes === 0)) return null
  const owed = outcome === 'partly' ? owedForPart(sale) : sale.priceCentimes
  return owed === null ? null : leftToGive(owed, sale)
}

const languagesOfSlips = { fr: ['fr'], ar: ['ar'], both: ['fr', 'ar'] } as const

/** As many as are read from a metre away beside the shop's name. */
const MAX_PRICES = 4

/** The whole view. A display that is off is given nothing of what is sold. */
export function displayViewOf(
  environment: DisplayView['environment'],
  settings: Settings,
  scene: DisplayScene,
  prices: Prices,
): DisplayView {
  const { customerDisplay: place, customerDisplayLanguage: language, shop, theme, locale, slip } = settings
  const isAtRest = place !== 'off' && scene.kind === 'idle'
  return {
    logo: isAtRest ? shop.logo : null,
    prices: isAtRest
      ? settings.favourites.flatMap((favourite) => pricedOf(favourite, prices)).slice(0, MAX_PRICES)
      : [],
    ...{ place, environment, shopName: shop.name, theme },
    languages: language === 'counter' ? [locale] : [...languagesOfSlips[slip.language]],
    scene: place === 'off' ? { kind: 'idle' } : scene,
  }
}

/** What the shop asks for a favourite, where that is known without the service: not where a rule goes by what it costs the shop. */
function pricedOf(favourite: Favourite, prices: Prices): DisplayView['prices'] {
  const product = productOf(favourite)
  const order = product.sampleOf(favourite)
  if (order === null) return []
  if (prices.surcharges && (ruleFor(order, prices)?.minProfitCentimes ?? 0) > 0) return []
  const baseCentimes = product.faceValueOf(order)
  const { priceCentimes } = priceOf({ order, baseCentimes, costCentimes: baseCentimes }, prices)
  return [{ goods: product.goodsOf(order), priceCentimes }]
}
