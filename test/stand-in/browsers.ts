/**
 * The Chromium behind the windows. Owns its process, its profile and its end.
 *
 * Invariant: Chromium hangs on this process's pipe, so it ends with it even when it is killed; the profile is new at each
 * start and is removed at an orderly end. Nothing that is not served by the app's own protocol reaches a network.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { findChromium, SetupError } from '../tasks/setup.mjs'
import type { StandInOptions } from './options.ts'
import type { RequestServer } from './protocol.ts'

const closeTimeoutMs = 3000
const emptyPage = 'about:blank'

const flags = [
  // A window of the page alone: the browser's own bars are a page of theirs, which costs a process.
  '--app=data:text/html,<title>Comptoir</title>',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--remote-debugging-port=0',
  // No bar over the page says that a switch is not supported.
  '--test-type',
]

/** Electron throttles the pages of windows that nobody sees, and what a page floods the shell with. */
const untamed = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-ipc-flooding-protection',
]

/** No bar over the page offers to translate it. */
const preferencesOf = ({ webRtcPolicy }: StandInOptions) => ({
  translate: { enabled: false },
  webrtc: { ip_handling_policy: webRtcPolicy },
})

type LaunchOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>

interface Browser {
  readonly context: BrowserContext
  newPage(): Promise<Page>
  readonly profileDir: string
  /** The page Chromium began with, until a window takes it. */
  first: Page | undefined
}

export interface Browsers {
  /** A new empty page, which is a window's from now on: in the browser that people see, or in one that they do not. */
  openPage(isShown: boolean): Promise<Page>
  /** Where a test connects to the browser that people see. */
  readCdpUrl(): Promise<string>
  close(): Promise<void>
}

/**
 * Launches the browser that people see once a page is wanted, with what the shell has said of it by then, and a second, headless
 * one only where a hidden page needs it.
 */
export function launchBrowsers(options: StandInOptions, served: RequestServer): Browsers {
  const wanted = Promise.withResolvers<void>()
  let isWanted = false
  // Contents are announced, and given their rules, once they were made.
  const seen = wanted.promise
    .then(() => new Promise(setImmediate))
    .then(() => launch(options.headless, served, options))
  // Whoever needs the browser first reports its fault; nobody may be waiting yet.
  seen.catch(() => {})
  let unseen = options.headless ? seen : undefined
  const all = () => (isWanted ? [seen, unseen] : []).filter((one) => one !== undefined)

  return {
    async openPage(isShown) {
      isWanted = true
      wanted.resolve()
      if (!isShown) unseen ??= launch(true, served, options)
      const browser = await (isShown ? seen : (unseen ?? seen))
      const page = browser.first ?? (await browser.newPage())
      browser.first = undefined
      return page
    },
    async readCdpUrl() {
      const { profileDir } = await seen
      const [port] = readFileSync(join(profileDir, 'DevToolsActivePort'), 'utf8').split('\n')
      return `http://127.0.0.1:${port}`
    },
    async close() {
      await Promise.race([Promise.allSettled([...new Set(all())].map(end)), timeOut(closeTimeoutMs)])
    },
  }
}

async function launch(headless: boolean, served: RequestServer, options: StandInOptions): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new SetupError('No Chromium is installed')
  const profileDir = mkdtempSync(join(tmpdir(), 'comptoir-stand-in-'))
  mkdirSync(join(profileDir, 'Default'))
  writeFileSync(join(profileDir, 'Default', 'Preferences'), JSON.stringify(preferencesOf(options)))
  const context = await openContext(profileDir, {
    executablePath,
    headless,
    args: [...flags, ...options.switches],
    ignoreDefaultArgs: ['about:blank', ...untamed],
    // Chromium's own sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    viewport: null,
    // The shell answers signals; Chromium ends when the shell has ended.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  // A page that is gone wants no answer; one whose answer could not be made gets a failure.
  const giveUp = (route: Route) => route.abort('failed').catch(() => {})
  await context.route('**/*', (route) => served.answer(route).catch(() => giveUp(route)))
  return { context, profileDir, newPage: pageMaker(context, served), first: context.pages()[0] }
}

/**
 * Makes pages for windows. A page that nobody made here was opened by another page. One that goes somewhere is judged by
 * its request (protocol.ts); of an empty one the shell is asked here.
 */
function pageMaker(context: BrowserContext, served: RequestServer): () => Promise<Page> {
  let expected = 0
  context.on('page', (page) => {
    if (expected > 0) expected -= 1
    else if (page.url() === emptyPage && !served.mayOpen(emptyPage)) void page.close().catch(() => {})
  })
  return () => {
    expected += 1
    return context.newPage()
  }
}

/** A browser that does not start ends in a sentence that names it. */
async function openContext(profileDir: string, options: LaunchOptions): Promise<BrowserContext> {
  try {
    return await chromium.launchPersistentContext(profileDir, options)
  } catch (fault) {
    rmSync(profileDir, { recursive: true, force: true })
    const [why] = (fault instanceof Error ? fault.message : String(fault)).split('\n')
    const named = process.env['COMPTOIR_CHROMIUM'] ? ', which COMPTOIR_CHROMIUM names,' : ''
    throw new SetupError(`Chromium (${options.executablePath})${named} could not be started: ${why}`)
  }
}

async function end(browser: Promise<Browser>): Promise<void> {
  const { context, profileDir } = await browser
  await context.close()
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 3 })
}

const timeOut = (timeoutMs: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, timeoutMs)
  })
