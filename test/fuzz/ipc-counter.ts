/** The whole counter behind the shell's own IPC host: what a page can reach, and what is published to it. */
import { onTestFinished } from 'vitest'
import { appOrigin, commandChannel, displayOrigin } from '#shared/ipc/wire.ts'
import { hostCommands } from '../../electron/main/ipc-host.ts'
import { keepLog } from '../support/api-client.ts'
import { fastClock } from '../support/clock.ts'
import { until } from '../support/core.ts'
import { startServiceForTest } from '../support/service-hooks.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openCounter } from './counter.ts'
import { invoke, ipcMain } from './electron-end.ts'

/** Orders end at once: what is fuzzed is the host. */
const SERVICE_SPEED = 1_000
/** In real time: a review is confirmed, or expires, while other messages come in. */
const PACE = 30

const pageAt = (origin: string) => ({ url: `${origin}/`, origin, parent: null })
const [counterWindow, displayWindow] = [{}, {}]
/** Who may be at the page's end of the wire: each window's own page, a frame within one, another origin's page, and nobody's. */
const senders = {
  counter: { sender: counterWindow, senderFrame: pageAt(appOrigin) },
  display: { sender: displayWindow, senderFrame: pageAt(displayOrigin) },
  frame: { sender: counterWindow, senderFrame: { ...pageAt(appOrigin), parent: pageAt(appOrigin) } },
  foreign: { sender: counterWindow, senderFrame: pageAt('https://example.com') },
  stranger: { sender: {}, senderFrame: pageAt(appOrigin) },
} as const
export type FromWhere = keyof typeof senders

export interface IpcCounter {
  readonly dataDir: string
  readonly service: Awaited<ReturnType<typeof startServiceForTest>>
  /** Every event that the windows were sent. */
  readonly published: readonly unknown[]
  /** As the page's own `window.comptoir.command`, without the preload's typing. */
  send(message: unknown, from?: FromWhere): Promise<unknown>
  stop(): Promise<void>
}

/** Opens it in training; selling is open when it answers. */
export async function openIpcCounter(): Promise<IpcCounter> {
  const clock = fastClock(PACE)
  const service = await startServiceForTest({ nowMs: clock.nowMs, speed: SERVICE_SPEED })
  const dataDir = temporaryFolder()
  const counter = openCounter({ clock, service, dataDir })
  const published: unknown[] = []
  const windows = {
    roleOf: (contents: object) =>
      contents === counterWindow
        ? ('counter' as const)
        : contents === displayWindow
          ? ('display' as const)
          : undefined,
    broadcast: (_channel: string, event: unknown) => void published.push(structuredClone(event)),
  }
  hostCommands(counter, windows, keepLog())
  // Where a test fails the next one is hosted all the same.
  onTestFinished(() => ipcMain.removeHandler(commandChannel))
  const send = async (message: unknown, from: FromWhere = 'counter') =>
    structuredClone(await invoke(senders[from], commandChannel, [message]))
  counter.start()
  await until('selling is open', async () => {
    const reply = await send({ name: 'app.snapshot', input: {} })
    return Object(reply).value.status.selling.open
  })
  return { dataDir, service, published, send, stop: counter.stop }
}
