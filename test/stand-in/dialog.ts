/// <reference types="electron" />
/**
 * `dialog` without a person: files are saved in COMPTOIR_STAND_IN_SAVE_DIR, which is the folder that is picked as well, the file that COMPTOIR_STAND_IN_OPEN_FILE names is
 * opened, or the person "changed their mind".
 */
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
    async showOpenDialog(
      ...args:
        | [options: Electron.OpenDialogOptions]
        | [window: Electron.BaseWindow, options: Electron.OpenDialogOptions]
    ) {
      const options = args.length === 1 ? args[0] : args[1]
      const { COMPTOIR_STAND_IN_OPEN_FILE: file, COMPTOIR_STAND_IN_SAVE_DIR: folder } = env
      const path = options.properties?.includes('openDirectory') ? folder : file
      return path ? { canceled: false, filePaths: [path] } : { canceled: true, filePaths: [] }
    },
    /** Answers as COMPTOIR_STAND_IN_ANSWER says, the number of a button; without it the person presses Escape. */
    async showMessageBox(
      ...args:
        | [options: Electron.MessageBoxOptions]
        | [window: Electron.BaseWindow, options: Electron.MessageBoxOptions]
    ) {
      const options = args.length === 1 ? args[0] : args[1]
      const { COMPTOIR_STAND_IN_ANSWER: answer } = env
      return { response: answer ? Number(answer) : (options.cancelId ?? 0), checkboxChecked: false }
    },
    showErrorBox(title: string, content: string) {
      process.stderr.write(`${title}: ${content}\n`)
    },
  } satisfies Partial<Electron.Dialog>
}
