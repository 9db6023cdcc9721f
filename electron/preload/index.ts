/** The bridge between page and core, and nothing else: two functions on `window.comptoir`, both ends parse. */
import { contextBridge, ipcRenderer } from 'electron'
import { type Bridge, commandChannel, eventChannel } from '#shared/ipc/wire.ts'

const bridge: Bridge = {
  command: (name, input) => ipcRenderer.invoke(commandChannel, { name, input }),
  onEvent(listener) {
    const hear = (_event: unknown, message: unknown) => listener(message)
    ipcRenderer.on(eventChannel, hear)
    return () => {
      ipcRenderer.off(eventChannel, hear)
    }
  },
}

contextBridge.exposeInMainWorld('comptoir', bridge)
