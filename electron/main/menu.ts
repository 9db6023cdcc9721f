/** No menu: every action of the counter is on its screen, and Electron's default menu offers reload and developer tools. */
import { app, Menu } from 'electron'

/**
 * Removes the default menu from packaged builds. macOS keeps the menus without which copy, paste and quit have no keys;
 * the one with reload and developer tools goes there as well.
 */
export function removeMenu(): void {
  if (!app.isPackaged) return
  const kept = [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }] as const
  Menu.setApplicationMenu(process.platform === 'darwin' ? Menu.buildFromTemplate([...kept]) : null)
}
