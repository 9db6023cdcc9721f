/**
 * The customer's display as the shell keeps it: joins where the shop wants it, the screens that are there and the window.
 * Owns when it is opened and closed. Invariants: it never fills the counter's screen; one that a person has closed stays closed
 * until the setting or the screens change; a page that crashes is opened again once, and not a second time for a while.
 */
import { app, screen } from 'electron'
import type { Counter } from '#core/counter.ts'
import type { Clock, Log } from '#core/ports.ts'
import { commands } from '#shared/ipc/commands.ts'
import type { DisplayPlace } from '#shared/views.ts'
import {
  displayLooks,
  isSamePlace,
  type PlaceOnScreens,
  placeDisplay,
  placesWindows,
  reopensAfterCrash,
} from './display-place.ts'
import type { CounterWindows } from './windows.ts'

export interface DisplayHostOptions {
  readonly core: Pick<Counter, 'dispatch' | 'onEvent'>
  readonly windows: Pick<CounterWindows, 'openDisplay' | 'closeDisplay' | 'readCounter'>
  readonly clock: Pick<Clock, 'elapsedMs'>
  readonly log: Log
}

const nowhere: PlaceOnScreens = { kind: 'nowhere' }

/** Opens the display where there is a place for it, and keeps it there. To be called once the counter's window is open. */
export async function hostDisplay({ core, windows, clock, log }: DisplayHostOptions): Promise<void> {
  let wanted: DisplayPlace = 'off'
  let taken = nowhere
  let lastCrashMs: number | null = null
  const { platform, env } = process
  const isPlaced = placesWindows(platform, env, app.commandLine.getSwitchValue('ozone-platform'))

  function arrange(): void {
    const counter = windows.readCounter()
    if (!counter) return
    const counterScreen = screen.getDisplayMatching(counter.getBounds())
    const place = placeDisplay(wanted, screen.getAllDisplays(), counterScreen.id, isPlaced)
    if (isSamePlace(place, taken)) return
    taken = place
    windows.closeDisplay()
    open()
  }

  function open(): void {
    if (taken.kind === 'nowhere') return
    windows.openDisplay(displayLooks(taken, platform), reopenAfterCrash).catch((fault: unknown) => {
      log.write('warn', 'the customer display did not load', { fault: String(fault) })
    })
  }

  /** The place stays taken by a display that a person has closed, so that only a change brings it back. */
  function reopenAfterCrash(why: 'closed' | 'crashed'): void {
    if (why === 'closed') return
    const nowMs = clock.elapsedMs()
    const isReopened = reopensAfterCrash(lastCrashMs, nowMs)
    log.write('error', 'the page of the customer display has died', { isReopened })
    lastCrashMs = nowMs
    windows.closeDisplay()
    if (isReopened) open()
  }

  core.onEvent(({ event }) => {
    if (event.kind !== 'display-changed' || event.view.place === wanted) return
    wanted = event.view.place
    arrange()
  })
  screen.on('display-added', arrange)
  screen.on('display-removed', arrange)
  screen.on('display-metrics-changed', arrange)
  windows.readCounter()?.on('move', arrange)

  const asked = await core.dispatch('display.read', {})
  const read = asked.ok ? commands['display.read'].output.safeParse(asked.value) : undefined
  wanted = read?.data?.view.place ?? wanted
  arrange()
}
