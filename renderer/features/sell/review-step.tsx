/**
 * Third step: the last look. The focus is on the summary; Enter brings it to Pay, a second and fresh Enter sells. With a
 * repeat in sight Pay is another button that Enter does not lead to.
 */

import { type WordingVariant, wordingVariantOf } from '#shared/display-status.ts'
import type { Centimes } from '#shared/money.ts'
import { partDownFor } from '#shared/operators-down.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useMobileDown, useParts, useTranslator } from '../../counter-context.tsx'
import type { ConfirmingStep, ReviewStep as Step } from './flow.ts'
import { DownNote } from './mobile/down-note.tsx'
import { Repeats } from './repeats.tsx'
import { ReviewFacts } from './review-facts.tsx'
import { StepFrame } from './step-frame.tsx'

/** The id that the keyboard finds Pay by. */
export const payButtonId = 'pay'

export function ReviewStep({ step }: { readonly step: Step | ConfirmingStep }) {
  const { review, error } = step.kind === 'review' ? step : step.from
  const { order } = review
  const down = useMobileDown()
  const part =
    order.kind === 'mobile'
      ? partDownFor({ operator: order.operator, kind: order.planKind }, down)
      : undefined
  // What is out of the ordinary stands first and must not push the figures out of sight; nor must what has
  // a long name or many facts.
  const isUnusual =
    review.repeats.length > 0 || review.enoughBalance === false || error !== null || part !== undefined
  const isCompact = isUnusual || order.kind === 'bill' || order.kind === 'gift-card'
  return (
    <StepFrame title="sell.review.title" canGoBack={step.kind === 'review'}>
      {review.repeats.length > 0 && <Repeats repeats={review.repeats} />}
      {review.enoughBalance === false && (
        <p className="note" data-tone="doubt">
          <Icon name="warning" />
          <span className="note-body">
            <Text k="sell.review.lowBalance" />
          </span>
        </p>
      )}
      <DownNote part={part} />
      {error && step.kind === 'review' && <ReviewError step={step} />}
      <section className="review" data-compact={isCompact || undefined}>
        <ReviewFacts review={review} />
      </section>
      <footer className="step-foot">
        {step.kind === 'confirming' ? (
          <p className="confirming" role="status">
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

function ReviewError({ step }: { readonly step: Step }) {
  const { selling } = useParts()
  if (!step.error) return null
  return (
    <ErrorNote error={step.error}>
      {step.error.kind === 'review-expired' && (
        <Button onPress={() => void selling.lookAgain()}>
          <Text k="advice.lookAgain" />
        </Button>
      )}
    </ErrorNote>
  )
}

interface SellWordsProps {
  readonly isRepeat: boolean
  readonly wording: WordingVariant
  readonly priceCentimes: Centimes
}

/** A menu sells nothing: its offers are asked for. */
function SellWords({ isRepeat, wording, priceCentimes }: SellWordsProps) {
  if (wording === 'menu' && !isRepeat) return <Text k="sell.review.askOffers" />
  return (
    <>
      <Text k={isRepeat ? 'sell.review.again' : 'sell.review.sell'} /> <Amount centimes={priceCentimes} />
    </>
  )
}

function PayButton({ step }: { readonly step: Step }) {
  const { selling } = useParts()
  const { text } = useTranslator()
  const { order, repeats, priceCentimes } = step.review
  const isRepeat = repeats.length > 0
  return (
    <>
      <p className="step-hint" id="pay-hint">
        <Text
          k={isRepeat ? 'sell.review.againHint' : 'sell.review.sellHint'}
          values={{ wording: wordingVariantOf(order) }}
        />
      </p>
      <div id={payButtonId} className="pay" data-repeat={isRepeat || undefined}>
        <Button
          look={isRepeat ? 'plain' : 'main'}
          size="large"
          describedBy="pay-hint"
          isDisabled={step.error?.kind === 'review-expired'}
          onPress={() => void selling.confirm()}
        >
          <SellWords isRepeat={isRepeat} wording={wordingVariantOf(order)} priceCentimes={priceCentimes} />
          <Kbd isTab={isRepeat}>{text(isRepeat ? 'keys.tab' : 'keys.enter')}</Kbd>
        </Button>
      </div>
    </>
  )
}
