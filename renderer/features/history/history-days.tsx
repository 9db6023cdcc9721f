/** The days that the list is narrowed to: a period that has a name, or two days, typed day first. */
import { useState } from 'react'
import type { HistoryFilters } from '#shared/history.ts'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import { daysOf, parseDay, periods, tidyDay, writeDay } from './typed-day.ts'

type Days = Pick<HistoryFilters, 'fromDay' | 'toDay'>

export interface HistoryDaysProps {
  readonly days: Days
  readonly onChange: (days: Days) => void
}

export function HistoryDays({ days, onChange }: HistoryDaysProps) {
  const { text } = useTranslator()
  const { fromDay, toDay } = days
  const now = Date.now()
  const chosen = periods.find((period) => {
    const of = daysOf(period, now)
    return of.fromDay === fromDay && of.toDay === toDay
  })
  const choose = (value: string): void => {
    const period = periods.find((one) => one === value)
    onChange(period ? daysOf(period, Date.now()) : { fromDay: null, toDay: null })
  }
  const isOther = chosen === undefined && (fromDay !== null || toDay !== null)
  return (
    <>
      <select
        aria-label={text('history.period')}
        value={chosen ?? (isOther ? 'other' : '')}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{text('history.everyDay')}</option>
        {periods.map((period) => (
          <option key={period} value={period}>
            {text(`history.periods.${period}`)}
          </option>
        ))}
        {isOther && <option value="other">{text('history.otherDays')}</option>}
      </select>
      <Day k="history.from" day={fromDay} onChange={(day) => onChange({ fromDay: day, toDay })} />
      <Day k="history.to" day={toDay} onChange={(day) => onChange({ fromDay, toDay: day })} />
    </>
  )
}

interface DayProps {
  readonly k: 'history.from' | 'history.to'
  readonly day: string | null
  readonly onChange: (day: string | null) => void
}

/** Counts as soon as it is a whole day, or as it is emptied. */
function Day({ k, day, onChange }: DayProps) {
  const { text } = useTranslator()
  const [typed, setTyped] = useState(writeDay(day))
  const [told, setTold] = useState(day)
  // Chosen elsewhere: a period, or everything.
  if (told !== day) {
    setTold(day)
    if (parseDay(typed) !== (day ?? undefined)) setTyped(writeDay(day))
  }
  const type = (raw: string): void => {
    const tidy = tidyDay(raw)
    setTyped(tidy)
    const whole = parseDay(tidy)
    if (whole !== undefined && whole !== day) onChange(whole)
    if (tidy === '' && day !== null) onChange(null)
  }
  return (
    <label className="history-day">
      <Text k={k} />
      <input
        type="text"
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        data-any-text
        placeholder={text('history.dayHint')}
        aria-invalid={typed.length === 10 && parseDay(typed) === undefined}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
    </label>
  )
}
