/**
 * `npm run smoke:electron`: the counter on Electron's own runtime, on this machine: what no stand-in shows. Writes
 * out/smoke-electron.md, with a list for the person before it, and ends with 0 where all that was found is as it should be.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { ensureBuilt } from './build.mjs'
import { electronEnv, electronFlags, fetchElectron, hasDisplay } from './electron.mjs'
import { root } from './setup.mjs'
import { composeReport, type Finding, find, must } from './smoke/report.ts'

const OPEN_MS = 120_000
const reportPath = join(root, 'out', 'smoke-electron.md')
const say = (line: string) => process.stderr.write(`comptoir: ${line}\n`)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const machine = [
  ['Comptoir', String(version)],
  ['System', `${process.platform} ${process.arch} ${release()}`],
  ['Started', new Date().toISOString()],
] as const

const program = await fetchElectron()
const findings = program === undefined ? [missing()] : await run(program)
mkdirSync(join(root, 'out'), { recursive: true })
writeFileSync(reportPath, composeReport(machine, findings))
const wrong = findings.filter(({ fault }) => fault !== undefined)
for (const { what, fault } of wrong) say(`WRONG: ${what}: ${fault}`)
say(
  `${findings.length - wrong.length} as they should be, ${wrong.length} wrong; the list to tick is in ${reportPath}`,
)
process.exitCode = wrong.length === 0 ? 0 : 1

function missing(): Finding {
  return { what: "Electron's runtime", fault: 'it is not on this machine and could not be fetched', seen: '' }
}

async function run(executablePath: string): Promise<readonly Finding[]> {
  if (!hasDisplay())
    return [{ what: 'a display', fault: 'there is none: start this under xvfb-run', seen: '' }]
  await ensureBuilt(say)
  const dataDir = mkdtempSync(join(tmpdir(), 'comptoir-smoke-'))
  const env = { ...electronEnv(), COMPTOIR_DATA_DIR: dataDir } as Record<string, string>
  const opened: { app?: ElectronApplication; page?: Page } = {}
  const open = async () => {
    opened.app = await _electron.launch({
      executablePath,
      args: [...electronFlags(), root],
      env,
      timeout: OPEN_MS,
      chromiumSandbox: electronFlags().length === 0,
    })
    opened.page = await opened.app.firstWindow({ timeout: OPEN_MS })
    const title = await opened.page.title()
    must(title === 'Comptoir', `its title is ${title}`)
    return title
  }
  // Each of its two waits has its own bound: this one comes behind both.
  const opening = await find('the window opens with its title', open, 3 * OPEN_MS)
  const { app, page } = opened
  try {
    return [opening, ...(app && page ? await lookAround(app, page) : [])]
  } finally {
    // One that does not end would keep this run from its end.
    app?.process().kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

async function lookAround(app: ElectronApplication, page: Page): Promise<readonly Finding[]> {
  const code = new Promise<number | null>((done) => app.process().once('exit', done))
  return [
    ...(await lookAtMain(app)),
    ...(await lookAtPage(page)),
    ...(await lookAtPrinting(app)),
    await find('a page that dies is opened anew', () => crash(app)),
    await find('the counter ends with 0 when it is asked to', async () => {
      app.evaluate((electron) => electron.app.quit()).catch(() => undefined)
      const ended = await code
      must(ended === 0, `it ended with ${ended}`)
      return '0'
    }),
  ]
}

async function lookAtMain(app: ElectronApplication): Promise<readonly Finding[]> {
  return [
    await find('versions', () =>
      app.evaluate(() => {
        const { electron, chrome, node, modules } = process.versions
        return `Electron ${electron}, Chromium ${chrome}, Node ${node}, modules ${modules}`
      }),
    ),
    await find('the page runs in a sandbox', () =>
      app.evaluate((electron) => {
        const sandboxed = electron.app.getAppMetrics().filter(({ type }) => type === 'Tab')
        const states = sandboxed.map(
          ({ pid, sandboxed: isIn }) => `${pid}: ${isIn ?? 'not reported on this system'}`,
        )
        if (sandboxed.some(({ sandboxed: isIn }) => isIn === false)) throw new Error(states.join(', '))
        return states.join(', ')
      }),
    ),
    await find('the frame that asks has the counter’s origin', () =>
      app.evaluate((electron) => {
        const [window] = electron.BrowserWindow.getAllWindows()
        const origin = window?.webContents.mainFrame.origin ?? 'none'
        if (!origin.startsWith('comptoir://')) throw new Error(origin)
        return origin
      }),
    ),
    await find('the keychain keeps a word, gives it back and forgets it', () =>
      app.evaluate(async () => {
        const load = process.getBuiltinModule('node:module').createRequire(`${process.cwd()}/`)
        const keytar = load('keytar')
        await keytar.setPassword('comptoir-smoke', 'smoke', 'a word')
        const kept = await keytar.getPassword('comptoir-smoke', 'smoke')
        await keytar.deletePassword('comptoir-smoke', 'smoke')
        if (kept !== 'a word') throw new Error(`it gave ${kept === null ? 'nothing' : 'another'}`)
        return 'given back'
      }),
    ),
    await find('the database opens in a worker', () =>
      app.evaluate(async () => {
        const { Worker } = process.getBuiltinModule('node:worker_threads')
        const work = `const { parentPort } = require('node:worker_threads')
          const load = require('node:module').createRequire(process.cwd() + '/')
          const db = new (load('better-sqlite3'))(':memory:')
          parentPort.postMessage(db.prepare('SELECT sqlite_version()').pluck().get())`
        const worker = new Worker(work, { eval: true })
        return new Promise<string>((done, fail) => {
          worker.once('message', (text) => done(`SQLite ${text}`))
          worker.once('error', fail)
        })
      }),
    ),
    await find('Windows’ spooler answers by koffi', () =>
      app.evaluate(() => {
        if (process.platform !== 'win32') return 'not on this system'
        const load = process.getBuiltinModule('node:module').createRequire(`${process.cwd()}/`)
        const spooler = load('koffi').load('winspool.drv')
        const open = spooler.func(
          'bool __stdcall OpenPrinterW(str16 name, _Out_ void **handle, void *defaults)',
        )
        const isOpen = open('a printer that is not there', [null], null)
        if (isOpen) throw new Error('it opened a printer that is not there')
        return 'it knows no such printer'
      }),
    ),
  ]
}

async function lookAtPage(page: Page): Promise<readonly Finding[]> {
  return [
    await find('the page’s policy refuses a script in the page', () =>
      page.evaluate(async () => {
        const refused = new Promise<string>((done) =>
          document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective)),
        )
        const script = document.createElement('script')
        script.textContent = 'window.wasRun = true'
        document.head.append(script)
        if ('wasRun' in window) throw new Error('it ran')
        return refused
      }),
    ),
    await find('the fonts of both scripts are loaded', () =>
      page.evaluate(async () => {
        await document.fonts.ready
        const loaded = [...document.fonts]
          .filter(({ status }) => status === 'loaded')
          .map(({ family }) => family)
        if (loaded.length === 0) throw new Error('none is loaded')
        return [...new Set(loaded)].join(', ')
      }),
    ),
  ]
}

async function lookAtPrinting(app: ElectronApplication): Promise<readonly Finding[]> {
  const sizes = ['A4', 'A5', { width: 80 / 25.4, height: 150 / 25.4 }] as const
  const pages = sizes.map((pageSize) =>
    find(`a page comes out as PDF: ${typeof pageSize === 'string' ? pageSize : '80 mm'}`, () =>
      app.evaluate(async (electron, size) => {
        const [window] = electron.BrowserWindow.getAllWindows()
        const pdf = await window?.webContents.printToPDF({ pageSize: size })
        const box = /\/MediaBox ?\[[^\]]+\]/.exec(pdf?.toString('latin1') ?? '')?.[0]
        if (box === undefined) throw new Error('it has no size')
        return box
      }, pageSize),
    ),
  )
  return [
    ...(await Promise.all(pages)),
    await find('a slip is drawn in Arabic', () =>
      app.evaluate(() => {
        const load = process.getBuiltinModule('node:module').createRequire(`${process.cwd()}/`)
        const context = load('@napi-rs/canvas').createCanvas(400, 80).getContext('2d')
        context.fillText('تمت العملية', 10, 40)
        const { width } = context.measureText('تمت العملية')
        if (!(width > 0)) throw new Error('it has no width')
        return `${Math.round(width)} pixels wide`
      }),
    ),
    await find('the system’s printers are listed', () =>
      app.evaluate(async (electron) => {
        const [window] = electron.BrowserWindow.getAllWindows()
        const printers = (await window?.webContents.getPrintersAsync()) ?? []
        return `${printers.length} printers`
      }),
    ),
  ]
}

async function crash(app: ElectronApplication): Promise<string> {
  const before = await app.evaluate((electron) => {
    const [window] = electron.BrowserWindow.getAllWindows()
    const pid = window?.webContents.getOSProcessId() ?? 0
    window?.webContents.forcefullyCrashRenderer()
    return pid
  })
  const untilMs = Date.now() + OPEN_MS
  for (;;) {
    const now = await app.evaluate((electron) => {
      const [window] = electron.BrowserWindow.getAllWindows()
      return { pid: window?.webContents.getOSProcessId() ?? 0, url: window?.webContents.getURL() ?? '' }
    })
    if (now.pid !== 0 && now.pid !== before) return `opened anew at ${now.url}`
    must(Date.now() < untilMs, 'it stays dead')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
