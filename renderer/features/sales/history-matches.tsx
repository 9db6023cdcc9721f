/** What the history holds of what is looked for beside the sale in hand: asked once typing pauses, and never before a few signs. */
import { useEffect, useState } from 'react'
import { type HistoryAsked, type HistoryPage, noFilters } from '#shared/history.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import type { Client, CommandResult } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Kbd } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { endingFirst } from './find-sales.ts'
import { SaleRow } from './sale-row.tsx'
import styles from './sales-panel.module.css'

/** Fewer fit too many sales. */
const minLength = 3
/** Between two keys of one word. */
const pauseMs = 120
/** More than these are for the history itself. */
const maxRows = 6
/** A step of the search is bounded, and may find nothing while more follows. */
const maxSteps = 20

interface Matches {
  readonly query: string
  readonly sales: readonly SaleView[]
  readonly isLooking: boolean
}

const nothing: Matches = { query: '', sales: [], isLooking: false }

/** The newest sales of the history that the query fits. */
export function useHistoryMatches(typed: string): Matches {
  const { client } = useParts()
  const query = typed.trim()
  const isAsked = query.length >= minLength
  const [matches, setMatches] = useState(nothing)
  useEffect(() => {
    if (!isAsked) return
    let isWanted = true
    const look = async (): Promise<void> => {
      const sales = await newestThatFit(client, query, () => isWanted)
      if (isWanted) setMatches({ query, sales: endingFirst(sales, query), isLooking: false })
    }
    const timer = setTimeout(() => void look(), pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [client, query, isAsked])
  if (!isAsked) return nothing
  return matches.query === query ? matches : { query, sales: [], isLooking: true }
}

/** As many as are shown, in as many steps as it takes; fewer where nobody wants them any more. */
async function newestThatFit(
  client: Client,
  query: string,
  isWanted: () => boolean,
): Promise<readonly SaleView[]> {
  const sales: SaleView[] = []
  let from: HistoryAsked['from'] = { kind: 'newest' }
  for (let step = 0; step < maxSteps && isWanted(); step += 1) {
    const rows = maxRows - sales.length
    const page: CommandResult<'history.page'> = await client.command('history.page', {
      ...{ query, filters: noFilters, from, rows },
    })
    if (!page.ok) return sales
    sales.push(...page.value.sales)
    const { until, before }: HistoryPage = page.value
    if (before === null || sales.length >= maxRows) return sales
    from = { kind: 'behind', until, before }
  }
  return sales
}

interface HistoryMatchesProps {
  readonly matches: Matches
  /** What the lists above show already. */
  readonly listed: ReadonlySet<Ref>
  readonly todayMs: number
}

export function HistoryMatches({ matches, listed, todayMs }: HistoryMatchesProps) {
  const { screen } = useParts()
  const { text } = useTranslator()
  const { query, isLooking } = matches
  if (query === '') return null
  const sales = matches.sales.filter(({ ref }) => !listed.has(ref))
  return (
    <section className={styles['sale-list']} data-list="found" aria-label={text('sales.earlier')}>
      <header>
        <h2>
          <Text k="sales.earlier" />
        </h2>
        <Button look="quiet" onPress={() => screen.open({ kind: 'history', query })}>
          <Text k="sales.inHistory" /> <Kbd>F6</Kbd>
        </Button>
      </header>
      <p className={controlsStyles['empty']} role="status" hidden={sales.length > 0}>
        <Text k={isLooking ? 'start.looking' : 'sales.findNone'} />
      </p>
      {sales.length > 0 && (
        <div className={styles['sale-rows']}>
          <ul>
            {sales.map((sale) => (
              <li key={sale.ref}>
                <SaleRow sale={sale} todayMs={todayMs} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
