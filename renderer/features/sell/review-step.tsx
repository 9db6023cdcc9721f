/**
 * Third step: the last look. The focus is on the summary; Enter brings each warning that is out of sight into it, then the
 * focus to Pay, where a fresh Enter sells. With a repeat Pay is another button that Enter does not lead to.
 */

import { useLayoutEffect, useRef } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { formatTimeOrDate, startOfShopDay } from '#shared/dates.ts'
import { type DisplayStatus, displayStatusOf, wordingVariantOf } from '#shared/display-status.ts'
import { favouriteOf, keyOfFavourite } from '#shared/favourites.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import { type Order, productOf, subjectOf } from '#shared/products/orders.ts'
import type { WordingVariant } from '#shared/products/product.ts'
import { moneyMeans, paymentMeans } from '#shared/till/cash.ts'
import type { ReviewView, SaleView } from '#shared/views.ts'
import { Button, useResting } from '../../components/button.tsx'
import chipStyles from '../../components/chip.module.css'
import { classNames } from '../../components/class-names.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { type Fact, FactList } from '../../components/fact-list.tsx'
import { Icon, type IconName, Kbd } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import segmentsStyles from '../../components/segments.module.css'
import { Segments } from '../../components/segments.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import {
  useAnswered,
  useDown,
  useParts,
  useSales,
  useScreen,
  useSeesCosts,
  useSettings,
  useShifts,
  useTranslator,
} from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { looksOf, OrderAbout, OrderChip, OrderNumber } from '../../products/looks.tsx'
import { Buyer, useBeyondLimit } from '../carnet/customer-parts.tsx'
import { PhaseBadge } from '../sales/phase-badge.tsx'
import { useNow } from '../status/age.tsx'
import { AmountGiven } from '../till/amount-given.tsx'
import { DueAtReview, useDueUnsigned } from '../till/money-due.tsx'
import { type ConfirmingStep, cashFor, dueFor, isTypedOver, type ReviewStep as Step } from './flow.ts'
import { payButtonId } from './pay-focus.ts'
import styles from './review-step.module.css'
import stepPartsStyles from './step-parts.module.css'
import { StepFrame } from './step-parts.tsx'

export function ReviewStep({ step }: { readonly step: Step | ConfirmingStep }) {
  const held = step.kind === 'review' ? step : step.from
  const { review, error } = held
  const { order } = review
  const { isLong, cautionFor } = looksOf(order)
  const down = useDown(order.kind)
  const usesShifts = useShifts()
  const caution = cautionFor?.(order, down) ?? null
  const uncertain = useUncertain(review)
  // What is out of the ordinary stands first and must not push the figures out of sight; nor must what has
  // a long name or many facts.
  const unusual = [
    review.repeats.length > 0,
    review.enoughBalance === false,
    error !== null,
    caution !== null,
    uncertain.length > 0,
    isTypedOver(held),
  ].filter(Boolean).length
  // What the customer pays with, and hands over, takes two rows more.
  const isCompact = unusual > 0 || isLong || usesShifts
  return (
    <StepFrame title="sell.review.title" canGoBack={step.kind === 'review'}>
      {step.kind === 'review' && <WarningCount count={unusual} />}
      {review.repeats.length > 0 && <Repeats order={order} repeats={review.repeats} />}
      {step.kind === 'review' && uncertain.length > 0 && <Uncertain sales={uncertain} />}
      {review.enoughBalance === false && (
        <p className={noteStyles['note']} data-tone="doubt">
          <Icon name="warning" />
          <span className={noteStyles['note-body']}>
            <Text k="sell.review.lowBalance" />
          </span>
        </p>
      )}
      {step.kind === 'review' && <TypedOver step={step} />}
      {caution}
      {error && step.kind === 'review' && <ReviewError step={step} />}
      {step.kind === 'review' && <DueAtReview step={step} />}
      {step.kind === 'review' && step.customer && <Buyer step={step} />}
      <section className={styles['review']} data-compact={isCompact || undefined}>
        <ReviewFacts review={review} paid={howPaid(held)} />
      </section>
      {/* Whether to sell once more comes before what is handed over. */}
      {step.kind === 'review' && review.repeats.length > 0 && <AmountGiven step={step} />}
      <footer className={stepPartsStyles['step-foot']}>
        {step.kind === 'review' && <HowPaid step={step} />}
        {step.kind === 'confirming' ? (
          <p className={styles['confirming']} role="status">
            <Icon name="handling" />
            <Text k="sell.review.confirming" />
          </p>
        ) : (
          <PayButton step={step} />
        )}
      </footer>
    </StepFrame>
  )
}

