/** Where a sale or an order of some kind stands, in the counter's words: beside each other, what differs is seen. */
import type { OrderKind } from '#shared/orders.ts'
import { phaseOfOrder } from '#shared/states/observed.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import { Ltr, Text } from './text.tsx'

export interface KindPhaseProps {
  readonly kind: OrderKind
  readonly phase: SalePhase
}

export const KindPhase = ({ kind, phase }: KindPhaseProps) => (
  <Text k={`phase.${phase}.word`} values={{ wording: kind === 'bill' ? 'bill' : 'other' }} />
)

export interface StatusWordProps {
  readonly kind: OrderKind
  /** As the service spells it. */
  readonly status: string
}

/** The counter's word for it, and the service's own: support asks for it as it is spelled. */
export const StatusWord = ({ kind, status }: StatusWordProps) => (
  <>
    <bdi>
      <KindPhase kind={kind} phase={phaseOfOrder(kind, status)} />
    </bdi>{' '}
    · <Ltr>{status}</Ltr>
  </>
)
