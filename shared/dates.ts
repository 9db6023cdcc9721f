/** Dates and times as people at the counter read them: Algiers time, 24 hours, day first, Western digits. */
import * as z from 'zod'
import type { Locale } from './views.ts'

/** Algeria keeps one time all year; a counter PC set to another zone must not move a sale to another day. */
export const shopTimeZone = 'Africa/Algiers'

/** fr-DZ and ar-DZ by name: plain `ar` writes other digits and swaps separators. */
export const localeTag: Readonly<Record<Locale, string>> = {
  fr: 'fr-DZ',
  ar: 'ar-DZ-u-nu-latn',
  en: 'en-GB',
}

/** One formatter for a locale: making one takes two hundred times as long as a use of it, and a list writes a time in every row. */
function formattersOf(options: Intl.DateTimeFormatOptions): (locale: Locale) => Intl.DateTimeFormat {
  const made = new Map<Locale, Intl.DateTimeFormat>()
  return (locale) => {
    const known = made.get(locale)
    const formatter =
      known ?? new Intl.DateTimeFormat(localeTag[locale], { timeZone: shopTimeZone, ...options })
    if (known === undefined) made.set(locale, formatter)
    return formatter
  }
}

const timeFormatter = formattersOf({ hour: '2-digit', minute: '2-digit', hour12: false })
const dateFormatter = formattersOf({ day: '2-digit', month: '2-digit', year: 'numeric' })

export const formatTime = (atMs: number, locale: Locale): string => timeFormatter(locale).format(atMs)

/** ar-DZ writes them into dates for text that runs from right to left; ours is isolated and needs none. */
const directionMarks = /[\u200e\u200f\u061c]/g

export const formatDate = (atMs: number, locale: Locale): string =>
  dateFormatter(locale).format(atMs).replace(directionMarks, '')

/** The time of what is of the day that began at `todayMs`; the date of what is older. */
export const formatTimeOrDate = (atMs: number, locale: Locale, todayMs: number): string =>
  atMs < todayMs ? formatDate(atMs, locale) : formatTime(atMs, locale)

/** The first millisecond of the shop's day that holds `atMs`. Algeria is one hour ahead of UTC, without summer time. */
export function startOfShopDay(atMs: number): number {
  const offsetMs = 3_600_000
  const dayMs = 86_400_000
  return Math.floor((atMs + offsetMs) / dayMs) * dayMs - offsetMs
}

/** For so long a customer who buys several things may not have left yet. */
export const sameCustomerMs = 5 * 60_000

/**
 * From when on ended sales are on the lists: those of the shop's day and, while a customer may still be there who bought before
 * midnight, those of the day before.
 */
export const listedSinceMs = (nowMs: number): number => startOfShopDay(nowMs - sameCustomerMs)

// A moment, as every view holds it.

/** The last moment that a date can name: beyond it no screen could say when something was. */
const lastMs = 8_640_000_000_000_000

/** Milliseconds since 1970. */
export const timeMsSchema = z.int().nonnegative().max(lastMs)
