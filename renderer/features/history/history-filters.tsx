/** What the list is narrowed to: a kind, a state in the words of the counter, days of the shop. */
import { useState } from 'react'
import { inWesternDigits } from '#shared/folded-text.ts'
import { type HistoryFilters, noFilters } from '#shared/history.ts'
import { orderKinds } from '#shared/products/orders.ts'
import type { SaleState } from '#shared/states/sale.ts'
import { Button } from '../../components/button.tsx'
import { digitsOnly } from '../../components/digit-row.ts'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import styles from './history-filters.module.css'

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

interface HistoryFilterBarProps {
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
    <div className={styles['history-filters']}>
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

// The days that the list is narrowed to: a period that has a name, or two days, typed day first.

type ShownDays = Pick<HistoryFilters, 'fromDay' | 'toDay'>

interface HistoryDaysProps {
  readonly days: ShownDays
  readonly onChange: (days: ShownDays) => void
}

function HistoryDays({ days, onChange }: HistoryDaysProps) {
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
  const [known, setKnown] = useState(day)
  // Chosen elsewhere: a period, or everything.
  if (known !== day) {
    setKnown(day)
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
    <label className={styles['history-day']}>
      <Text k={k} />
      <input
        type="text"
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        data-any-text
        {...digitsOnly}
        placeholder={text('history.dayHint')}
        aria-invalid={typed.length === 10 && parseDay(typed) === undefined}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
    </label>
  )
}

// A day as it is typed at the counter, day first, and the periods that a person names. Pure.

const DAY_MS = 86_400_000
/** Algeria is one hour ahead of UTC, all year. */
const OFFSET_MS = 3_600_000

/** Slashes come by themselves while digits are typed: 31/01/2026. */
export function tidyDay(typed: string): string {
  const digits = inWesternDigits(typed).replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/')
}

/** The day as the history asks for it, 2026-01-31; undefined where it is none, or not typed to its end. */
export function parseDay(typed: string): string | undefined {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(typed)
  if (!parts) return undefined
  const [, day, month, year] = parts
  const date = `${year}-${month}-${day}`
  const atMs = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(date) ? date : undefined
}

export const writeDay = (day: string | null): string => (day ?? '').split('-').reverse().join('/')

const periods = ['today', 'yesterday', 'week', 'month'] as const
type Period = (typeof periods)[number]

interface Days {
  readonly fromDay: string
  readonly toDay: string
}

/** The days of a period as it is now: `week` is seven days, `month` the calendar's. */
export function daysOf(period: Period, nowMs: number): Days {
  const today = dayAt(nowMs)
  const back = (days: number): string => dayAt(nowMs - days * DAY_MS)
  switch (period) {
    case 'today':
      return { fromDay: today, toDay: today }
    case 'yesterday':
      return { fromDay: back(1), toDay: back(1) }
    case 'week':
      return { fromDay: back(6), toDay: today }
    case 'month':
      return { fromDay: `${today.slice(0, 8)}01`, toDay: today }
  }
}

const dayAt = (atMs: number): string => new Date(atMs + OFFSET_MS).toISOString().slice(0, 10)
