import { expect, test } from 'vitest'
import { formatDate, formatTime, formatTimeOrDate, startOfShopDay } from '#shared/dates.ts'

const lateEvening = Date.UTC(2026, 10, 20, 23, 30)

test.each([
  ['fr', '21/11/2026', '00:30'],
  ['ar', '21/11/2026', '00:30'],
  ['en', '21/11/2026', '00:30'],
] as const)('in %s half past midnight in Algiers is %s %s', (locale, date, time) => {
  expect(formatDate(lateEvening, locale)).toBe(date)
  expect(formatTime(lateEvening, locale)).toBe(time)
  expect(formatTimeOrDate(lateEvening, locale, startOfShopDay(lateEvening))).toBe(time)
  expect(formatTimeOrDate(lateEvening, locale, startOfShopDay(lateEvening + 86_400_000))).toBe(date)
})

test("the shop's day begins at midnight in Algiers", () => {
  const start = startOfShopDay(lateEvening)
  expect(new Date(start).toISOString()).toBe('2026-11-20T23:00:00.000Z')
  expect(startOfShopDay(start)).toBe(start)
  expect(startOfShopDay(start - 1)).toBe(start - 86_400_000)
})
