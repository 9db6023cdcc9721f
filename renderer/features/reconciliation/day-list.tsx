/** The days, newest first, each with how it stands; above them all that is open, whatever its day. */
import type { ReconciledDay } from '#shared/reconciliation.ts'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import { DayName } from './day-name.tsx'
import type { Place } from './use-reconciliation.ts'

export interface DayListProps {
  readonly days: readonly ReconciledDay[]
  readonly openFindings: number
  readonly place: Place
  readonly onPick: (place: Place) => void
}

export function DayList({ days, openFindings, place, onPick }: DayListProps) {
  const { text } = useTranslator()
  return (
    <nav className="day-list" aria-label={text('reconciliation.days')}>
      <button
        type="button"
        className="day-row"
        aria-current={place === 'open' ? 'true' : undefined}
        data-state={openFindings > 0 ? 'exceptions' : 'level'}
        onClick={() => onPick('open')}
      >
        <strong>
          <Text k="reconciliation.allOpen" />
        </strong>
        <span>
          <Text k="reconciliation.openCount" values={{ count: openFindings }} />
        </span>
      </button>
      {days.map(({ day, state, openFindings: open }) => (
        <button
          key={day}
          type="button"
          className="day-row"
          aria-current={place === day ? 'true' : undefined}
          data-day={day}
          data-state={state}
          onClick={() => onPick(day)}
        >
          <strong>
            <DayName day={day} />
          </strong>
          <span>
            {open > 0 && state !== 'reopened' ? (
              <Text k="reconciliation.openCount" values={{ count: open }} />
            ) : (
              <Text k={`reconciliation.state.${state}`} />
            )}
          </span>
        </button>
      ))}
    </nav>
  )
}
