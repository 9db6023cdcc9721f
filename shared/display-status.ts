/**
 * What is shown of a sale at the counter and on its slip: its phase, refined by what the cashier did and by how much is
 * really known. Invariant: no status promises more than the journal holds.
 */
import { countDelivered, type EndByDecision, isPartOf } from './decisions.ts'
import { type Centimes, centimes, zeroCentimes } from './money.ts'
import { type Order, productOf } from './products/orders.ts'
import type { WordingVariant } from './products/product.ts'
import { type SalePhase, salePhases } from './states/sale.ts'
import type { SaleView } from './views.ts'

export const displayStatuses = [
  ...salePhases,
  /** Unsent, but a request may have left: it was not found so far, and is looked up as long as it stays unsent. */
  'not-found',
  /** In doubt, and one or several orders at the service may be this sale's: a person has to choose. */
  'several-found',
  /** Looks do not end it: a person asks the service and says what became of it. */
  'undecided',
  /** It ended so by a person's word, and not by the service's. */
  'decided-delivered',
  'decided-partly',
  'decided-refunded',
  /** A person said that it was refunded, or in part, and the service delivered it: the customer owes what was given back. */
  'delivered-after-decision',
  /** Some of several cards were delivered, and the service did not say how many. */
  'partly-uncounted',
  /** The same, and nothing is due: once a person counted, the customer paid for what came and has nothing back. */
  'partly-settled',
  /** Delivered, and some codes of its cards, or the offers of its menu, are not here: the service holds them. */
  'incomplete',
  /** Given up at the counter, or refused, and the service holds it all the same: how it ends is not known. */
  'surfaced',
  /** Given up at the counter, or refused, and the service may hold it all the same. */
  'doubted-after-all',
  /** Given up, or refused, then delivered: the customer owes what was given back. */
  'delivered-after-all',
  /** The same, delivered in part: the customer owes the price of that part. */
  'partly-after-all',
  /** Given up, or refused, surfaced, then refunded: nothing is owed to a customer who has the money back already. */
  'refunded-after-all',
  /** What was due to the customer was given back: nothing more is. */
  'given-back',
] as const
export type DisplayStatus = (typeof displayStatuses)[number]

const afterGivingUp: Partial<Readonly<Record<SalePhase, DisplayStatus>>> = {
  'in-doubt': 'doubted-after-all',
  handling: 'surfaced',
  queued: 'surfaced',
  unknown: 'surfaced',
  fulfilled: 'delivered-after-all',
  'partly-fulfilled': 'partly-after-all',
  refunded: 'refunded-after-all',
}

export type StatusSource = Pick<
  SaleView,
  | 'phase'
  | 'givenUp'
  | 'attempts'
  | 'reason'
  | 'candidates'
  | 'decidable'
  | 'byDecision'
  | 'incomplete'
  | 'offers'
  | 'givenBack'
> &
  PartSource

type PhaseSource = Pick<SaleView, 'phase' | 'order' | 'offers'>

/** The phase that a sale is drawn in: a menu that brought its offers did what was asked of it, and owes nothing. */
export const displayPhaseOf = (sale: PhaseSource): SalePhase =>
  sale.phase === 'refunded' && broughtOffers(sale) ? 'fulfilled' : sale.phase

/** Where the shop may owe the customer money for good. */
export const endsWithMoneyBack: readonly SalePhase[] = [
  'refused',
  'refunded',
  'cancelled',
  'partly-fulfilled',
]

const isGivenBack = ({ givenBack }: StatusSource, phase: SalePhase): boolean =>
  givenBack !== undefined && endsWithMoneyBack.includes(phase)

export function displayStatusOf(sale: StatusSource): DisplayStatus {
  const phase = displayPhaseOf(sale)
  if (isGivenBack(sale, phase)) return 'given-back'
  if (phase === 'unsent') return neverLeft(sale) ? 'unsent' : 'not-found'
  if (sale.givenUp) return statusOfGivenUp(phase, sale)
  if (sale.byDecision) return statusByDecision(phase, sale, sale.byDecision)
  if (phase === 'in-doubt' && sale.candidates.length > 0) return 'several-found'
  if (sale.decidable) return 'undecided'
  if (phase === 'fulfilled' && sale.incomplete) return 'incomplete'
  return phase === 'partly-fulfilled' ? statusOfPart(sale) : phase
}

/**
 * What a person counted is settled between the shop and the customer, also where the sale had been given up; and where more is owed
 * than was given back and not repaid, the customer owes nothing.
 */
function statusOfGivenUp(phase: SalePhase, sale: StatusSource): DisplayStatus {
  if (sale.decidable) return 'doubted-after-all'
  const isSettled = sale.countedPartCentimes !== undefined || sale.givenBeforeCentimes !== undefined
  if (phase === 'partly-fulfilled' && isSettled) return statusOfPart(sale)
  if (phase === 'refunded' && sale.givenBeforeCentimes !== undefined) return phase
  return afterGivingUp[phase] ?? phase
}

