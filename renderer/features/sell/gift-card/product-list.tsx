/** The products found, under the headings of their categories. One that is unavailable is shown, said, and cannot be opened. */
import { useEffect, useRef } from 'react'
import type { GiftCardProductView } from '#shared/on-sale.ts'
import { Kbd } from '../../../components/kbd.tsx'
import { RegionName } from '../../../components/region-name.tsx'
import { Text } from '../../../components/text.tsx'
import { useTranslator } from '../../../counter-context.tsx'
import type { Found } from './flow.ts'
import type { Match } from './search.ts'

export interface ProductListProps {
  readonly found: Found
  /** The types of a product are on their way. */
  readonly isOpening: boolean
  readonly onOpen: (product: GiftCardProductView) => void
}

interface Placed extends Match {
  readonly place: number
}

export function ProductList({ found, isOpening, onOpen }: ProductListProps) {
  const placed = found.matches.map((match, place): Placed => ({ ...match, place }))
  const categories = Map.groupBy(placed, ({ category }) => category)
  return (
    <div className="plan-groups">
      {[...categories].map(([category, matches]) => (
        <section key={category} className="product-group">
          <h2>
            <bdi>{category}</bdi>
          </h2>
          <ul className="plan-grid">
            {matches.map(({ product, place }) => (
              <li key={`${product.productId} ${place}`}>
                <ProductTile
                  product={product}
                  isMarked={place === found.marked}
                  isHeld={isOpening}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface ProductTileProps {
  readonly product: GiftCardProductView
  readonly isMarked: boolean
  readonly isHeld: boolean
  readonly onOpen: (product: GiftCardProductView) => void
}

function ProductTile({ product, isMarked, isHeld, onOpen }: ProductTileProps) {
  const { text } = useTranslator()
  const { title, region, isEnabled } = product
  const tile = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isMarked) tile.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    <button
      ref={tile}
      type="button"
      className="plan-tile product-tile"
      aria-current={isMarked || undefined}
      disabled={!isEnabled || isHeld}
      onClick={() => onOpen(product)}
    >
      <bdi>{title}</bdi>
      <small>
        {isEnabled ? (
          region !== null && <RegionName region={region} />
        ) : (
          <Text k="sell.gift-card.unavailable" />
        )}
      </small>
      {isMarked && <Kbd>{text('keys.enter')}</Kbd>}
    </button>
  )
}
