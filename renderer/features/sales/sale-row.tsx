/** A sale in a list: number, amount, time and phase; opening it shows the rest. */
import { formatTime } from '#shared/dates.ts'
import type { SaleView } from '#shared/views.ts'
import { PhaseBadge } from '../../components/phase-badge.tsx'
import { Amount, LineNumber, Ltr } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'

export function SaleRow({ sale }: { readonly sale: SaleView }) {
  const { screen } = useParts()
  const { locale } = useTranslator()
  const time = formatTime(sale.recordedAtMs, locale)
  return (
    <button
      type="button"
      className="sale-row"
      data-phase={sale.phase}
      data-given-up={sale.givenUp || undefined}
      data-ref={sale.ref}
      onClick={() => screen.open({ kind: 'sale', sale })}
    >
      <span className="row-number">
        <LineNumber number={sale.order.number} />
      </span>{' '}
      <span className="row-amount">
        <Amount centimes={sale.priceCentimes} />
      </span>{' '}
      <PhaseBadge sale={sale} />{' '}
      <span className="row-time">
        <Ltr>{time}</Ltr>
      </span>
    </button>
  )
}
