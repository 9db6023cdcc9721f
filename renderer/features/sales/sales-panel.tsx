/** Beside the sale in hand: what has just changed, the open sales and what ended today, or those of them looked for. */
import { useMemo, useState } from 'react'
import { startOfShopDay } from '#shared/dates.ts'
import { Text } from '../../components/text.tsx'
import { useSales, useTranslator } from '../../counter-context.tsx'
import { endedSales, openSales } from '../../mirror.ts'
import { useNow } from '../status/use-now.ts'
import { findSales } from './find-sales.ts'
import { SaleRows, type SaleRowsProps } from './sale-rows.tsx'
import { SaleSearch } from './sale-search.tsx'
import { SalesHead } from './sales-head.tsx'

export function SalesPanel() {
  const { text } = useTranslator()
  const [query, setQuery] = useState('')
  const isFiltered = query.trim() !== ''
  const all = useSales()
  const sales = useMemo(() => findSales(all, query), [all, query])
  const open = openSales(sales)
  const todayMs = startOfShopDay(useNow())
  const ended = endedSales(sales, todayMs)
  return (
    <aside className="sales-panel">
      <SalesHead />
      <SaleSearch query={query} onType={setQuery} first={open[0] ?? ended[0]} />
      <section className="sale-list" data-list="open" aria-label={text('sales.open')}>
        <header>
          <h2>
            <Text k="sales.open" />
          </h2>
          <span className="count">
            <Text k="sales.openCount" values={{ count: open.length }} />
          </span>
        </header>
        <Rows sales={open} todayMs={todayMs} none={isFiltered ? 'sales.findNone' : 'sales.openNone'} />
      </section>
      <section className="sale-list" data-list="today" aria-label={text('sales.today')}>
        <header>
          <h2>
            <Text k="sales.today" />
          </h2>
          <span className="count">
            <Text k="sales.openCount" values={{ count: ended.length }} />
          </span>
        </header>
        <Rows sales={ended} todayMs={todayMs} none={isFiltered ? 'sales.findNone' : 'sales.todayNone'} />
      </section>
    </aside>
  )
}

interface RowsProps extends SaleRowsProps {
  readonly none: 'sales.openNone' | 'sales.todayNone' | 'sales.findNone'
}

function Rows({ none, ...rows }: RowsProps) {
  if (rows.sales.length === 0) {
    return (
      <p className="empty">
        <Text k={none} />
      </p>
    )
  }
  return <SaleRows {...rows} />
}
