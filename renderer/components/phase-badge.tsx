/** A sale's phase in small: its drawing and its word, in its colour. */
import { tellingOf } from '#shared/telling.ts'
import type { SaleView } from '#shared/views.ts'
import { Icon } from './icon.tsx'
import { Text } from './text.tsx'

export function PhaseBadge({ sale }: { readonly sale: SaleView }) {
  return (
    <span className="phase-badge" data-phase={sale.phase} data-given-up={sale.givenUp || undefined}>
      <Icon name={sale.phase} />
      <Text k={`phase.${tellingOf(sale)}.word`} />
    </span>
  )
}
