/** A sale's phase in small: its drawing and its word, in its colour. */
import type { SalePhase } from '#shared/states/sale.ts'
import { Icon } from './icon.tsx'
import { Text } from './text.tsx'

export function PhaseBadge({ phase }: { readonly phase: SalePhase }) {
  return (
    <span className="phase-badge" data-phase={phase}>
      <Icon name={phase} />
      <Text k={`phase.${phase}.word`} />
    </span>
  )
}
