/** The product that was picked, and where its cards are good. */
import type { ReactNode } from 'react'
import type { GiftCardProductView } from '#shared/on-sale.ts'
import { RegionName } from '../../../components/region-name.tsx'

interface ProductLineProps {
  readonly product: GiftCardProductView
  /** What is known of the card beside its product. */
  readonly children?: ReactNode
}

export function ProductLine({ product, children }: ProductLineProps) {
  return (
    <p className="product-line">
      <bdi className="product-title">{product.title}</bdi>
      {product.region !== null && <RegionName region={product.region} />}
      {children}
    </p>
  )
}
