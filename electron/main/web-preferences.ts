/** What every window of ours has in common: no Node, no shared context, no way around the policy. */
import type { WebPreferences } from 'electron'

/**
 * The preferences of every window, the counter's and the printer's. What is Electron's default is said all the same: a
 * later version may think otherwise. Packaged builds have no developer tools: in front of a till they are a way to
 * press buttons that the screen does not show.
 */
export const safePreferences = (isPackaged: boolean) =>
  ({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    enableDeprecatedPaste: false,
    devTools: !isPackaged,
    spellcheck: false,
  }) as const satisfies WebPreferences
