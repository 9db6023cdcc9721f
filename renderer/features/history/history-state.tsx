/** How many sales a list has, and that newer ones were made since it was asked for. */
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Text } from '../../components/text.tsx'
import { useSales } from '../../counter-context.tsx'
import type { HistoryList } from './pages.ts'

export interface HistoryCountProps {
  readonly rows: number
  /** null: many. */
  readonly count: number | null
  readonly isBusy: boolean
}

export function HistoryCount({ rows, count, isBusy }: HistoryCountProps) {
  if (isBusy && rows === 0) {
    return (
      <p role="status">
        <Text k="history.looking" />
      </p>
    )
  }
  return (
    <p role="status" data-testid="history-count">
      {count === null ? <Text k="history.many" /> : <Text k="history.count" values={{ count }} />}
    </p>
  )
}

/** A list stands still while it is read; what was sold meanwhile is shown when a person asks for it. */
export function NewSales({ list, onRenew }: { readonly list: HistoryList; readonly onRenew: () => void }) {
  const newest = useSales()[0]?.ref
  const [seen, setSeen] = useState({ list, newest })
  if (seen.list !== list) setSeen({ list, newest })
  if (seen.list !== list || seen.newest === newest) return null
  return (
    <Button look="quiet" onPress={onRenew}>
      <Text k="history.renew" />
    </Button>
  )
}
