/**
 * When the shop's books are compared without anybody asking: once a day, some time after the counter was opened, and whenever
 * a run was cut by the end of the process. Owns the looking at the clock.
 */
import { shopDayOf } from '#shared/reconciliation.ts'
import type { Clock, Log } from '../ports.ts'
import type { RunRecord } from './workbook-records.ts'

/** After the start, when the counter has other things to do, and then again and again. */
const FIRST_LOOK_MS = 30 * 60_000
const LOOK_EVERY_MS = 60 * 60_000
/** A run that was cut goes on sooner: it was somebody's wish, or that of the day. */
const CUT_LOOK_MS = 2 * 60_000
/** While many sales are open they are to be looked at first, and a comparison would find little but them. */
const BUSY_LOOK_MS = 5 * 60_000

/** Begins to look; the answer ends it. `readRun` and `start` may throw: the next look is made all the same. */
export function lookDaily(parts: {
  readonly clock: Clock
  readonly log: Log
  readRun(): RunRecord | undefined
  /** Many sales are open. */
  isBusy(): boolean
  start(): void
}): () => void {
  const { clock, log } = parts
  let cancel = () => {}

  function look(): void {
    let nextMs = LOOK_EVERY_MS
    try {
      if (parts.isBusy()) nextMs = BUSY_LOOK_MS
      else if (isDue(parts.readRun(), clock.nowMs())) parts.start()
    } catch (fault) {
      log.write('error', 'the daily reconciliation cannot begin', { fault: String(fault) })
    }
    cancel = clock.after(nextMs, look)
  }

  cancel = clock.after(isCut(tryTo(parts.readRun)) ? CUT_LOOK_MS : FIRST_LOOK_MS, look)
  return () => cancel()
}

const isCut = (run: RunRecord | undefined): boolean =>
  run !== undefined && run.step !== 'done' && !run.stopped

function isDue(run: RunRecord | undefined, nowMs: number): boolean {
  if (!run || isCut(run)) return true
  const lastDay = run.stopped ? run.toDay : shopDayOf(run.completedAtMs ?? 0)
  return lastDay !== shopDayOf(nowMs)
}

function tryTo<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
