/** Second step: which card of the product, with its price and how many there are. */
import type { GiftCardTypeView } from '#shared/on-sale.ts'
import { giftCardPractice } from '#shared/practice.ts'
import { Kbd } from '../../../components/kbd.tsx'
import { Amount, Text } from '../../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../../counter-context.tsx'
import { StepFrame } from '../step-frame.tsx'
import type { TypesStep as Step } from './flow.ts'
import { ProductLine } from './product-line.tsx'

/** The digit keys 1 to 9 pick the first nine types. */
const digitKeys = 9

export function TypesStep({ step }: { readonly step: Step }) {
  const cards = useParts().selling.entries['gift-card']
  const { text } = useTranslator()
  const { types, unreadableCount } = step.stock
  return (
    <StepFrame title="sell.cards.title" canGoBack>
      <ProductLine product={step.product} />
      {types.length === 0 ? (
        <p className="empty">
          <Text k="sell.gift-card.noTypes" />
        </p>
      ) : (
        <ul className="card-grid" aria-label={text('sell.cards.list')}>
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
        <p className="step-hint">
          <Text k="sell.gift-card.unreadable" values={{ count: unreadableCount }} />
        </p>
      )}
      {types.length > 0 && (
        <p className="step-hint">
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
      className="card-tile"
      aria-keyshortcuts={isInStock && digit !== null ? String(digit) : undefined}
      disabled={!isInStock}
      data-available={isInStock}
      onClick={onPick}
    >
      {digit !== null && <Kbd>{digit}</Kbd>}
      <span className="card-value card-name">
        <bdi>{type.name}</bdi>
      </span>{' '}
      <span className="card-price">
        <Amount centimes={type.priceCentimes} />
      </span>{' '}
      <span className="card-cost">
        {isInStock ? (
          <Text k="sell.gift-card.stock" values={{ count: type.stockCount }} />
        ) : (
          <Text k="sell.cards.unavailable" />
        )}
      </span>
      {environment === 'training' && practice && (
        <span className="card-practice">
          <Text k={`sell.gift-card.practice.${practice.ending}`} />
        </span>
      )}
    </button>
  )
}
