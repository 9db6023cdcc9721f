/** The host's end of Electron's wire, in Electron's place: what a page invokes comes to the handler that the shell set. */
import { createIpcMain } from '../stand-in/ipc-main.ts'

const ipc = createIpcMain()

export const { ipcMain } = ipc
export const { invoke } = ipc
