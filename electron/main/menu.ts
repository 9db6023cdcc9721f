/** No menu: every action of the counter is on its screen, and Electron's default menu offers reload and developer tools. */
import { Menu } from 'electron'

/**
 * Removes the default menu, in development as well: its keys close and reload a counter that may be selling. macOS keeps the menus without which copy, paste and quit have no keys;
 * the one with reload and developer tools goes there as well.
 */
export function removeMenu(): void {
  const kept = [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }] as const
  Menu.setApplicationMenu(process.platform === 'darwin' ? Menu.buildFromTemplate([...kept]) : null)
}
