/**
 * The two runtimes of the counter behind one face. Owns the starting of the app's process and its three ends: killed,
 * asked to quit, or left over by a spec that failed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { _electron, chromium, type Page } from '@playwright/test'
import { electronFlags, findElectron } from '../../tasks/electron.mjs'
import { findNode, root } from '../../tasks/setup.mjs'

export type Runtime = 'stand-in' | 'electron'

const openTimeoutMs = 30_000
const quitTimeoutMs = 15_000

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

async function launchStandIn({ env, saveDir }: LaunchOptions): Promise<RunningApp> {
  const child = spawn(findNode(), ['test/stand-in/run.ts', '--headless'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...ownEnv(), ...env, COMPTOIR_STAND_IN_SAVE_DIR: saveDir },
  })
  const { cdp } = await readReady(child)
  const browser = await chromium.connectOverCDP(cdp)
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('the stand-in has no window')
  return { page, ...endsOf(child) }
}

/** The line that the stand-in prints once its first window is shown. */
async function readReady(child: ChildProcess): Promise<{ readonly cdp: string }> {
  if (!child.stdout || !child.stderr) throw new Error('the stand-in was started without its pipes')
  let complaint = ''
  child.stderr.on('data', (bytes) => {
    complaint = `${complaint}${bytes}`.slice(-4000)
  })
  const signal = AbortSignal.timeout(openTimeoutMs)
  const ended = once(child, 'exit', { signal }).then(() => undefined)
  const line = once(createInterface(child.stdout), 'line', { signal }).then(([text]) => String(text))
  const first = await Promise.race([line, ended]).catch(() => undefined)
  if (first === undefined) {
    child.kill('SIGKILL')
    throw new Error(`the counter did not open:\n${complaint}`)
  }
  return JSON.parse(first)
}

async function launchElectron({ env, saveDir }: LaunchOptions): Promise<RunningApp> {
  const executablePath = findElectron()
  if (executablePath === undefined) throw new Error("Electron's runtime is not on this machine")
  const app = await _electron.launch({
    executablePath,
    args: [...electronFlags(), root],
    env: { ...ownEnv(), ...env },
    timeout: openTimeoutMs,
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
    dialog.showSaveDialog = async (...args: readonly unknown[]) => {
      const { defaultPath } = Object(args.at(-1))
      const name = String(defaultPath).split(/[\\/]/).at(-1)
      return { canceled: false, filePath: `${folder}/${name}` }
    }
  }, person)
  return { page: await app.firstWindow(), ...endsOf(app.process()) }
}

/** This process's environment without what would lead the counter elsewhere. */
function ownEnv(): Record<string, string> {
  const steering = /^COMPTOIR_(DATA_DIR|BASE_URL|BILL_URL)$/
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
