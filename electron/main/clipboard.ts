/** The Clipboard port on Electron. What was taken is cleared in the same breath, in Linux's second clipboard too. */
import { clipboard } from 'electron'
import type { Clipboard } from '#core/ports.ts'

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