/** What of it the customer pays is said beside where money that is due pays it; on account they pay nothing yet. */
const howPaid = (step: Step): MessageKey => {
  if (dueFor(step) !== undefined) return 'sell.review.price'
  return step.means === 'on-account' ? 'carnet.onAccount' : 'sell.review.pays'
}

/** What works then: the notes and the button are reached by Tab. */
function TypedOver({ step }: { readonly step: Step }) {
  if (!isTypedOver(step)) return null
  return (
    <p className={noteStyles['note']} data-tone="doubt" role="alert" data-testid="typed-over">
      <Icon name="warning" />
      <span className={noteStyles['note-body']}>
        <Text k={cashFor(step) > 0 ? 'sell.review.typedOver' : 'sell.review.typedOverPaid'} />
      </span>
    </p>
  )
}

/** How many warnings there are, in sight where they are not. */
function WarningCount({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <p className={styles['warnings-told']} data-testid="warnings-told">
      <Icon name="warning" />
      <Text k="sell.review.warnings" values={{ count }} />
    </p>
  )
}

/** Beside the button that sells, so that no length of what is sold takes it out of sight. */
function HowPaid({ step }: { readonly step: Step }) {
  return (
    <div className={styles['how-paid']}>
      <Means step={step} />
      {!step.customer && <Buyer step={step} />}
      {step.review.repeats.length === 0 && <AmountGiven step={step} />}
    </div>
  )
}

/** What the customer pays with, where the shop counts its drawer: cash, if nobody says otherwise. */
function Means({ step }: { readonly step: Step }) {
  const { selling } = useParts()
  const { text } = useTranslator()
  const { carnet } = useSettings()
  const usesShifts = useShifts()
  if (!usesShifts && step.customer === undefined) return null
  const means = carnet.isOn && step.customer ? paymentMeans : moneyMeans
  return (
    <div className={styles['means']} data-testid="means">
      <Segments
        label={text('till.report.means')}
        value={step.means ?? 'cash'}
        segments={means.map((value, place) => ({
          value,
          face: (
            <span className={segmentsStyles['segment-face']}>
              <Text k={`till.means.${value}`} />
              <Kbd>{place + 1}</Kbd>
            </span>
          ),
        }))}
        onChange={selling.chooseMeans}
      />
    </div>
  )
}

function ReviewError({ step }: { readonly step: Step }) {
  const { selling } = useParts()
  if (!step.error) return null
  return (
    <ErrorNote error={step.error}>
      {isOutdated(step.error) && (
        <Button onPress={() => void selling.lookAgain()}>
          <Text k="advice.lookAgain" />
        </Button>
      )}
    </ErrorNote>
  )
}

/** Looking again makes a review that may be confirmed. */
const isOutdated = (error: AppError | null): boolean =>
  error?.kind === 'review-expired' || (error?.kind === 'till' && error.problem === 'price-changed')

interface SellWordsProps {
  readonly isRepeat: boolean
  readonly wording: WordingVariant
  readonly priceCentimes: Centimes
}

/** A menu sells nothing: its offers are asked for. */
function SellWords({ isRepeat, wording, priceCentimes }: SellWordsProps) {
  if (wording === 'menu' && !isRepeat) return <Text k="sell.review.askOffers" />
  const amount = <Amount centimes={priceCentimes} />
  if (!isRepeat) return <Text k="sell.review.sell" values={{ wording, amount }} />
  return (
    <>
      <Text k="sell.review.again" /> {amount}
    </>
  )
}

