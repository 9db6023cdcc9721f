/** The wait before a refused key may be tried again, in whole minutes. */
import { expect, test } from 'vitest'
import { addressBlockMs } from '#shared/limits.ts'
import { minutesUntil } from '../../renderer/features/sell/closed-panel.tsx'

const nowMs = Date.UTC(2026, 9, 5, 8)

test.each([
  ['a whole block', addressBlockMs, 15],
  ['a moment less', addressBlockMs - 1, 15],
  ['a minute and a moment', 60_001, 2],
  ['a minute', 60_000, 1],
  ['nothing', 0, 1],
  ['a time that is over', -5_000, 1],
  ['a clock that was set back by a day', 86_400_000, 15],
])('%s', (_name, waitMs, minutes) => {
  expect(minutesUntil(nowMs + waitMs, nowMs)).toBe(minutes)
})
