/** A day as it is typed at the counter, day first, and the periods that a person names. Pure. */
import { inWesternDigits } from '#shared/folded-text.ts'

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

export const periods = ['today', 'yesterday', 'week', 'month'] as const
export type Period = (typeof periods)[number]

export interface Days {
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
