/** The list that a query and filters ask for, anew with each key; an older one that still runs is let go of. */
import { useEffect, useState } from 'react'
import type { HistoryFilters } from '#shared/history.ts'
import { useParts } from '../../counter-context.tsx'
import { createHistoryList, type HistoryList } from './pages.ts'

export interface Sought {
  readonly query: string
  readonly filters: HistoryFilters
}

export function useHistory({ query, filters }: Sought): { readonly list: HistoryList | null; renew(): void } {
  const { client } = useParts()
  const [list, setList] = useState<HistoryList | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks the same anew.
  useEffect(() => {
    const made = createHistoryList(client, { query, filters })
    setList(made)
    return made.close
  }, [client, query, filters, round])
  return { list, renew: () => setRound(round + 1) }
}
