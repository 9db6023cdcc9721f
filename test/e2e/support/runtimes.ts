/**
 * The two runtimes of the counter behind one face. Owns the starting of the app's process and its three ends: killed,
 * asked to quit, or left over by a spec that failed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { _electron, chromium, type Page } from '@playwright/test'
import { electronFlags, findElectron } from '../../tasks/electron.mjs'
import { findNode, root } from '../../tasks/setup.mjs'

export type Runtime = 'stand-in' | 'electron'

/** It takes a second or two; this is for a machine that has much else to do. */
const openTimeoutMs = 90_000
/** See `startStandIn`. */
const maxOpenings = 2
/** The steps of the browser's start are heard, so that a counter that does not open says how far it came. */
const browserSpeaks = { DEBUG: 'pw:browser,pw:api', DEBUG_COLORS: '0' }
const quitTimeoutMs = 60_000

export interface RunningApp {
  /** The counter's window. */
  readonly page: Page
  readonly pid: number
  /** Kills the app's process on the spot, as a power cut does. */
  kill(): Promise<void>
  /** Asks the app to end (SIGTERM) and waits for its exit code. Throws where it does not end. */
  quit(): Promise<number | null>
  /** Waits for the exit code of an app that ends by itself. Throws where it does not end. */
  waitForExit(): Promise<number | null>
}

export interface LaunchOptions {
  readonly env: Readonly<Record<string, string>>
  /** Where the save dialog "chooses" to save. */
  readonly saveDir: string
}

/** Why a runtime cannot be used on this machine, or undefined where it can. */
export const whyMissing = (runtime: Runtime): string | undefined =>
  runtime === 'electron' && findElectron() === undefined
    ? "Electron's runtime is not on this machine"
    : undefined

export const launch = (runtime: Runtime, options: LaunchOptions): Promise<RunningApp> =>
  runtime === 'electron' ? launchElectron(options) : launchStandIn(options)

async function launchStandIn(options: LaunchOptions): Promise<RunningApp> {
  const { child, cdp } = await startStandIn(options)
  const browser = await chromium.connectOverCDP(cdp)
  // The customer's display may be open already, and the browser lists its windows in any order.
  const page = browser
    .contexts()[0]
    ?.pages()
    .find((one) => new URL(one.url()).host.startsWith('counter.'))
  if (page === undefined) throw new Error('the stand-in has no window')
  return { page, ...endsOf(child) }
}

interface Started {
  readonly child: ChildProcess
  /** Where its browser is driven. */
  readonly cdp: string
}

/**
 * Opens the counter. On a machine that has much else to do, one in some hundreds neither opens nor ends in its time: it is
 * killed and opened once more, which the output reports with the last that was heard of it. Nothing else is tried again.
 */
async function startStandIn({ env, saveDir }: LaunchOptions): Promise<Started> {
  let said = ''
  for (let opening = 1; opening <= maxOpenings; opening += 1) {
    // A packaged counter does not start with the flags that Electron needs in development.
    const flags = env['COMPTOIR_STAND_IN_APP'] === undefined ? electronFlags() : []
    const child = spawn(findNode(), ['test/stand-in/run.ts', '--headless', ...flags], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...ownEnv(),
        ...env,
        ...browserSpeaks,
        COMPTOIR_STAND_IN_SAVE_DIR: saveDir,
      },
    })
    const opened = await readReady(child)
    if ('cdp' in opened) return { child, cdp: opened.cdp }
    said = opened.said
    if (opened.isEnded) break
    child.kill('SIGKILL')
    await once(child, 'exit')
    process.stdout.write(
      `the counter did not open within ${openTimeoutMs / 1000} s, try ${opening}:\n${said}\n`,
    )
  }
  throw new Error(`the counter did not open:\n${said}`)
}

type Opening = { readonly cdp: string } | { readonly isEnded: boolean; readonly said: string }

/** The line that the stand-in prints once its first window is shown; else whether it has ended, and what it complained of. */
async function readReady(child: ChildProcess): Promise<Opening> {
  if (!child.stdout || !child.stderr) throw new Error('the stand-in was started without its pipes')
  let said = ''
  child.stderr.on('data', (bytes) => {
    said = `${said}${bytes}`.slice(-4000)
  })
  const signal = AbortSignal.timeout(openTimeoutMs)
  const ended = once(child, 'exit', { signal }).then((): Opening => ({ isEnded: true, said }))
  const line = once(createInterface(child.stdout), 'line', { signal }).then(
    ([text]): Opening => JSON.parse(text),
  )
  return Promise.race([line, ended]).catch(() => ({ isEnded: false, said }))
}

async function launchElectron({ env, saveDir }: LaunchOptions): Promise<RunningApp> {
  const executablePath = findElectron()
  if (executablePath === undefined) throw new Error("Electron's runtime is not on this machine")
  const app = await _electron.launch({
    executablePath,
    args: [...electronFlags(), root],
    env: { ...ownEnv(), ...env },
    timeout: openTimeoutMs,
    // Playwright gives `--no-sandbox` otherwise, with which a counter in a shop does not run.
    chromiumSandbox: electronFlags().length === 0,
  })
  const person = { folder: saveDir, answer: env['COMPTOIR_STAND_IN_ANSWER'] }
  await app.evaluate(({ dialog, shell }, { folder, answer }) => {
    dialog.showMessageBox = async (...args: readonly unknown[]) => {
      const { cancelId = 0 } = Object(args.at(-1))
      return { response: answer === undefined ? cancelId : Number(answer), checkboxChecked: false }
    }
    shell.openExternal = async (url) => {
      process.getBuiltinModule('node:fs').appendFileSync(`${folder}/opened.txt`, `${url}\n`)
    }
    shell.showItemInFolder = (path) => {
      process.getBuiltinModule('node:fs').appendFileSync(`${folder}/shown.txt`, `${path}\n`)
    }
    dialog.showSaveDialog = async (...args: readonly unknown[]) => {
      const { defaultPath } = Object(args.at(-1))
      const name = String(defaultPath).split(/[\\/]/).at(-1)
      return { canceled: false, filePath: `${folder}/${name}` }
    }
  }, person)
  const page = await app.firstWindow()
  if (process.platform !== 'win32') return { page, ...endsOf(app.process()) }
  // Windows has a command line between, which neither hands a signal on nor takes the counter with it.
  const pid = await app.evaluate(() => process.pid)
  const { waitForExit } = endsOf(app.process())
  return {
    page,
    pid,
    waitForExit,
    async kill() {
      spawnSync('taskkill', ['/T', '/F', '/PID', String(pid)])
      await waitForExit()
    },
    quit() {
      // The counter ends before it can answer.
      app.evaluate((electron) => electron.app.quit()).catch(() => {})
      return waitForExit()
    },
  }
}

/** This process's environment without what would lead the counter elsewhere. */
function ownEnv(): Record<string, string> {
  const steering = /^COMPTOIR_(DATA_DIR|BASE_URL|BILL_URL|CLOCK_SPEED)$/
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || steering.test(name) ? [] : [[name, value] as const],
  )
  return Object.fromEntries(kept)
}

function endsOf(child: ChildProcess): Omit<RunningApp, 'page'> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const waitForExit = async () => {
    if (!hasEnded()) await once(child, 'exit', { signal: AbortSignal.timeout(quitTimeoutMs) })
    return child.exitCode
  }
  return {
    pid: child.pid ?? 0,
    waitForExit,
    async kill() {
      child.kill('SIGKILL')
      await waitForExit()
    },
    quit() {
      child.kill('SIGTERM')
      return waitForExit()
    },
  }
}
