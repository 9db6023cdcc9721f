/** Composes the slip of a sale from what the journal holds. Pure: the same sale at the same moment gives the same slip. */

import { formatDate, formatTime } from '#shared/dates.ts'
import {
  type DisplayStatus,
  displayStatusOf,
  givenBackByDecision,
  leftToGive,
  owedForPart,
  wordingVariantOf,
} from '#shared/display-status.ts'
import type { Centimes } from '#shared/money.ts'
import { type Order, productOf } from '#shared/products/orders.ts'
import type { WordingVariant } from '#shared/products/product.ts'
import { pickUpCode, type Ref } from '#shared/ref.ts'
import type { Shop } from '#shared/shop.ts'
import { phaseOf } from '#shared/states/observed.ts'
import { isOnAccount } from '#shared/till/sale-value.ts'
import type { RevealedCard, Settings, StatusView } from '#shared/views.ts'
import type { StoredSale } from '../journal/journal.ts'
import { sealedIn } from '../journal/next-sale.ts'
import { kindOf } from '../products/kinds.ts'
import { lacksOfDelivery } from '../sale/delivery.ts'
import { isDecidable } from '../sale/manual-review.ts'
import type { SlipCard, SlipDocument, SlipLine, Standing, Wording } from './document.ts'
import {
  amountLine,
  cleanText,
  codeLine,
  dateAndTime,
  headerOf,
  keptTogether,
  labelsIn,
  languagesOf,
  numberLine,
  type SlipTexts,
  textLine,
  type Word,
  wholeCodeLine,
  wordedFor,
  wordingIn,
} from './lines.ts'
import type { Prove } from './proof.ts'
import { stampDutyOf } from './stamp-duty.ts'

export interface SlipContext {
  readonly shop: Shop
  readonly environment: StatusView['environment']
  /** When the slip is made: its state is true at this moment. */
  readonly nowMs: number
  /** Which copy of this state's slip it is: none and 0 stand for the first, from 1 on it is marked as a duplicate. */
  readonly copyNumber?: number
  /** When the newest slip of another state was printed, which the first one of this state takes the place of. */
  readonly replacesAtMs?: number
  /** The sale's cards in their order, revealed for this one print; a preview is composed without them. */
  readonly cards?: readonly RevealedCard[]
  /** Signs what the paper is worth; missing: its QR code holds the ref alone. */
  readonly prove?: Prove
  /** What the shop has chosen to have on its slips; missing: nothing of it. */
  readonly choices?: SlipChoices
}

export type SlipChoices = Omit<Settings['slip'], 'language' | 'widthMm'>

/**
 * What a slip of this sale shows now: a later one that shows the same is a copy of it. Of a part it has how many came by the
 * service's count, of money that was given back how much, and while codes are missing how many can be on it: a slip by another
 * count, of another amount, or with more codes, is no copy.
 */
export function slipStateOf(sale: StoredSale): string {
  const status = slipStatusOf(sale)
  return `${status}${amountStateOf(sale, status)}${codesStateOf(sale)}`
}

function amountStateOf({ deliveredCount, givenBack }: StoredSale, status: DisplayStatus): string {
  if (status === 'given-back' && givenBack) return `-of-${givenBack.amountCentimes}`
  return status === 'partly-fulfilled' && deliveredCount !== null ? `-came-${deliveredCount}` : ''
}

const codesStateOf = (sale: StoredSale): string =>
  lacksOfDelivery(sale) ? `-with-${sealedIn(sale.cards)}` : ''

/**
 * Whether a slip in this state shows what one of the sale shows now. Earlier entries name the status without a count of what
 * came or an amount, or alone.
 */
export const isSlipStateOf = (state: string, sale: StoredSale): boolean =>
  [slipStateOf(sale), slipStatusOf(sale) + codesStateOf(sale), slipStatusOf(sale)].includes(state)

/**
 * How much goes back to the customer by a slip of this sale in this state, with what was given back before it; null where the
 * slip names no such amount. It goes by the count that the slip was made by: a person's is another than the service's where the
 * service overruled it, and the service's own may change.
 */
export function dueShownBy(state: string, sale: StoredSale): Centimes | null {
  const [status, came] = state.replace(/-with-\d+$/, '').split('-came-')
  switch (status) {
    case 'refunded':
    case 'decided-refunded':
      return sale.priceCentimes
    case 'partly-fulfilled':
      return owedForPart(came === undefined ? sale : { ...sale, deliveredCount: Number(came) })
    case 'decided-partly':
      return sale.byDecision ? givenBackByDecision(sale) : owedForPart(sale)
    default:
      return null
  }
}

