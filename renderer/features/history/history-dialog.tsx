/** All sales since the first day: looked for, filtered, and one of them in full. Reads the journal alone, so it needs no line. */
import { useState } from 'react'
import { noFilters } from '#shared/history.ts'
import type { SaleView } from '#shared/views.ts'
import { OrderSubject } from '../../components/order-subject.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { ExportBar } from '../exports/export-bar.tsx'
import { HistoryFilterBar } from './history-filters.tsx'
import { HistoryRows } from './history-rows.tsx'
import { HistorySale } from './history-sale.tsx'
import { HistorySearch } from './history-search.tsx'
import { useHistory } from './use-history.ts'

/** The sale that is looked at, and the row to come back to. */
interface Opened {
  readonly sale: SaleView
  readonly row: number
}

export function HistoryDialog() {
  const [query, setQuery] = useState('')
  const [filters, setFilters] = useState(noFilters)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [row, setRow] = useState(0)
  const { list, renew } = useHistory({ query, filters })
  const back = opened ? () => setOpened(null) : undefined
  const title = opened ? <OrderSubject order={opened.sale.order} /> : <Text k="history.title" />
  return (
    <PanelDialog size="full" title={title} onBack={back}>
      {opened && back ? (
        <HistorySale sale={opened.sale} onBack={back} />
      ) : (
        <div className="history" data-testid="history-screen">
          <HistorySearch
            query={query}
            onType={(typed) => {
              setRow(0)
              setQuery(typed)
            }}
          />
          <HistoryFilterBar
            filters={filters}
            onChange={(chosen) => {
              setRow(0)
              setFilters(chosen)
            }}
          />
          <ExportBar query={query} filters={filters} />
          {list && (
            <HistoryRows
              list={list}
              row={row}
              onMark={setRow}
              onOpen={(sale, at) => {
                setRow(at)
                setOpened({ sale, row: at })
              }}
              onRenew={renew}
            />
          )}
        </div>
      )}
    </PanelDialog>
  )
}
