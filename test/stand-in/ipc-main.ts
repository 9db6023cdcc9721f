/// <reference types="electron" />
/** `ipcMain.handle`, and the pages' end of it: which handler answers, and how many answers are still owed. */

/** What the host knows of the frame that asks: the fields of Electron's event that the shell may read. */
export interface Sender {
  readonly sender: object
  readonly senderFrame: SenderFrame
}
export interface SenderFrame {
  readonly url: Electron.WebFrameMain['url']
  readonly origin: Electron.WebFrameMain['origin']
  readonly parent: SenderFrame | null
}
type Handler = (event: Sender, ...args: unknown[]) => unknown

export type StandInIpc = ReturnType<typeof createIpcMain>

export function createIpcMain() {
  const handlers = new Map<string, Handler>()
  let made = 0
  let waiting = 0

  const ipcMain = {
    handle(channel: string, handler: Handler) {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
      handlers.set(channel, handler)
    },
    removeHandler: (channel: string) => void handlers.delete(channel),
  } satisfies Partial<Record<keyof Electron.IpcMain, unknown>>

  return {
    ipcMain,
    async invoke(sender: Sender, channel: string, args: readonly unknown[]): Promise<unknown> {
      const handler = handlers.get(channel)
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      made += 1
      waiting += 1
      try {
        return await handler(sender, ...args)
      } finally {
        waiting -= 1
      }
    },
    /** How many invokes were made so far, and how many wait for their answer. */
    readTraffic: () => ({ made, waiting }),
  }
}
