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

export function formatTime(atMs: number, locale: Locale): string {
  return new Intl.DateTimeFormat(localeTag[locale], {
    timeZone: shopTimeZone,
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(atMs)
}

/** ar-DZ writes them into dates for text that runs from right to left; ours is isolated and needs none. */
const directionMarks = /[\u200e\u200f\u061c]/g

export function formatDate(atMs: number, locale: Locale): string {
  const written = new Intl.DateTimeFormat(localeTag[locale], {
    timeZone: shopTimeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(atMs)
  return written.replace(directionMarks, '')
}

/** The time of what is of the day that began at `todayMs`; the date of what is older. */
export const formatTimeOrDate = (atMs: number, locale: Locale, todayMs: number): string =>
  atMs < todayMs ? formatDate(atMs, locale) : formatTime(atMs, locale)

/** The first millisecond of the shop's day that holds `atMs`. Algeria is one hour ahead of UTC, without summer time. */
export function startOfShopDay(atMs: number): number {
  const offsetMs = 3_600_000
  const dayMs = 86_400_000
  return Math.floor((atMs + offsetMs) / dayMs) * dayMs - offsetMs
}

// A moment, as every view tells it.

/** The last moment that a date can name: beyond it no screen could say when something was. */
const lastMs = 8_640_000_000_000_000

/** Milliseconds since 1970. */
export const timeMsSchema = z.int().nonnegative().max(lastMs)