const slipStatusOf = (sale: StoredSale): DisplayStatus =>
  displayStatusOf({
    ...sale,
    phase: phaseOf(sale.state, sale.order.kind, sale.serverStatus),
    ...{ decidable: isDecidable(sale), incomplete: lacksOfDelivery(sale) },
  })

/** The slip of a sale in its present phase (service-api.md, "States and transitions"; what the shop pays is not on it). */
export function composeSlip(
  sale: StoredSale,
  language: Settings['slip']['language'],
  context: SlipContext,
): SlipDocument {
  const languages = languagesOf[language]
  const word: Word = (pick) => wordingIn(languages, pick)
  const phase = phaseOf(sale.state, sale.order.kind, sale.serverStatus)
  const displayStatus = slipStatusOf(sale)
  const wording = wordingVariantOf(sale.order)
  const standing = standingOf(displayStatus, wording)
  const total = totalOf(sale, standing)
  const { environment, choices } = context
  // A short slip has no notice, which would say what is missing.
  const isShort = standing === 'sold' && displayStatus === 'fulfilled' && choices?.isShort === true
  return {
    kind: 'slip',
    languages,
    mark: environment === 'production' ? null : word((texts) => texts.mark[environment]),
    duplicate: duplicateMark(context.copyNumber ?? 0, word),
    replaces: replacedMark(context, word),
    shop: headerOf(context.shop),
    isShort,
    phase,
    standing,
    title: word((texts) => wordedFor(texts, wording, 'title', displayStatus)),
    notice: noticeOf(sale, { standing, total, wording, displayStatus }, word, context),
    subject: kindOf(sale).subjectLine(sale.order, labelsIn(word)),
    pickUpCode:
      phase === 'queued'
        ? codeLine(
            word((texts) => texts.label.pickUpCode),
            pickUpCode(sale.ref),
          )
        : null,
    lines: detailLines(sale, { standing, total }, word, context),
    cards: cardsOf(context.cards ?? [], sale.order, word),
    cardNote: context.cards?.some(({ kind }) => kind === 'open') ? word((texts) => texts.cardNote) : null,
    total: amountLine(
      word((texts) => texts.total[total.label]),
      total.amountCentimes,
    ),
    currency: word((texts) => texts.currency),
    warning: total.label === 'asked' ? word((texts) => texts.notAReceipt) : null,
    signature: hasSignature(sale, standing, context) ? word((texts) => texts.signature) : null,
    ref: sale.ref,
    // The end of it is enough to find the sale by, and can be read out over a telephone.
    refLabel: word(({ label }) => `${label.ref} · ${sale.ref.slice(-REF_END)}`),
    qr: isShort ? null : provenRef(sale.ref, total, standing, context),
    printed: isLater(sale, context)
      ? numberLine(
          word((texts) => texts.label.printed),
          dateAndTime(context.nowMs),
        )
      : null,
    footer: cleanText(context.shop.footer),
  }
}

/** So long after the sale its date does not say when the slip came out. */
const LATER_MS = 15 * 60_000

const isLater = (sale: StoredSale, { nowMs, copyNumber = 0, replacesAtMs }: SlipContext): boolean =>
  copyNumber > 0 || replacesAtMs !== undefined || Math.abs(nowMs - sale.recordedAtMs) > LATER_MS

/** The number is the same in both languages, and keeps to its word. */
export const duplicateMark = (copyNumber: number, word: Word): Wording | null =>
  copyNumber > 0 ? word((texts) => `${texts.duplicate}\u00a0${copyNumber}`) : null

/** The time of the slip that it replaces, with its day where that is another. */
function replacedMark({ replacesAtMs, nowMs }: SlipContext, word: Word): Wording | null {
  if (replacesAtMs === undefined) return null
  const isToday = formatDate(replacesAtMs, 'fr') === formatDate(nowMs, 'fr')
  const when = isToday ? formatTime(replacesAtMs, 'fr') : dateAndTime(replacesAtMs)
  return word((texts) => `${texts.replaces}\u00a0${when.replaceAll(' ', '\u00a0')}`)
}

