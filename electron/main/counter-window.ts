/**
 * The counter's window as the shell keeps it: where it was on each screen, inside of what is there now, over the whole screen
 * where the shop wants that, and with a living page. Owns `window.json` in the data folder, which may be lost.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserWindow, screen } from 'electron'
import type { Counter } from '#core/counter.ts'
import { writeDurably } from '#core/durable-file.ts'
import { readJsonFile } from '#core/json-file.ts'
import type { Clock, Log } from '#core/ports.ts'
import { snapshotSchema } from '#shared/views.ts'
import { fitInto, type KeptPlaces, keepPlace, keptPlacesSchema, placeCounter } from './counter-place.ts'
import type { CounterWindows } from './windows.ts'

export interface CounterWindowOptions {
  readonly core: Pick<Counter, 'dispatch' | 'onEvent'>
  readonly windows: Pick<CounterWindows, 'openCounter'>
  readonly clock: Pick<Clock, 'elapsedMs' | 'after'>
  readonly log: Log
  readonly dataDir: string
}

/** A window that is being moved is written down once it is at rest. */
const REST_MS = 1_000

/** Opens the counter's window and keeps it. Rejects where its page does not load. */
export async function openCounterWindow(options: CounterWindowOptions): Promise<void> {
  const { core, windows } = options
  const path = join(options.dataDir, 'window.json')
  const kept = readPlaces(path)
  const { bounds, isMaximized, least } = placeCounter(
    kept,
    screen.getAllDisplays(),
    screen.getPrimaryDisplay().id,
  )
  const asked = await core.dispatch('app.snapshot', {})
  const settings = asked.ok ? snapshotSchema.safeParse(asked.value).data?.settings : undefined
  let made: BrowserWindow | undefined
  core.onEvent(({ event }) => {
    if (event.kind === 'settings-changed') made?.setFullScreen(event.settings.fullScreen)
  })
  await windows.openCounter({
    looks: { ...bounds, ...least },
    onMade(window) {
      made = window
      window.once('closed', () => {
        made = undefined
      })
      careForPage(window, options)
      rememberPlace(window, kept, path, options)
      keepOnScreen(window)
    },
    show(window) {
      if (isMaximized) window.maximize()
      window.show()
      if (settings?.fullScreen) window.setFullScreen(true)
    },
  })
}

/** What cannot be read was nowhere. */
function readPlaces(path: string): KeptPlaces {
  try {
    const read = readJsonFile(readFileSync(path, 'utf8'), keptPlacesSchema)
    return read.ok ? read.value : []
  } catch {
    return []
  }
}

function rememberPlace(
  window: BrowserWindow,
  before: KeptPlaces,
  path: string,
  { clock, log }: Pick<CounterWindowOptions, 'clock' | 'log'>,
): void {
  let kept = before
  let stopWaiting: (() => void) | undefined

  const remember = () => {
    stopWaiting?.()
    stopWaiting = undefined
    // Over the whole screen it is by the setting, and minimised nowhere.
    if (window.isDestroyed() || window.isFullScreen() || window.isMinimized()) return
    const { id } = screen.getDisplayMatching(window.getBounds())
    kept = keepPlace(kept, id, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() })
    try {
      writeDurably(path, JSON.stringify(kept))
    } catch (fault) {
      log.write('warn', 'the place of the window could not be kept', { fault: String(fault) })
    }
  }
  const rest = () => {
    stopWaiting?.()
    stopWaiting = clock.after(REST_MS, remember)
  }
  window.on('move', rest)
  window.on('resize', rest)
  window.on('maximize', rest)
  window.on('unmaximize', rest)
  window.on('close', remember)
}

/** A screen that is unplugged, or that shows less than before, leaves no part of the counter out of sight. */
function keepOnScreen(window: BrowserWindow): void {
  const comeBack = () => {
    if (window.isDestroyed() || window.isMaximized() || window.isFullScreen()) return
    const bounds = window.getBounds()
    const fitting = fitInto(bounds, screen.getDisplayMatching(bounds).workArea)
    if (JSON.stringify(fitting) !== JSON.stringify(bounds)) window.setBounds(fitting)
  }
  screen.on('display-removed', comeBack)
  screen.on('display-metrics-changed', comeBack)
  window.once('closed', () => {
    screen.off('display-removed', comeBack)
    screen.off('display-metrics-changed', comeBack)
  })
}

// The page is kept alive: one that crashed, or that does not respond for a while, is loaded again. What was in hand the new
// page asks the journal for (renderer/features/sell/in-hand.ts). Invariant: no sale is touched, and the page is never given
// up: there is no counter without one.

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
      // Its crash is handled like any other.
      if (!window.isDestroyed()) page.forcefullyCrashRenderer()
    })
  })
  page.on('responsive', answersAgain)
}
