/// <reference types="electron" />
/** `dialog` without a person: files are saved in COMPTOIR_STAND_IN_SAVE_DIR, or the person "changed their mind". */
import { basename, join } from 'node:path'

type Options = Electron.SaveDialogOptions

export function createDialog(env: Readonly<Record<string, string | undefined>>) {
  return {
    async showSaveDialog(...args: [options: Options] | [window: Electron.BaseWindow, options: Options]) {
      const options = args.length === 1 ? args[0] : args[1]
      const { COMPTOIR_STAND_IN_SAVE_DIR: folder } = env
      if (!folder) return { canceled: true, filePath: '' }
      return { canceled: false, filePath: join(folder, basename(options.defaultPath ?? 'untitled')) }
    },
    showErrorBox(title: string, content: string) {
      process.stderr.write(`${title}: ${content}\n`)
    },
  } satisfies Partial<Electron.Dialog>
}