/** In the button itself where it is not cash: what is taken by mistake as cash is missed in the till. */
function PaidBy({ step: { means = 'cash', customer } }: { readonly step: Step }) {
  if (means === 'cash') return null
  return (
    <span className={styles['paid-by']} data-testid="paid-by">
      <Text k={`till.means.${means}`} />
      {means === 'on-account' && customer && (
        <>
          {' ·'}
          <bdi>{customer.name ?? customer.number}</bdi>
        </>
      )}
    </span>
  )
}

function PayButton({ step }: { readonly step: Step }) {
  const { selling } = useParts()
  const isResting = useResting()
  const { text } = useTranslator()
  const { order, repeats, priceCentimes } = step.review
  const isRepeat = repeats.length > 0
  const isByTab = isRepeat || isTypedOver(step)
  const isUnsigned = useDueUnsigned(step)
  const beyondLimit = useBeyondLimit(step)
  const isStopped = isUnsigned || beyondLimit !== null
  const isDisabled = isStopped || isOutdated(step.error)
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each digit typed over the sale takes the focus from its button, since the Enter behind a number is not for it.
  useLayoutEffect(() => {
    if (isTypedOver(step)) button.current?.blur()
  }, [step.digits])
  return (
    <>
      {isStopped && (
        <p
          className={classNames(stepPartsStyles['step-hint'], styles['pay-stopped'])}
          role="status"
          data-testid="pay-stopped"
        >
          {beyondLimit === null ? (
            <Text k="till.whoMissing" />
          ) : (
            <Text k="carnet.over" values={{ sum: <Amount centimes={beyondLimit} /> }} />
          )}
        </p>
      )}
      <p className={stepPartsStyles['step-hint']} id="pay-hint" hidden={isDisabled}>
        <span className={styles['pay-before']}>
          <Text
            k={isByTab ? 'sell.review.againHint' : 'sell.review.sellHint'}
            values={{ wording: wordingVariantOf(order) }}
          />
        </span>
        <strong className={styles['pay-armed']} data-testid="armed">
          <Text k="sell.review.armed" values={{ wording: wordingVariantOf(order) }} />
        </strong>
      </p>
      <div
        id={payButtonId}
        className={styles['pay']}
        data-repeat={isRepeat || undefined}
        data-resting={isResting || undefined}
      >
        <Button
          ref={button}
          look={isRepeat ? 'plain' : 'main'}
          size="large"
          describedBy="pay-hint"
          isDisabled={isDisabled}
          onPress={() => void selling.confirm()}
        >
          <SellWords isRepeat={isRepeat} wording={wordingVariantOf(order)} priceCentimes={priceCentimes} />
          <PaidBy step={step} />
          <Kbd isTab={isByTab}>{text(isByTab ? 'keys.tab' : 'keys.enter')}</Kbd>
        </Button>
      </div>
    </>
  )
}

// The same thing sold a few minutes ago: each earlier sale with its state, so that a choice is made on purpose.

interface RepeatsProps {
  readonly order: Order
  readonly repeats: readonly SaleView[]
}

/** The same amount to the same number may be another plan: each is named then. */
const isSameThing = (one: Order, other: Order): boolean => {
  const [what, otherWhat] = [favouriteOf(one), favouriteOf(other)]
  return what === null || otherWhat === null || keyOfFavourite(what) === keyOfFavourite(otherWhat)
}

function Repeats({ order, repeats }: RepeatsProps) {
  const areSame = repeats.every((sale) => isSameThing(order, sale.order))
  return (
    <Earlier
      icon="repeat"
      sales={repeats}
      isNamed={!areSame}
      testId="repeats"
      title={areSame ? 'sell.review.repeats' : 'sell.review.repeatsAlike'}
      explanation="sell.review.repeatsText"
    />
  )
}

/** As long as nobody knows what became of a sale, one of another amount may be meant in its place. */
const uncertainStatuses: readonly DisplayStatus[] = [
  'in-doubt',
  'several-found',
  'undecided',
  'unknown',
  'not-found',
]

/** The open sales to the same number of which that is so, but for those that are shown as repeats. */
function useUncertain({ order, repeats }: ReviewView): readonly SaleView[] {
  const sales = useSales()
  if (productOf(order).numberOf(order) === null) return []
  return sales.filter(
    (sale) =>
      uncertainStatuses.includes(displayStatusOf(sale)) &&
      subjectOf(sale.order) === subjectOf(order) &&
      !repeats.some(({ ref }) => ref === sale.ref),
  )
}

