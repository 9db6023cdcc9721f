/** A sale in a list, in two lines: whose and what for, amount, time and phase; opening it shows the rest. */
import { formatTimeOrDate } from '#shared/dates.ts'
import type { SaleView } from '#shared/views.ts'
import { Amount, Ltr } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { OrderAbout, OrderChip, OrderNumber } from '../../products/looks.tsx'
import { PhaseBadge, phaseLook } from './phase-badge.tsx'
import styles from './sale-row.module.css'

export interface SaleRowProps {
  readonly sale: SaleView
  /** When the shop's day began. */
  readonly todayMs: number
  /** It stands in its list without fitting what is looked for. */
  readonly isUnfit?: boolean
}

export function SaleRow({ sale, todayMs, isUnfit = false }: SaleRowProps) {
  const { screen } = useParts()
  const { locale } = useTranslator()
  return (
    <button
      type="button"
      className={styles['sale-row']}
      {...phaseLook(sale)}
      data-kind={sale.order.kind}
      data-ref={sale.ref}
      data-unfit={isUnfit || undefined}
      onClick={() => screen.openSale(sale)}
    >
      <OrderChip order={sale.order} />{' '}
      <span className={styles['row-number']}>
        <OrderNumber order={sale.order} />
      </span>{' '}
      <span className={styles['row-amount']}>
        <Amount centimes={sale.priceCentimes} />
      </span>{' '}
      <span className={styles['row-second']}>
        <OrderAbout order={sale.order} /> <PhaseBadge sale={sale} />{' '}
        <span className={styles['row-time']}>
          <Ltr>{formatTimeOrDate(sale.recordedAtMs, locale, todayMs)}</Ltr>
        </span>
      </span>
    </button>
  )
}
