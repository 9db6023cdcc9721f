/**
 * The built window in a Chromium of its own, over a bridge whose answers are a table: every state of every screen can be
 * stood in front of a test without the service that would lead there. What is drawn is the product's own bundle.
 *
 * Invariant: the bundle is read once, whole; a page is given nothing but its table and the events that are sent to it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Browser, chromium, type Page, type Route } from 'playwright-core'
import type { AppError } from '#shared/app-error.ts'
import type { CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import type { AppEvent } from '#shared/ipc/wire.ts'
import { findWindowless, root } from '../tasks/setup.mjs'

/** What a command answers: as the core would, or never. */
export type CommandAnswer<Name extends CommandName> =
  | { readonly ok: true; readonly value: CommandOutput<Name> }
  | { readonly ok: false; readonly error: AppError }
  | 'never'

/** A command that is not in it answers `internal`. */
export type Answers = { readonly [Name in CommandName]?: CommandAnswer<Name> }

export interface WindowSize {
  readonly width: number
  readonly height: number
  /** Pixels to a CSS pixel: 2 for a window at 200 %. */
  readonly scale: number
}

export interface WindowPage {
  readonly page: Page
  /** What the page complained of: faults that nothing caught, and the console's errors. */
  readonly faults: readonly string[]
  /** Sends numbered events, in their order, and waits until the window has drawn them. */
  send(first: number, events: readonly AppEvent[]): Promise<void>
  /** The commands that the window has sent, in their order. */
  asked(): Promise<readonly string[]>
  close(): Promise<void>
}

const origin = 'https://counter.invalid'
const pathOfWindow = { counter: '/', display: '/display.html' } as const
const builtDir = join(root, 'out', 'renderer')
/** As strict as the counter's own pages (electron/main/app-protocol.ts) in all that changes how they are drawn. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; frame-src 'self'"

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

export async function launchChromium(): Promise<Browser> {
  const executablePath = findWindowless()
  if (executablePath === undefined) throw new Error('No Chromium is installed')
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
}

/** The pages that the core serves beside the window's own, by their path; undefined where there is none. */
export type ReadPage = (
  path: string,
) => { readonly contentType: string; readonly body: string | Buffer } | undefined

/** The counter's own window, or the customer's display. */
export type WindowName = keyof typeof pathOfWindow

/** What a page of an earlier time has kept. */
export type Kept = Readonly<Record<string, string>>

export interface WindowMaker {
  /**
   * Opens the window with this table, at this moment of the clock; `kept` is all that the page's own storage holds then. No
   * window shares its storage with another.
   */
  open(answers: Answers, nowMs: number, window?: WindowName, kept?: Kept): Promise<WindowPage>
}

export function createWindowMaker(
  browser: Browser,
  { width, height, scale }: WindowSize,
  readPage: ReadPage = () => undefined,
): WindowMaker {
  const route = serve(readBuilt(), readPage)
  return {
    async open(answers, nowMs, name = 'counter', kept = {}) {
      const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale })
      await context.route('**/*', route)
      const page = await context.newPage()
      return {
        ...(await openWindow(page, answers, nowMs, pathOfWindow[name], kept)),
        close: () => context.close(),
      }
    },
  }
}

async function openWindow(
  page: Page,
  answers: Answers,
  nowMs: number,
  path: string,
  kept: Kept,
): Promise<Omit<WindowPage, 'close'>> {
  const faults: string[] = []
  page.on('pageerror', (fault) => faults.push(String(fault)))
  page.on('console', (line) => {
    if (line.type() === 'error') faults.push(line.text())
  })
  await page.clock.setFixedTime(nowMs)
  await page.addInitScript(putBridge, answers)
  await page.addInitScript((all) => {
    for (const [key, text] of Object.entries(all)) localStorage.setItem(key, text)
  }, kept)
  await page.goto(`${origin}${path}`)
  return {
    page,
    faults,
    send: (first, events) => page.evaluate(sendEvents, { first, events }),
    asked: () => page.evaluate(() => Reflect.get(window, 'asked')),
  }
}

/** Runs in the page, before anything of ours. */
function putBridge(table: Readonly<Record<string, unknown>>): void {
  const listeners = new Set<(event: unknown) => void>()
  const answers = { ...table }
  const asked: string[] = []
  const publish = (event: unknown): void => {
    for (const listener of listeners) listener(event)
  }
  const comptoir = {
    command: async (name: string) => {
      asked.push(name)
      const answer = answers[name] ?? { ok: false, error: { kind: 'internal' } }
      return answer === 'never' ? new Promise(() => {}) : structuredClone(answer)
    },
    onEvent: (listener: (event: unknown) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  Object.assign(window, { answers, asked, publish, comptoir })
}

/** Runs in the page. */
async function sendEvents({ first, events }: { first: number; events: readonly unknown[] }): Promise<void> {
  for (const [place, event] of events.entries())
    Reflect.get(window, 'publish')({ sequence: first + place, event })
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

type Built = ReadonlyMap<string, Buffer>

function readBuilt(): Built {
  const names = readdirSync(builtDir, { recursive: true, encoding: 'utf8', withFileTypes: true })
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  return new Map(
    files.map((path) => [`/${path.slice(builtDir.length + 1).replaceAll('\\', '/')}`, readFileSync(path)]),
  )
}

const serve = (built: Built, readPage: ReadPage) => async (route: Route) => {
  const { pathname } = new URL(route.request().url())
  const path = pathname === '/' ? '/index.html' : pathname
  const file = built.get(path)
  const headers = { 'Content-Security-Policy': policy }
  const contentType = contentTypes[extname(path)] ?? 'application/octet-stream'
  if (file) return route.fulfill({ body: file, contentType, headers })
  const page = readPage(path)
  return page ? route.fulfill({ ...page, headers }) : route.fulfill({ status: 404, body: '' })
}
