/** Beside the sale in hand: what has just changed, the open sales and what ended today; a search narrows the latter. */
import { useMemo, useRef, useState } from 'react'
import { startOfShopDay } from '#shared/dates.ts'
import { Text } from '../../components/text.tsx'
import { useSales, useTranslator } from '../../counter-context.tsx'
import { useNow } from '../status/use-now.ts'
import { listSales } from './find-sales.ts'
import { SaleRows, type SaleRowsProps } from './sale-rows.tsx'
import { SaleSearch } from './sale-search.tsx'
import { SalesHead } from './sales-head.tsx'

export function SalesPanel() {
  const { text } = useTranslator()
  const panel = useRef<HTMLElement>(null)
  const [query, setQuery] = useState('')
  const isFiltered = query.trim() !== ''
  const sales = useSales()
  const todayMs = startOfShopDay(useNow())
  const { open, openFitting, ended, first } = useMemo(
    () => listSales(sales, query, todayMs),
    [sales, query, todayMs],
  )
  const look = (typed: string): void => {
    setQuery(typed)
    // What fits stands first.
    for (const rows of panel.current?.querySelectorAll('.sale-rows') ?? []) rows.scrollTop = 0
  }
  return (
    <aside className="sales-panel" ref={panel}>
      <SalesHead />
      <SaleSearch query={query} onType={look} first={first} />
      <section className="sale-list" data-list="open" aria-label={text('sales.open')}>
        <header>
          <h2>
            <Text k="sales.open" />
          </h2>
          <span className="count">
            {isFiltered && open.length > 0 ? (
              <Text k="sales.fitting" values={{ fitting: openFitting, count: open.length }} />
            ) : (
              <Text k="sales.openCount" values={{ count: open.length }} />
            )}
          </span>
        </header>
        <Rows sales={open} fitting={openFitting} todayMs={todayMs} none="sales.openNone" />
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
