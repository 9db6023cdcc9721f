/** A sale's phase in small: its drawing and its word, in its colour. */
import {
  type DisplayStatus,
  displayPhaseOf,
  displayStatusOf,
  wordingVariantOf,
} from '#shared/display-status.ts'
import { type OrderKind, products } from '#shared/products/orders.ts'
import { phaseOfOrder } from '#shared/states/observed.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useDue } from './due.tsx'
import styles from './phase-badge.module.css'

/** What the colours of a phase go by: phases.css. */
export const phaseLook = (sale: SaleView) => ({
  'data-phase': displayPhaseOf(sale),
  'data-given-up': sale.givenUp || undefined,
  'data-incomplete': sale.incomplete || undefined,
  'data-given-back': isSettled(sale) || undefined,
})

/** What was given back is over, and so is a part of which nothing is due: the arrow of a refund asked for it to be given. */
export const phaseIcon = (sale: SaleView): IconName => (isSettled(sale) ? 'check' : displayPhaseOf(sale))

const settled: readonly DisplayStatus[] = ['given-back', 'partly-settled']

const isSettled = (sale: SaleView): boolean => settled.includes(displayStatusOf(sale))

export function PhaseBadge({ sale }: { readonly sale: SaleView }) {
  return (
    <span className={styles['phase-badge']} {...phaseLook(sale)}>
      <Icon name={phaseIcon(sale)} />
      <PhaseWord sale={sale} />
    </span>
  )
}

/** Where the sale stands, in a word of its kind. */
export function PhaseWord({ sale }: { readonly sale: SaleView }) {
  const due = useDue(sale.ref)
  const isDue = due !== undefined && due !== null && displayStatusOf(sale) === 'refunded'
  if (isDue) return <Text k="phase.refunded.due" values={{ amount: <Amount centimes={due} /> }} />
  return <PlainPhaseWord sale={sale} />
}

/** The same where what is due is shown beside it. */
export function PlainPhaseWord({ sale }: { readonly sale: SaleView }) {
  const displayStatus = displayStatusOf(sale)
  if (displayStatus === 'given-back' && sale.phase === 'partly-fulfilled')
    return <Text k="phase.given-back.part" />
  return <Text k={`phase.${displayStatus}.word`} values={{ wording: wordingVariantOf(sale.order) }} />
}

// Where a sale or an order of some kind stands, in the counter's words: beside each other, what differs is seen.

interface KindPhaseProps {
  readonly kind: OrderKind
  readonly phase: SalePhase
}

export const KindPhase = ({ kind, phase }: KindPhaseProps) => (
  <Text k={`phase.${phase}.word`} values={{ wording: products[kind].wordingVariantOf(null) }} />
)

interface StatusWordProps {
  readonly kind: OrderKind
  /** As the service spells it. */
  readonly status: string
}

/** The counter's word for it; the service's own beside it only where the counter has none. */
export function StatusWord({ kind, status }: StatusWordProps) {
  const phase = phaseOfOrder(kind, status)
  return (
    <>
      <bdi>
        <KindPhase kind={kind} phase={phase} />
      </bdi>
      {phase === 'unknown' && (
        <>
          {' '}
          <ServiceWord>{status}</ServiceWord>
        </>
      )}
    </>
  )
}

/** As the service spells it: quiet, for nobody at the counter reads it but to support. */
export const ServiceWord = ({ children }: { readonly children: string }) => (
  <span className={styles['service-word']}>
    <Ltr>{children}</Ltr>
  </span>
)
