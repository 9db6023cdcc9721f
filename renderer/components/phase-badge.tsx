/** A sale's phase in small: its drawing and its word, in its colour. */
import { displayPhaseOf, displayStatusOf, wordingVariantOf } from '#shared/display-status.ts'
import type { SaleView } from '#shared/views.ts'
import { Icon } from './icon.tsx'
import { Text } from './text.tsx'

export function PhaseBadge({ sale }: { readonly sale: SaleView }) {
  const phase = displayPhaseOf(sale)
  return (
    <span className="phase-badge" data-phase={phase} data-given-up={sale.givenUp || undefined}>
      <Icon name={phase} />
      <PhaseWord sale={sale} />
    </span>
  )
}

/** Where the sale stands, in a word of its kind. */
export function PhaseWord({ sale }: { readonly sale: SaleView }) {
  return <Text k={`phase.${displayStatusOf(sale)}.word`} values={{ wording: wordingVariantOf(sale.order) }} />
}
