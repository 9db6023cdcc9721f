/** What the counter should know although it can go on selling. Pure: what is known in, the words to tell out. */
import type { Notice } from '#shared/views.ts'

/** Below this a clock is as right as clocks are; the service's own time in its answers is not exact either. */
const CLOCK_OFF_MS = 5 * 60_000

export interface ClockFacts {
  /** By how much the machine's clock is behind what the journal has seen of it. */
  readonly behindJournalMs: number
  /** By how much the service's clock is ahead of the machine's; null where it has not told its time. */
  readonly serverOffsetMs: number | null
}

export interface NoticeFacts extends ClockFacts {
  /** The day's backup could not be made, and is tried again. */
  readonly backupFails: boolean
}

export function noticesOf({ behindJournalMs, serverOffsetMs, backupFails }: NoticeFacts): readonly Notice[] {
  const offsetMs = serverOffsetMs ?? 0
  return [
    ...(behindJournalMs > 0 ? (['clock-set-back'] as const) : []),
    ...(offsetMs > CLOCK_OFF_MS ? (['clock-behind'] as const) : []),
    ...(offsetMs < -CLOCK_OFF_MS ? (['clock-ahead'] as const) : []),
    ...(backupFails ? (['no-backup'] as const) : []),
  ]
}