/** A person who counts it says either how much goes back, or that nothing does. */
function statusOfPart(sale: PartSource): DisplayStatus {
  const owed = owedForPart(sale)
  if (owed === null) return 'partly-uncounted'
  return owed === 0 && isCountedByPerson(sale) ? 'partly-settled' : 'partly-fulfilled'
}

/** Where the service ended it otherwise than a person said, its end is shown; what the customer was given back is due again. */
function statusByDecision(
  phase: SalePhase,
  sale: StatusSource,
  { end, isOverruled }: EndByDecision,
): DisplayStatus {
  if (!isOverruled) return decidedStatuses[end]
  if (phase === 'fulfilled') return 'delivered-after-decision'
  return phase === 'partly-fulfilled' ? statusOfPart(sale) : phase
}

const decidedStatuses: Readonly<Record<EndByDecision['end'], DisplayStatus>> = {
  delivered: 'decided-delivered',
  'partly-delivered': 'decided-partly',
  refunded: 'decided-refunded',
}

/** What says that a request may have left all the same: look-ups found nothing, or a person said that nothing came. */
const believedAbsent: readonly (string | null)[] = ['not-found', 'not-received', null]

/** The one attempt ended definitely. Of several, an earlier one may be under way still. */
const neverLeft = ({ attempts, reason }: StatusSource): boolean =>
  attempts === 1 && !believedAbsent.includes(reason)

/** Nothing was sold by a menu plan: its offers are all that was asked for, whatever word they came under. */
const broughtOffers = ({ order, offers }: PhaseSource): boolean =>
  wordingVariantOf(order) === 'menu' && offers.length > 0

/**
 * The offers that may be sold in the place of a sale: the service names them where it gave the money back, and a menu
 * is asked for them (service-api.md, "Mobile plan"). None while money of the sale may still move, whatever else it says.
 */
export const offersToSell = ({ phase, order, offers }: PhaseSource): SaleView['offers'] =>
  phase === 'refunded' || (phase === 'fulfilled' && wordingVariantOf(order) === 'menu') ? offers : []

type Delivery = Pick<SaleView, 'phase' | 'incomplete'>

/** Its end was there already, and what its delivery lacked has come: the customer may have left without it. */
export const hasRestCome = (before: Delivery | undefined, after: Delivery): boolean =>
  before?.phase === after.phase && before.incomplete && !after.incomplete

/** Whose words a sale is described in. */
export const wordingVariantOf = (order: Order): WordingVariant => productOf(order).wordingVariantOf(order)

type PartSource = Pick<
  SaleView,
  'order' | 'deliveredCount' | 'priceCentimes' | 'byDecision' | 'countedPartCentimes' | 'givenBeforeCentimes'
>

/** How many parts of a partial delivery did not come; null where no count fits. */
function missingPartsOf(sale: PartSource): number | null {
  const count = countDelivered(sale)
  const parts = productOf(sale.order).partsOf(sale.order)
  return parts !== null && count !== null && isPartOf(count, parts) ? parts - count : null
}

/** Nobody else counts the part: a count of the service's or of a decision's comes before a person's at the till. */
const isCountedByPerson = (sale: PartSource): boolean =>
  missingPartsOf(sale) === null && sale.countedPartCentimes !== undefined

/**
 * What the shop owes the customer of a partial delivery: the share of the price of the parts that did not come, a part of
 * a centime in the customer's favour. Null where neither the service nor a decision says how many came.
 */
export function owedForMissing(sale: PartSource): Centimes | null {
  const missing = missingPartsOf(sale)
  const parts = productOf(sale.order).partsOf(sale.order)
  return missing === null || parts === null
    ? null
    : centimes(Math.ceil((sale.priceCentimes * missing) / parts))
}

/** The same; of a part that nobody else counts, what a person counted at the till. Null where nobody did. */
export const owedForPart = (sale: PartSource): Centimes | null =>
  owedForMissing(sale) ?? sale.countedPartCentimes ?? null

/** What goes back now of what the shop owes for a sale: without what was given back before it owed so much. */
export const leftToGive = (
  owedCentimes: Centimes,
  { givenBeforeCentimes = zeroCentimes }: Pick<SaleView, 'givenBeforeCentimes'>,
): Centimes => centimes(owedCentimes - givenBeforeCentimes)

/** What a customer may have been given back by a person's word which the service overruled. */
export function givenBackByDecision(sale: PartSource): Centimes {
  const { byDecision, priceCentimes } = sale
  const asSaid = byDecision && { ...byDecision, isOverruled: false }
  return owedForMissing({ ...sale, deliveredCount: null, byDecision: asSaid }) ?? priceCentimes
}
