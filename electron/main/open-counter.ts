/** Joins the parts once Electron is ready: training service, ports, core, origin, commands, window, in that order. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { proxyOfEnvironment } from '#core/api/proxy.ts'
import { createCore } from '#core/create-core.ts'
import type { Log } from '#core/ports.ts'
import { startTrainingService } from '#training/service.ts'
import { serveApp } from './app-protocol.ts'
import { createClock, createRefSource } from './clock.ts'
import { hostCommands } from './ipc-host.ts'
import { createTrainingVault } from './key-vault.ts'
import type { Overrides } from './overrides.ts'
import { watchPower } from './power.ts'
import type { OrderedQuit } from './quit.ts'
import { createSystemPrinter } from './system-printer.ts'
import { lockDownSession } from './web-guard.ts'
import { createWindows } from './windows.ts'

export interface OpenOptions {
  readonly dataDir: string
  readonly overrides: Overrides
  readonly log: Log
  readonly beforeExit: OrderedQuit['beforeExit']
}

/** Opens the counter in training mode. Rejects where a part cannot be opened. */
export async function openCounter({ dataDir, overrides, log, beforeExit }: OpenOptions): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const service = await findService(dataDir, overrides, beforeExit)

  const windows = createWindows(join(import.meta.dirname, '../preload/index.cjs'))
  const clock = createClock()
  const core = createCore(
    {
      ...{ dataDir, environment: 'training', account: 'training', ...service },
      proxy: proxyOfEnvironment(process.env),
    },
    {
      clock,
      refs: createRefSource(clock),
      keyVault: createTrainingVault(),
      printer: createSystemPrinter(windows, log),
      log,
    },
  )
  beforeExit(() => core.stop())

  lockDownSession()
  serveApp({ rendererDir: join(import.meta.dirname, '../renderer'), readPage: (path) => core.readPage(path) })
  hostCommands(core, windows, log)
  watchPower((event) => core.setPower(event))
  app.on('second-instance', () => windows.focusCounter())

  core.start()
  await windows.openCounter()
}

/** The service's addresses: the overrides where both are given, else those of the built-in training service. */
async function findService(dataDir: string, overrides: Overrides, beforeExit: OrderedQuit['beforeExit']) {
  const { baseUrl, billUrl } = overrides
  if (baseUrl !== undefined && billUrl !== undefined) return { baseUrl, billUrl }
  const training = await startTrainingService({ dataFile: join(dataDir, 'training-service.sqlite') })
  beforeExit(() => training.close())
  return { baseUrl: baseUrl ?? training.baseUrl, billUrl: billUrl ?? training.billUrl }
}