/** Each open card with its code; of several that were ordered, which it is, so that one that is not here or not open is missed. */
function cardsOf(cards: readonly RevealedCard[], order: Order, word: Word): readonly SlipCard[] {
  const count = Math.max(productOf(order).partsOf(order) ?? 0, cards.length)
  return cards.flatMap((card, place) => {
    if (card.kind !== 'open') return []
    const which = count > 1 ? ` ${place + 1}/${count}` : ''
    const code = wholeCodeLine(
      word(({ label }) => label.cardCode + which),
      card.code,
    )
    const serial = card.serial
      ? wholeCodeLine(
          word(({ label }) => label.serial),
          card.serial,
        )
      : null
    return [{ code, serial }]
  })
}

/** A paper that proves nothing has nothing signed, so that nobody takes it for one that does. */
const provenRef = (
  ref: Ref,
  { amountCentimes }: SlipTotal,
  standing: Standing,
  { prove, nowMs }: SlipContext,
): string =>
  standing === 'unsold' || standing === 'given-up'
    ? ref
    : (prove?.({ ref, amountCentimes, standing, madeAtMs: nowMs }) ?? ref)

const REF_END = 6

interface SlipFacts {
  readonly standing: Standing
  readonly total: SlipTotal
  readonly wording: WordingVariant
  readonly displayStatus: DisplayStatus
}

/** How things stand; where it is not over, until when the shop gives the money back, and whom to call. */
function noticeOf(
  { changedAtMs }: StoredSale,
  { standing, total, wording, displayStatus }: SlipFacts,
  word: Word,
  { shop, choices }: SlipContext,
): Wording {
  const claimDays = total.label === 'owed' ? choices?.claimDays : null
  const until = typeof claimDays === 'number' ? formatDate(changedAtMs + claimDays * DAY_MS, 'fr') : null
  const phone = unended.includes(standing) ? keptTogether(shop.phones[0] ?? '') : ''
  return word((texts) => {
    if (total.label === 'debtCancelled') return texts.debtCancelled
    const sentences = [
      wordedFor(texts, wording, 'notice', displayStatus),
      until === null ? '' : texts.claimUntil.replace('{date}', until),
      phone === '' ? '' : texts.callUs.replace('{phone}', phone),
    ]
    return sentences.filter((sentence) => sentence !== '').join(' ')
  })
}

const DAY_MS = 86_400_000
const unended: readonly Standing[] = ['open', 'owed', 'part-owed']

const hasSignature = (sale: StoredSale, standing: Standing, { choices }: SlipContext): boolean =>
  choices?.isSigned === true && standing === 'sold' && kindOf(sale).isProofOfPayment === true

/** Nobody takes a person's word for the service's. */
const decisionLines = ({ byDecision }: StoredSale, word: Word): readonly SlipLine[] =>
  byDecision === null || byDecision.isOverruled
    ? []
    : [
        textLine(
          word((texts) => texts.label.byDecision),
          byDecision.who,
        ),
      ]

/** What the shop asks beyond a face value that the customer knows is never hidden in it. */
const surchargeLines = ({ pricing }: StoredSale, word: Word): readonly SlipLine[] =>
  pricing === undefined || pricing.surchargeCentimes === 0
    ? []
    : [
        amountLine(
          word((texts) => texts.label.surcharge),
          pricing.surchargeCentimes,
        ),
      ]

/** Who sold it, and how it was paid where somebody else may ask. */
function tillLines(sale: StoredSale, word: Word): readonly SlipLine[] {
  const { cashier, means } = sale.till ?? {}
  const label = labelsIn(word)
  return [
    ...(cashier ? [textLine(label('servedBy'), cashier.name)] : []),
    ...(means && kindOf(sale).isProofOfPayment
      ? [
          textLine(
            label('means'),
            word(({ till }) => till.means[means])
              .map(({ text }) => text)
              .join(' / '),
          ),
        ]
      : []),
  ]
}

/** A part of what was paid. Only cash bears it; a sale that does not say how it was paid was paid in cash. */
function stampLines(
  sale: StoredSale,
  { standing, total }: Pick<SlipFacts, 'standing' | 'total'>,
  word: Word,
  { choices }: SlipContext,
) {
  if (!choices?.stampDuty || standing !== 'sold' || (sale.till?.means ?? 'cash') !== 'cash') return []
  const duty = stampDutyOf(total.amountCentimes, sale.recordedAtMs)
  return duty === 0
    ? []
    : [
        amountLine(
          word(({ label }) => label.stampDuty),
          duty,
        ),
      ]
}

