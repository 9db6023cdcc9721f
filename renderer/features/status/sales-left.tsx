/**
 * The open sales where the window itself could not be drawn: each with what it is for, its price and its phase. Where even
 * that cannot be drawn, each by its reference, which is enough for the journal and for support.
 */
import type { ReactNode } from 'react'
import type { SaleView } from '#shared/views.ts'
import { OrderSubject } from '../../components/order-subject.tsx'
import { PhaseBadge } from '../../components/phase-badge.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useCounter } from '../../counter-context.tsx'
import { openSales } from '../../mirror.ts'
import { ErrorBoundary } from './error-boundary.tsx'

export function SalesLeft() {
  const sales = openSales(useCounter(({ mirror }) => mirror?.sales) ?? [])
  if (sales.length === 0) return null
  return (
    <section className="sales-left" data-list="open">
      <h2>
        <Text k="sales.open" />
      </h2>
      <ErrorBoundary fallback={() => <Rows sales={sales} face={({ ref }) => <Ltr>{ref}</Ltr>} />}>
        <Rows sales={sales} face={(sale) => <Face sale={sale} />} />
      </ErrorBoundary>
    </section>
  )
}

interface RowsProps {
  readonly sales: readonly SaleView[]
  readonly face: (sale: SaleView) => ReactNode
}

const Rows = ({ sales, face }: RowsProps) => (
  <ul>
    {sales.map((sale) => (
      <li key={sale.ref} data-ref={sale.ref}>
        {face(sale)}
      </li>
    ))}
  </ul>
)

const Face = ({ sale }: { readonly sale: SaleView }) => (
  <>
    <strong>
      <OrderSubject order={sale.order} />
    </strong>
    <Amount centimes={sale.priceCentimes} />
    <PhaseBadge sale={sale} />
  </>
)
