/**
 * The `desktop` port: the system's own notifications, and whether the counter is in front. No decision is made here; a
 * system that shows none is asked for none.
 */
import { app, clipboard, Notification, powerMonitor } from 'electron'
import type { Clipboard, Clock, Desktop, Ports } from '#core/ports.ts'
import type { CounterWindows } from './windows.ts'

/**
 * The packaged counter's appId (electron-builder.yml): Windows shows notifications of a program that it knows by name. Under
 * it a development build would have Windows point the shop's shortcut in the Start menu at itself.
 */
const windowsId = 'dz.comptoir.counter'

export function createDesktop(
  windows: Pick<CounterWindows, 'readCounter' | 'focusCounter'>,
  platform: NodeJS.Platform = process.platform,
): Desktop {
  if (platform === 'win32' && app.isPackaged) app.setAppUserModelId(windowsId)
  return {
    isCounterInFront: () => windows.readCounter()?.isFocused() ?? false,
    bringToFront: () => windows.focusCounter(),
    onFront(listener) {
      const hear = (_event: unknown, window: unknown) => {
        if (window === windows.readCounter()) listener()
      }
      app.on('browser-window-focus', hear)
      return () => void app.off('browser-window-focus', hear)
    },
    notify({ title, body }, onEnd) {
      if (!Notification.isSupported()) return () => undefined
      const notification = new Notification({ title, body })
      let isOver = false
      const end = (how?: 'pressed' | 'gone') => {
        if (isOver) return
        isOver = true
        if (how !== undefined) onEnd(how)
      }
      notification.on('click', () => end('pressed'))
      notification.on('close', () => end('gone'))
      notification.on('failed', () => end('gone'))
      notification.show()
      return () => {
        end()
        notification.close()
      }
    },
  }
}

/** The `shieldScreen` port: Windows and macOS keep the counter's window out of pictures and recordings; Linux has no such way. */
export function createShield(
  windows: Pick<CounterWindows, 'readCounter'>,
  { after }: Pick<Clock, 'after'>,
): NonNullable<Ports['shieldScreen']> {
  let stopWaiting: (() => void) | undefined
  return (forMs) => {
    stopWaiting?.()
    windows.readCounter()?.setContentProtection(true)
    stopWaiting = after(forMs, () => windows.readCounter()?.setContentProtection(false))
  }
}

// The Clipboard port on Electron. What was taken is cleared in the same breath, in Linux's second clipboard too.

export const createClipboard = (): Clipboard => ({
  async take(isWanted) {
    const text = await clipboard.readText()
    if (!isWanted(text)) return text
    clipboard.clear()
    // Linux has it, and to mark a text is enough to put it there.
    const selection: Electron.Clipboard | undefined = clipboard.selection
    if ((await selection?.readText()) === text) selection?.clear()
    return text
  },
})

// The machine's sleep and its end, passed on: what was waiting is late when the machine wakes, not lost; and at its end nothing
// is waited for. Windows announces its end to windows alone, see quit.ts.

type PowerEvent = 'suspend' | 'resume'

/** Calls `setPower` at each suspend and resume, and `endNow` at the machine's end. To be called once Electron is ready. */
export function watchPower(setPower: (event: PowerEvent) => void, endNow: (why: string) => void): void {
  powerMonitor.on('suspend', () => setPower('suspend'))
  powerMonitor.on('resume', () => setPower('resume'))
  // Preventing it would cancel the person's log-out on a Mac.
  powerMonitor.on('shutdown', () => endNow('shutdown'))
}
