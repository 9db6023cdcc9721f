/** Joins the parts once Electron is ready: training service, ports, core, origin, commands, windows, in that order. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { proxyOfEnvironment } from '#core/api/addresses.ts'
import { createCounter } from '#core/counter.ts'
import type { Clock, Log } from '#core/ports.ts'
import { readUpdateSource } from '#core/updates/update-line.ts'
import { startTrainingService } from '#training/service.ts'
import { serveApp } from './app-protocol.ts'
import { createClock, createRefSource } from './clock.ts'
import { openCounterWindow } from './counter-window.ts'
import { createClipboard, createDesktop, createShield, watchPower } from './desktop.ts'
import { hostDisplay } from './display-host.ts'
import { createOutside, type LinkOpener } from './external-links.ts'
import { hostCommands } from './ipc-host.ts'
import { createVaults } from './key-vault.ts'
import type { Overrides } from './overrides.ts'
import { createConfirm } from './question.ts'
import type { OrderedQuit } from './quit.ts'
import { createSystemPrinter } from './system-printer.ts'
import { createTextFiles } from './text-files.ts'
import { createInstaller } from './updater.ts'
import { lockDownSession } from './web-guard.ts'
import { createWindows } from './windows.ts'

export interface OpenOptions {
  readonly dataDir: string
  readonly overrides: Overrides
  readonly log: Log
  readonly quit: OrderedQuit
  readonly links: Pick<LinkOpener, 'openMessage'>
}

/** Opens the counter in the account that was open last, training at first. Rejects where a part cannot be opened. */
export async function openCounter({ dataDir, overrides, log, quit, links }: OpenOptions): Promise<void> {
  const { beforeExit, endNow } = quit
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const clock = createClock(overrides.clockSpeed)
  const training = await findService({ dataDir, overrides, quit, clock })

  const windows = createWindows(join(import.meta.dirname, '../preload/index.cjs'))
  const { updatesFile } = overrides
  const updates = readUpdateSource(updatesFile && JSON.parse(readFileSync(updatesFile, 'utf8')))
  const installer = createInstaller(dataDir, quit, log)
  const counter = createCounter(
    { dataDir, training, proxy: proxyOfEnvironment(process.env), version: app.getVersion(), updates },
    {
      ...(installer && { installer }),
      clock,
      refs: createRefSource(clock),
      ...createVaults(log),
      clipboard: createClipboard(),
      confirm: createConfirm(windows),
      shieldScreen: createShield(windows, clock),
      desktop: createDesktop(windows),
      files: createTextFiles(windows),
      outside: createOutside(windows, links),
      printer: createSystemPrinter(windows, log),
      log,
    },
  )
  beforeExit(
    () => counter.stop(),
    () => counter.closeNow(),
  )

  lockDownSession()
  serveApp({
    rendererDir: join(import.meta.dirname, '../renderer'),
    readPage: (path) => counter.readPage(path),
  })
  hostCommands(counter, windows, log)
  watchPower((event) => counter.setPower(event), endNow)
  app.on('second-instance', () => windows.focusCounter())

  counter.start()
  await openCounterWindow({ core: counter, windows, clock, log, dataDir })
  await hostDisplay({ core: counter, windows, clock, log })
}

interface FindOptions extends Omit<OpenOptions, 'log' | 'links'> {
  readonly clock: Clock
}

/**
 * Training's addresses: the overrides where both are given, else those of the built-in training service, which goes by the
 * core's clock.
 */
async function findService({ dataDir, overrides, quit, clock }: FindOptions) {
  const { baseUrl, billUrl } = overrides
  if (baseUrl !== undefined && billUrl !== undefined) return { baseUrl, billUrl }
  const training = await startTrainingService({
    dataFile: join(dataDir, 'training-service.sqlite'),
    nowMs: clock.nowMs,
    practiceBalance: true,
  })
  quit.beforeExit(() => training.close())
  return { baseUrl: baseUrl ?? training.baseUrl, billUrl: billUrl ?? training.billUrl }
}
