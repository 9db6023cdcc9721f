/**
 * The `desktop` port: the system's own notifications, and whether the counter is in front. No decision is made here; a
 * system that shows none is told nothing.
 */
import { app, Notification } from 'electron'
import type { Desktop } from '#core/ports.ts'
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
