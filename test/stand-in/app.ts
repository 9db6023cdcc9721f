/// <reference types="electron" />
/**
 * `app`: paths, the single-instance lock, readiness and the end.
 *
 * Invariant: as in Electron, `exit` ends at once with its code and asks nobody, `quit` can be prevented, and the end of
 * the last window is emitted but ends nothing by itself.
 */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../tasks/setup.mjs'
import type { Browsers } from './browsers.ts'
import { createEvent } from './event.ts'
import { takeLock } from './lock.ts'
import type { StandInOptions } from './options.ts'

type PathName = Parameters<Electron.App['getPath']>[0]

const name = 'comptoir'
const { COMPTOIR_STAND_IN_APP: packedApp } = process.env
const appPath = packedApp ?? root
const { version }: { version: string } = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8'))

export type StandInApp = ReturnType<typeof createApp>['app']

export function createApp(browsers: Browsers, { switches: given }: Pick<StandInOptions, 'switches'>) {
  const events = new EventEmitter()
  const ready = Promise.withResolvers<void>()
  const paths = new Map<string, string>()
  const switches = readSwitches(process.argv.slice(2))
  let isEnding = false
  let freeLock: (() => void) | undefined

  const part = {
    isPackaged: packedApp !== undefined,
    getName: () => name,
    getVersion: () => version,
    getAppPath: () => appPath,
    getPath: (path: PathName) => paths.get(path) ?? defaultPath(path),
    setPath: (path: string, value: string) => void paths.set(path, value),
    commandLine: {
      hasSwitch: (asked: string) => switches.has(asked),
      getSwitchValue: (asked: string) => switches.get(asked) ?? '',
      appendSwitch: (name: string, value?: string) =>
        void given.push(value === undefined ? `--${name}` : `--${name}=${value}`),
    } satisfies Partial<Electron.CommandLine>,
    enableSandbox() {
      // Electron's helper processes abort.
      if (switches.has('no-sandbox')) throw new Error('--no-sandbox was given, and the sandbox is asked for')
    },
    setAppUserModelId: () => undefined,
    whenReady: () => ready.promise,
    requestSingleInstanceLock() {
      freeLock ??= takeLock(part.getPath('userData'))
      return freeLock !== undefined
    },
    quit() {
      const event = createEvent()
      events.emit('before-quit', event)
      if (!event.defaultPrevented) part.exit(0)
    },
    exit(code = 0) {
      if (isEnding) return
      isEnding = true
      events.emit('quit', createEvent(), code)
      freeLock?.()
      void browsers.close().finally(() => process.exit(code))
    },
  } satisfies Partial<Omit<Electron.App, 'commandLine'>> & { commandLine: Partial<Electron.CommandLine> }

  /** Rejects where the browser does not start. */
  const becomeReady = async () => {
    // A shell that has asked for its end while it was loaded never becomes ready.
    if (isEnding) return
    ready.resolve()
    events.emit('ready', createEvent(), {})
    await browsers.readCdpUrl()
  }
  return { app: Object.assign(events, part), becomeReady }
}

/** The switches of a command line by their names, in Chromium's way. */
const readSwitches = (args: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    args.flatMap((argument) => {
      const [, name, value = ''] = /^--([^=]+)=?(.*)$/.exec(argument) ?? []
      return name === undefined ? [] : [[name, value] as const]
    }),
  )

function defaultPath(path: PathName): string {
  const { XDG_CONFIG_HOME: config = join(homedir(), '.config') } = process.env
  if (path === 'userData') return join(config, name)
  if (path === 'appData') return config
  if (path === 'temp') return tmpdir()
  if (path === 'documents' || path === 'downloads' || path === 'home') return homedir()
  throw new Error(`the stand-in knows no path '${path}'`)
}
