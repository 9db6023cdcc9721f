/** Third step: how many. One card unless something is typed, so that Enter alone goes on. */
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { NumberPad } from '../../../components/number-pad.tsx'
import { padField } from '../../../components/pad-field.ts'
import { Amount, Text } from '../../../components/text.tsx'
import { useParts, useTranslator } from '../../../counter-context.tsx'
import { EntryField } from '../entry-field.tsx'
import { mainField } from '../main-field.ts'
import { StepFrame } from '../step-frame.tsx'
import { maxQuantityOf, type QuantityStep as Step, totalOf } from './flow.ts'
import { ProductLine } from './product-line.tsx'

export function QuantityStep({ step }: { readonly step: Step }) {
  const cards = useParts().selling.entries['gift-card']
  const { text } = useTranslator()
  const total = totalOf(step)
  return (
    <StepFrame title="sell.gift-card.quantity" canGoBack>
      <ProductLine product={step.from.product}>
        <bdi>{step.type.name}</bdi>
        <Amount centimes={step.type.priceCentimes} />
      </ProductLine>
      {step.error && <ErrorNote error={step.error} />}
      <QuantityField step={step} />
      <div className="number-columns">
        <NumberPad
          isDisabled={step.isPricing}
          onDigit={cards.pressDigit}
          onErase={cards.erase}
          onType={cards.typeQuantity}
        />
        <div className="number-side">
          <p className="quantity-total" role="status">
            <Text k="sell.review.pays" />
            <strong>{total === null ? '—' : <Amount centimes={total} />}</strong>
          </p>
          <Button
            look="main"
            size="large"
            isDisabled={step.isPricing || step.problem !== null}
            shortcut="Enter"
            onPress={cards.goOn}
          >
            <Text k={step.isPricing ? 'sell.cards.pricing' : 'sell.gift-card.review'} />
            {!step.isPricing && <Kbd>{text('keys.enter')}</Kbd>}
          </Button>
        </div>
      </div>
    </StepFrame>
  )
}

function QuantityField({ step }: { readonly step: Step }) {
  const cards = useParts().selling.entries['gift-card']
  const { problem, type, typed, isPricing } = step
  const field = useRef<HTMLInputElement>(null)
  // What is typed first takes the place of the one card that stands there.
  useEffect(() => field.current?.select(), [])
  return (
    <EntryField
      {...{ ref: field, id: 'card-quantity', label: 'sell.gift-card.howMany' }}
      hint={<Text k="sell.gift-card.upTo" values={{ count: maxQuantityOf(type) }} />}
      problem={problem && `sell.problem.${problem}`}
      {...mainField}
      {...padField}
      inputMode="none"
      value={typed ?? '1'}
      readOnly={isPricing}
      onChange={({ target }) => cards.typeQuantity(target.value)}
      frame={(input) => (
        <div className="quantity-entry">
          <MoreOrLess by={-1} isDisabled={isPricing} />
          {input}
          <MoreOrLess by={1} isDisabled={isPricing} />
        </div>
      )}
    />
  )
}

function MoreOrLess({ by, isDisabled }: { readonly by: 1 | -1; readonly isDisabled: boolean }) {
  const cards = useParts().selling.entries['gift-card']
  const { text } = useTranslator()
  return (
    <button
      type="button"
      className="amount-key quantity-key"
      aria-label={text(by === 1 ? 'sell.gift-card.more' : 'sell.gift-card.less')}
      aria-keyshortcuts={by === 1 ? 'ArrowUp' : 'ArrowDown'}
      disabled={isDisabled}
      // The field keeps the focus, so that Enter goes on.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => cards.addCards(by)}
    >
      <span aria-hidden="true">{by === 1 ? '+' : '−'}</span>
      <Kbd>{by === 1 ? '↑' : '↓'}</Kbd>
    </button>
  )
}
