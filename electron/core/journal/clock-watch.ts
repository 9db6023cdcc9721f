/**
 * Notices a machine's clock that was set back: by the times that the journal has seen. It is told and never a reason to
 * refuse; the order of what happened is that of the entries and not that of their times.
 */
import type { Log } from '../ports.ts'

/** A clock is corrected by seconds now and then; only more than this is told. */
const TOLERANCE_MS = 60_000

export interface ClockWatch {
  /** The clock said this, now. */
  note(atMs: number): void
  /** By how much a clock that says `nowMs` is behind; 0 where that is nothing to speak of. */
  behindMs(nowMs: number): number
}

/**
 * Goes by the last entry there is and by what is noted from then on. Not by the highest time of all entries: one that a
 * wrong clock once dated far ahead would be held against a right one for ever.
 */
export function createClockWatch(lastEntryAtMs: number, log: Log | undefined): ClockWatch {
  let latestMs = lastEntryAtMs
  let wasBehind = false
  const behindMs = (nowMs: number) => (latestMs - nowMs > TOLERANCE_MS ? latestMs - nowMs : 0)
  return {
    note(atMs) {
      const behind = behindMs(atMs)
      if (behind > 0 && !wasBehind) log?.write('warn', 'journal.clock-behind', { behindMs: behind })
      wasBehind = behind > 0
      latestMs = Math.max(latestMs, atMs)
    },
    behindMs,
  }
}
