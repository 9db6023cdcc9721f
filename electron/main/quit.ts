/**
 * The ordered quit. Owns the list of what must be stopped, newest first, and the time it may take.
 *
 * Invariant: whatever asks for the end (the last window, the menu, SIGTERM, Ctrl-C, the system's shutdown), the stops
 * run once, and the process leaves with 0 when all of them were done in time and 1 when not.
 */
import { app } from 'electron'
import type { Log } from '#core/ports.ts'

const quitTimeoutMs = 8000

export type Stop = () => Promise<void>

export interface OrderedQuit {
  /** Adds a stop, run before those that were added earlier. */
  beforeExit(stop: Stop): void
}

/** Takes over every way to end. */
export function quitInOrder(log: Log): OrderedQuit {
  const stops: Stop[] = []
  let quitting = false

  const quit = async () => {
    if (quitting) return
    quitting = true
    const done = await Promise.race([stopAll(stops, log), timeOut(quitTimeoutMs)])
    if (!done) log.write('error', 'the counter did not stop in order', { quitTimeoutMs })
    app.exit(done ? 0 : 1)
  }

  app.on('before-quit', (event) => {
    event.preventDefault()
    void quit()
  })
  app.on('window-all-closed', () => void quit())
  process.on('SIGTERM', () => void quit())
  process.on('SIGINT', () => void quit())
  return { beforeExit: (stop) => void stops.unshift(stop) }
}

/** True when every stop was done. One that fails does not keep the others from running. */
async function stopAll(stops: readonly Stop[], log: Log): Promise<boolean> {
  let all = true
  for (const stop of stops) {
    try {
      await stop()
    } catch (fault) {
      all = false
      log.write('error', 'a part did not stop', { fault: String(fault) })
    }
  }
  return all
}

const timeOut = (timeoutMs: number) =>
  new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), timeoutMs)
  })