/** Where the total is what is owed back, what was paid stands beside it. */
const detailLines = (
  sale: StoredSale,
  { standing, total }: Pick<SlipFacts, 'standing' | 'total'>,
  word: Word,
  context: SlipContext,
): readonly SlipLine[] => [
  numberLine(
    word((texts) => texts.label.date),
    dateAndTime(sale.recordedAtMs),
  ),
  ...tillLines(sale, word),
  ...kindOf(sale).orderLines(sale, labelsIn(word)),
  ...surchargeLines(sale, word),
  ...stampLines(sale, { standing, total }, word, context),
  ...decisionLines(sale, word),
  ...paidLines(sale, total, word),
]

const paidLines = (sale: StoredSale, { label }: SlipTotal, word: Word): readonly SlipLine[] => [
  ...(sale.givenBack && label === 'paidBack'
    ? [
        numberLine(
          word((texts) => texts.label.paidBackOn),
          dateAndTime(sale.givenBack.atMs),
        ),
      ]
    : []),
  ...(label === 'owed' || label === 'paidBack' || label === 'debtCancelled'
    ? [
        amountLine(
          word((texts) => texts.total[label === 'debtCancelled' ? 'onAccount' : 'paid']),
          sale.priceCentimes,
        ),
      ]
    : []),
  ...(sale.givenBeforeCentimes !== undefined && sale.givenBeforeCentimes > 0 && label === 'owed'
    ? [
        amountLine(
          word((texts) => texts.total.paidBack),
          sale.givenBeforeCentimes,
        ),
      ]
    : []),
]

// What a slip's paper is worth in the customer's hand, and which amount it shows large, for every display status of a sale.

const standings: Readonly<Record<DisplayStatus, Standing>> = {
  sending: 'open',
  'in-doubt': 'open',
  'several-found': 'open',
  undecided: 'open',
  unknown: 'open',
  handling: 'open',
  queued: 'open',
  fulfilled: 'sold',
  incomplete: 'sold',
  'partly-settled': 'sold',
  'decided-delivered': 'sold',
  'decided-partly': 'part-owed',
  'decided-refunded': 'owed',
  'partly-fulfilled': 'part-owed',
  'partly-uncounted': 'part-owed',
  refunded: 'owed',
  unsent: 'unsold',
  refused: 'unsold',
  cancelled: 'unsold',
  'not-found': 'unsold',
  surfaced: 'given-up',
  'delivered-after-decision': 'given-up',
  'doubted-after-all': 'given-up',
  'delivered-after-all': 'given-up',
  'partly-after-all': 'given-up',
  'refunded-after-all': 'given-up',
  'given-back': 'paid-back',
}

/** A menu plan sells nothing, so its paper proves nothing. */
const standingOf = (displayStatus: DisplayStatus, wording: WordingVariant): Standing =>
  wording === 'menu' ? 'unsold' : standings[displayStatus]

interface SlipTotal {
  readonly label: keyof SlipTexts['total']
  readonly amountCentimes: Centimes
}

/** What was paid where nothing else is due; what is owed back where that is known; what was asked for where nothing is proved. */
function totalOf(sale: StoredSale, standing: Standing): SlipTotal {
  const total = totalOfPaid(sale, standing)
  const label = isOnAccount(sale) ? onAccountLabels[total.label] : undefined
  return label === undefined ? total : { ...total, label }
}

/** Of a sale on account nothing was paid, and nothing goes back. */
const onAccountLabels: Readonly<Partial<Record<SlipTotal['label'], SlipTotal['label']>>> = {
  paid: 'onAccount',
  owed: 'debtCancelled',
}

function totalOfPaid(sale: StoredSale, standing: Standing): SlipTotal {
  const { priceCentimes } = sale
  switch (standing) {
    case 'open':
    case 'sold':
      return { label: 'paid', amountCentimes: priceCentimes }
    case 'owed':
      return { label: 'owed', amountCentimes: leftToGive(priceCentimes, sale) }
    case 'paid-back':
      return { label: 'paidBack', amountCentimes: sale.givenBack?.amountCentimes ?? priceCentimes }
    case 'part-owed': {
      const owedCentimes = owedForPart(sale)
      return owedCentimes === null
        ? { label: 'paid', amountCentimes: priceCentimes }
        : { label: 'owed', amountCentimes: leftToGive(owedCentimes, sale) }
    }
    case 'unsold':
    case 'given-up':
      return { label: 'asked', amountCentimes: priceCentimes }
  }
}
