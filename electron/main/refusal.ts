/** What a person is told where the counter cannot open: in a box of the system's, before the process ends. */
import { app, dialog } from 'electron'
import { exitCodes } from './commands.ts'

/** Said before any screen of ours can say it, so in all three languages at once. */
const cannotOpen = [
  'Comptoir ne peut pas s’ouvrir. Tout ce qui a été enregistré est conservé.',
  'تعذّر فتح Comptoir. كل ما سُجِّل محفوظ.',
  'Comptoir cannot be opened. Everything that was recorded is kept.',
].join('\n')

/**
 * Says why, and ends the process with `code`. On Linux a box before Electron is ready would be a line on standard error that nobody
 * in a shop sees: it waits until one can be drawn. Where that never comes Electron ends by itself.
 */
export async function refuse(
  why: string,
  code: number = exitCodes.notDone,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (platform === 'linux') await app.whenReady()
  dialog.showErrorBox('Comptoir', `${cannotOpen}\n\n${why}`)
  app.exit(code)
}