const Uncertain = ({ sales }: { readonly sales: readonly SaleView[] }) => (
  <Earlier
    icon="in-doubt"
    sales={sales}
    isNamed
    testId="uncertain"
    title="sell.review.uncertain"
    explanation="sell.review.uncertainText"
  />
)

interface EarlierProps {
  readonly icon: IconName
  readonly title: MessageKey
  readonly explanation: MessageKey
  readonly sales: readonly SaleView[]
  /** What each was of is shown as well. */
  readonly isNamed: boolean
  readonly testId: string
}

function Earlier({ icon, title, explanation, sales, isNamed, testId }: EarlierProps) {
  return (
    <section className={noteStyles['note']} data-tone="doubt" data-testid={testId}>
      <Icon name={icon} />
      <div className={noteStyles['note-body']}>
        <h2>
          <Text k={title} values={{ count: sales.length }} />
        </h2>
        <p>
          <Text k={explanation} />
        </p>
        <ul className={styles['repeat-list']}>
          {sales.map((sale) => (
            <EarlierSale key={sale.ref} held={sale} isNamed={isNamed} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function EarlierSale({ held, isNamed }: { readonly held: SaleView; readonly isNamed: boolean }) {
  const { locale } = useTranslator()
  const sale = useAnswered(held)
  const todayMs = startOfShopDay(useNow())
  return (
    <li>
      <Ltr>{formatTimeOrDate(sale.recordedAtMs, locale, todayMs)}</Ltr>
      {isNamed && <OrderAbout order={sale.order} />}
      <Amount centimes={sale.priceCentimes} />
      <PhaseBadge sale={sale} />
    </li>
  )
}

// What is about to be sold, as it is read back to the customer: what it is for and what it costs very large, then the rest.

interface ReviewFactsProps {
  readonly review: ReviewView
  /** What the price is to the customer. */
  readonly paid: MessageKey
}

/** What stands large above is not said again: what it is for may take three lines. */
const isNotSaid = ({ label }: Fact): boolean => label !== 'sale.product'

function ReviewFacts({ review, paid }: ReviewFactsProps) {
  const { order, subscriber, priceCentimes, costCentimes, pricing } = review
  const isGainAsked = useScreen((state) => state.showsGain)
  const showsGain = useSeesCosts() && isGainAsked
  const { reviewFactsOf, factsOf } = looksOf(order)
  const facts = reviewFactsOf?.(order) ?? factsOf(order, subscriber).filter(isNotSaid)
  const factList = <FactList facts={facts} look={styles['review-line']} />
  return (
    <>
      <div className={styles['review-head']}>
        <p className={styles['review-number']} data-kind={order.kind}>
          <OrderNumber order={order} />
        </p>
        <p className={classNames(chipStyles['with-chip'], styles['review-about'])}>
          <OrderChip order={order} />
          <OrderAbout order={order} />
        </p>
      </div>
      {reviewFactsOf && factList}
      <dl className={styles['review-money']}>
        <div data-main="true">
          <dt>
            <Text k={paid} />
          </dt>
          <dd>
            <Amount centimes={priceCentimes} />
          </dd>
        </div>
        {pricing.surchargeCentimes > 0 && (
          <div data-testid="surcharge">
            <dt>
              <Text k="sell.review.surcharge" />
            </dt>
            <dd>
              <Amount centimes={pricing.surchargeCentimes} />
            </dd>
          </div>
        )}
        {showsGain && costCentimes !== undefined && (
          <>
            <div>
              <dt>
                <Text k="sale.cost" />
              </dt>
              <dd>
                <Amount centimes={costCentimes} />
              </dd>
            </div>
            {priceCentimes !== costCentimes && (
              <div>
                <dt>
                  <Text k="sell.review.margin" />
                </dt>
                <dd>
                  <Amount centimes={centimes(priceCentimes - costCentimes)} />
                </dd>
              </div>
            )}
          </>
        )}
      </dl>
      {!reviewFactsOf && factList}
    </>
  )
}
