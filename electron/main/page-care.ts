/**
 * The counter's page is kept alive: one that died, or that answers nothing for a while, is loaded anew. What was in hand the new
 * page asks the journal for (renderer/features/sell/in-hand.ts). Invariant: no sale is touched, and it is never given up: there
 * is no counter without a page.
 */
import type { BrowserWindow } from 'electron'
import type { Clock, Log } from '#core/ports.ts'

/** How long a page that answers nothing is waited for. It may only be drawing much. */
export const HANG_PATIENCE_MS = 15_000

/** Deaths within this time count together. */
const COUNTED_FOR_MS = 10 * 60_000

/** Waits before the first, second, … loading: a page that dies as it is loaded does not keep the machine busy. */
const waitsMs = [0, 1_000, 5_000, 30_000] as const

export function careForPage(
  window: BrowserWindow,
  { clock, log }: { readonly clock: Pick<Clock, 'elapsedMs' | 'after'>; readonly log: Log },
): void {
  const { webContents: page } = window
  let deathsMs: readonly number[] = []
  let stopWaiting: (() => void) | undefined

  const answersAgain = () => {
    stopWaiting?.()
    stopWaiting = undefined
  }

  page.on('render-process-gone', (_event, { reason, exitCode }) => {
    answersAgain()
    // The window's own end.
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const nowMs = clock.elapsedMs()
    deathsMs = [...deathsMs.filter((atMs) => nowMs - atMs < COUNTED_FOR_MS), nowMs].slice(-waitsMs.length)
    const waitMs = waitsMs[deathsMs.length - 1] ?? 0
    log.write('error', 'the page of the counter has died and is loaded anew', { reason, exitCode, waitMs })
    clock.after(waitMs, () => {
      if (!window.isDestroyed()) page.reload()
    })
  })
  page.on('unresponsive', () => {
    log.write('warn', 'the page of the counter does not answer', { patienceMs: HANG_PATIENCE_MS })
    stopWaiting ??= clock.after(HANG_PATIENCE_MS, () => {
      stopWaiting = undefined
      // Its death is told like any other.
      if (!window.isDestroyed()) page.forcefullyCrashRenderer()
    })
  })
  page.on('responsive', answersAgain)
}
