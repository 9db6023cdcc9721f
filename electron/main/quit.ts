/**
 * The ordered quit, and the end that the system makes of a session. Owns the list of what must be stopped, newest first, and
 * the time it may take.
 *
 * Invariant: whatever asks for the end (the last window, the menu, SIGTERM, Ctrl-C), the stops run once, and the process leaves
 * with 0 when all of them were done in time and 1 when not. A system that ends the session waits for no promise: what can be
 * done at once is done before its event returns.
 */
import { app } from 'electron'
import type { Log } from '#core/ports.ts'

const quitTimeoutMs = 8000

export type Stop = () => Promise<void>

export interface OrderedQuit {
  /** Adds a stop, run before those that were added earlier; `now` is what has to be done of it where nobody waits. */
  beforeExit(stop: Stop, now?: () => void): void
  /** What is done last, once every stop was done in time, and not otherwise. */
  afterAll(last: () => Promise<void>): void
  /** Does all that cannot wait, and ends the process: the system is about to. */
  endNow(why: string): void
}

/** Takes over every way to end. */
export function quitInOrder(log: Log): OrderedQuit {
  const stops: { readonly stop: Stop; readonly now: (() => void) | undefined }[] = []
  let quitting = false
  let isOver = false
  let last: () => Promise<void> = async () => undefined

  const quit = async () => {
    if (quitting) return
    quitting = true
    const done = await Promise.race([stopAll(stops, log), timeOut(quitTimeoutMs)])
    if (!done) log.write('error', 'the counter did not stop in order', { quitTimeoutMs })
    // Whoever ends the program from here on is let.
    isOver = true
    if (done)
      await last().catch((fault: unknown) =>
        log.write('error', 'the last was not done', { fault: String(fault) }),
      )
    app.exit(done ? 0 : 1)
  }

  const endNow = (why: string) => {
    if (isOver) return
    isOver = true
    quitting = true
    const startedAtMs = performance.now()
    for (const { now } of stops) {
      try {
        now?.()
      } catch (fault) {
        log.write('error', 'a part did not stop', { fault: String(fault) })
      }
    }
    const tookMs = Math.round(performance.now() - startedAtMs)
    log.write('info', 'the session has ended: closed at once', { why, tookMs })
    // Windows ends the process as soon as its event returns; elsewhere nobody does.
    setImmediate(() => app.exit(0))
  }

  app.on('before-quit', (event) => {
    if (isOver) return
    event.preventDefault()
    void quit()
  })
  app.on('browser-window-created', (_event, window) => {
    // A question to every program: any of them may still refuse, and the counter goes on.
    window.on('query-session-end', ({ reasons }) =>
      log.write('info', 'the session is about to end', { reasons: reasons.join(' ') }),
    )
    window.on('session-end', ({ reasons }) => endNow(reasons.join(' ')))
  })
  app.on('window-all-closed', () => void quit())
  process.on('SIGTERM', () => void quit())
  process.on('SIGINT', () => void quit())
  return {
    beforeExit: (stop, now) => void stops.unshift({ stop, now }),
    afterAll(work) {
      last = work
    },
    endNow,
  }
}

/** True when every stop was done. One that fails does not keep the others from running. */
async function stopAll(stops: readonly { readonly stop: Stop }[], log: Log): Promise<boolean> {
  let all = true
  for (const { stop } of stops) {
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
