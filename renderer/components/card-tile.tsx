/** A card on offer, as a large numbered tile. One that is out of stock is shown, said, and cannot be picked. */
import type { InternetProduct } from '#shared/views.ts'
import { Kbd } from './kbd.tsx'
import { Amount, Text } from './text.tsx'

export interface CardTileProps {
  readonly product: InternetProduct
  /** The digit key that picks it; cards after the ninth have none. */
  readonly digit: number | null
  readonly isPicked: boolean
  readonly isDisabled: boolean
  readonly onPick: () => void
}

export function CardTile({ product, digit, isPicked, isDisabled, onPick }: CardTileProps) {
  const { available, valueCentimes, costCentimes } = product
  return (
    <button
      type="button"
      className="card-tile"
      aria-keyshortcuts={available && digit !== null ? String(digit) : undefined}
      aria-busy={isPicked || undefined}
      disabled={!available || isDisabled}
      data-available={available}
      data-picked={isPicked || undefined}
      onClick={onPick}
    >
      {digit !== null && <Kbd>{digit}</Kbd>}
      <span className="card-value">
        <Amount centimes={valueCentimes} />
      </span>{' '}
      <span className="card-cost">
        {available ? (
          <Text k="sell.cards.cost" values={{ amount: <Amount centimes={costCentimes} /> }} />
        ) : (
          <Text k="sell.cards.unavailable" />
        )}
      </span>
    </button>
  )
}
