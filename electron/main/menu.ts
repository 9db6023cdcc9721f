/** No menu: every action of the counter is on its screen, and Electron's default menu offers reload and developer tools. */
import { app, Menu } from 'electron'

/** Removes the default menu from packaged builds. macOS keeps its own, without which copy, paste and quit have no keys. */
export function removeMenu(): void {
  if (app.isPackaged && process.platform !== 'darwin') Menu.setApplicationMenu(null)
}
