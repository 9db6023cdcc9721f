/** Second step: which card of the product, with its price and how many there are. */

import { type ReactNode, useEffect, useRef } from 'react'
import { giftCardPractice } from '#shared/practice.ts'
import type { GiftCardProductView, GiftCardTypeView } from '#shared/products/gift-card.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Kbd } from '../../components/icon.tsx'
import { NumberPad, padField } from '../../components/number-pad.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'
import cardsStyles from '../../features/sell/cards.module.css'
import numberEntryStyles from '../../features/sell/number-entry.module.css'
import plansStyles from '../../features/sell/plans.module.css'
import stepPartsStyles from '../../features/sell/step-parts.module.css'
import { EntryField, mainField, StepFrame } from '../../features/sell/step-parts.tsx'
import { maxQuantityOf, type QuantityStepState, type TypesStepState, totalOf } from './entry.ts'
import { RegionName } from './looks.tsx'
import styles from './steps.module.css'

/** The digit keys 1 to 9 pick the first nine types. */
const digitKeys = 9

export function TypesStep({ step }: { readonly step: TypesStepState }) {
  const cards = useParts().selling.entries['gift-card']
  const { text } = useTranslator()
  const { types, unreadableCount } = step.stock
  return (
    <StepFrame title="sell.cards.title" canGoBack>
      <ProductLine product={step.product} />
      {types.length === 0 ? (
        <p className={controlsStyles['empty']}>
          <Text k="sell.gift-card.noTypes" />
        </p>
      ) : (
        <ul className={cardsStyles['card-grid']} aria-label={text('sell.cards.list')}>
          {types.map((type, place) => (
            <li key={type.typeId}>
              <TypeTile
                type={type}
                digit={place < digitKeys ? place + 1 : null}
                onPick={() => cards.pick(type)}
              />
            </li>
          ))}
        </ul>
      )}
      {unreadableCount > 0 && (
        <p className={stepPartsStyles['step-hint']}>
          <Text k="sell.gift-card.unreadable" values={{ count: unreadableCount }} />
        </p>
      )}
      {types.length > 0 && (
        <p className={stepPartsStyles['step-hint']}>
          <Text k="sell.cards.hint" />
        </p>
      )}
    </StepFrame>
  )
}

interface TypeTileProps {
  readonly type: GiftCardTypeView
  readonly digit: number | null
  readonly onPick: () => void
}

function TypeTile({ type, digit, onPick }: TypeTileProps) {
  const { environment } = useStatus()
  const isInStock = type.stockCount > 0
  const practice = giftCardPractice.find(({ typeId }) => typeId === type.typeId)
  return (
    <button
      type="button"
      className={cardsStyles['card-tile']}
      aria-keyshortcuts={isInStock && digit !== null ? String(digit) : undefined}
      disabled={!isInStock}
      data-available={isInStock}
      onClick={onPick}
    >
      {digit !== null && <Kbd>{digit}</Kbd>}
      <span className={classNames(cardsStyles['card-value'], styles['card-name'])}>
        <bdi>{type.name}</bdi>
      </span>{' '}
      <span className={styles['card-price']}>
        <Amount centimes={type.priceCentimes} />
      </span>{' '}
      <span className={cardsStyles['card-cost']}>
        {isInStock ? (
          <Text k="sell.gift-card.stock" values={{ count: type.stockCount }} />
        ) : (
          <Text k="sell.cards.unavailable" />
        )}
      </span>
      {environment === 'training' && practice && (
        <span className={styles['card-practice']}>
          <Text k={`sell.gift-card.practice.${practice.ending}`} />
        </span>
      )}
    </button>
  )
}

// Third step: how many. One card unless something is typed, so that Enter alone goes on.

export function QuantityStep({ step }: { readonly step: QuantityStepState }) {
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
      <div className={numberEntryStyles['number-columns']}>
        <NumberPad
          isDisabled={step.isPricing}
          onDigit={cards.pressDigit}
          onErase={cards.erase}
          onType={cards.typeQuantity}
        />
        <div className={numberEntryStyles['number-side']}>
          <p className={styles['quantity-total']} role="status">
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

function QuantityField({ step }: { readonly step: QuantityStepState }) {
  const cards = useParts().selling.entries['gift-card']
  const { problem, type, typed, isPricing } = step
  const field = useRef<HTMLInputElement>(null)
  // What is typed first takes the place of the one card that stands there.
  useEffect(() => field.current?.select(), [])
  return (
    <EntryField
      ref={field}
      id="card-quantity"
      label="sell.gift-card.howMany"
      hint={<Text k="sell.gift-card.upTo" values={{ count: maxQuantityOf(type) }} />}
      problem={problem && `sell.problem.${problem}`}
      {...mainField}
      {...padField}
      inputMode="none"
      value={typed ?? '1'}
      readOnly={isPricing}
      onChange={({ target }) => cards.typeQuantity(target.value)}
      frame={(input) => (
        <div className={styles['quantity-entry']}>
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
      className={classNames(plansStyles['amount-key'], styles['quantity-key'])}
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

// The product that was picked, and where its cards are good.

interface ProductLineProps {
  readonly product: GiftCardProductView
  /** What is known of the card beside its product. */
  readonly children?: ReactNode
}

function ProductLine({ product, children }: ProductLineProps) {
  return (
    <p className={styles['product-line']}>
      <bdi className={styles['product-title']}>{product.title}</bdi>
      {product.region !== null && <RegionName region={product.region} />}
      {children}
    </p>
  )
}
