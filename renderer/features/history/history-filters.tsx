/** What the list is narrowed to: a kind, a state in the words of the counter, days of the shop. */
import type { HistoryFilters } from '#shared/history.ts'
import { noFilters } from '#shared/history.ts'
import { orderKinds } from '#shared/orders.ts'
import type { SaleState } from '#shared/states/sale.ts'
import { Button } from '../../components/button.tsx'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import { HistoryDays } from './history-days.tsx'

/** How a sale stands, as a person asks for it. */
const standings = ['open', 'in-doubt', 'delivered', 'refunded', 'refused', 'cancelled'] as const
type Standing = (typeof standings)[number]

const statesOf: Readonly<Record<Standing, readonly SaleState[]>> = {
  open: ['sending', 'in-doubt', 'unsent', 'following'],
  'in-doubt': ['in-doubt'],
  delivered: ['fulfilled', 'partly-fulfilled'],
  refunded: ['refunded', 'partly-fulfilled'],
  refused: ['refused'],
  cancelled: ['cancelled'],
}

const standingOf = (states: readonly SaleState[]): Standing | undefined =>
  standings.find((one) => statesOf[one].join() === states.join())

export interface HistoryFilterBarProps {
  readonly filters: HistoryFilters
  readonly onChange: (filters: HistoryFilters) => void
}

export function HistoryFilterBar({ filters, onChange }: HistoryFilterBarProps) {
  const { text } = useTranslator()
  const { kinds, states, fromDay, toDay } = filters
  const chooseKind = (value: string): void =>
    onChange({ ...filters, kinds: orderKinds.filter((kind) => kind === value) })
  const chooseStanding = (value: string): void => {
    const found = standings.find((one) => one === value)
    onChange({ ...filters, states: found ? [...statesOf[found]] : [] })
  }
  const isNarrowed = kinds.length > 0 || states.length > 0 || fromDay !== null || toDay !== null
  return (
    <div className="history-filters">
      <select
        aria-label={text('history.kind')}
        value={kinds[0] ?? ''}
        onChange={({ target }) => chooseKind(target.value)}
      >
        <option value="">{text('history.everyKind')}</option>
        {orderKinds.map((kind) => (
          <option key={kind} value={kind}>
            {text(`header.service.${kind}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={text('history.standing')}
        value={standingOf(states) ?? ''}
        onChange={({ target }) => chooseStanding(target.value)}
      >
        <option value="">{text('history.everyStanding')}</option>
        {standings.map((standing) => (
          <option key={standing} value={standing}>
            {text(`history.standings.${standing}`)}
          </option>
        ))}
      </select>
      <HistoryDays days={{ fromDay, toDay }} onChange={(days) => onChange({ ...filters, ...days })} />
      {isNarrowed && (
        <Button look="quiet" onPress={() => onChange(noFilters)}>
          <Text k="history.everything" />
        </Button>
      )}
    </div>
  )
}
