/** What the shell's source may not hold, whatever it does at run time; and the fuses of the packaged counter. */
import type { Configuration } from 'electron-builder'
import { expect, test } from 'vitest'
import { listFiles, readSource } from './sources.ts'

const shell = listFiles().filter((path) => /^electron\/(main|preload)\/.*\.ts$/.test(path))
const filesWith = (words: RegExp) => shell.filter((path) => words.test(readSource(path)))

test('every window takes the safe preferences', () => {
  const makers = filesWith(/new (BrowserWindow|BaseWindow|BrowserView|WebContentsView)\b/)
  expect(makers).toEqual(['electron/main/system-printer.ts', 'electron/main/windows.ts'])
  for (const path of makers) {
    expect(readSource(path)).not.toMatch(/new (BaseWindow|BrowserView|WebContentsView)\b/)
    const made = readSource(path).match(/new BrowserWindow\(/g) ?? []
    const safe =
      readSource(path).match(/webPreferences: (\{ \.\.\.)?safePreferences\(app\.isPackaged\)/g) ?? []
    expect(safe).toHaveLength(made.length)
  }
})

test('the sandbox is asked for before the app is ready', () => {
  expect(readSource('electron/main/index.ts')).toMatch(
    /^if \(!app\.commandLine\.hasSwitch\('no-sandbox'\)\) app\.enableSandbox\(\)\n(?:.*\n)*start\(\)$/m,
  )
})

test('nothing weakens a page, and no preference is set a second time', () => {
  const weak = /\b(nodeIntegration\w*: true|contextIsolation: false|sandbox: false|webSecurity: false)/
  expect(filesWith(weak)).toEqual([])
  expect(filesWith(/enableBlinkFeatures|allowpopups|bypassCSP|setCertificateVerifyProc/)).toEqual([])
  // Those of Chromium's switches that take a way out of a page, and no other.
  expect(filesWith(/appendSwitch|appendArgument/)).toEqual(['electron/main/web-guard.ts'])
  const switches = readSource('electron/main/web-guard.ts').match(/appendSwitch\('[a-z-]+'/g)
  const closing = ['proxy-server', 'proxy-bypass-list', 'host-resolver-rules']
  expect(switches).toEqual(closing.map((name) => `appendSwitch('${name}'`))
})

test('no page is loaded from a file or from a network', () => {
  expect(filesWith(/\bloadFile\(|file:\/\/|pathToFileURL/)).toEqual([])
  const loads = shell.flatMap((path) => readSource(path).match(/\bloadURL\([^)]*\)/g) ?? [])
  expect(loads.filter((load) => !/^loadURL\(`\$\{(app|display)Origin\}/.test(load))).toEqual([])
  expect(loads.length).toBeGreaterThan(0)
})

test('one file listens to pages, and one opens links outside', () => {
  expect(filesWith(/\bipcMain\.(handle|on|once|handleOnce)\(/)).toEqual(['electron/main/ipc-host.ts'])
  expect(filesWith(/\b(openExternal|showItemInFolder)\(/)).toEqual(['electron/main/external-links.ts'])
  expect(filesWith(/\bopenPath\(|child_process/)).toEqual([])
})

test('the preload exposes one object, and hands out nothing of Electron', () => {
  const preload = readSource('electron/preload/index.ts')
  expect(preload.match(/exposeInMainWorld\(/g)).toHaveLength(1)
  expect(preload).not.toMatch(/\b(send|sendSync|postMessage|require|process)\b/)
})

/** Every fuse that the packager knows: one that a later version adds does not compile until it is decided here. */
const fuses = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  enableCookieEncryption: false,
  grantFileProtocolExtraPrivileges: false,
  loadBrowserProcessSpecificV8Snapshot: false,
} as const satisfies Required<Omit<NonNullable<Configuration['electronFuses']>, 'resetAdHocDarwinSignature'>>

test('every fuse of the packaged counter is set as decided', () => {
  const [, block = ''] = /^electronFuses:\n((?: {2}.+\n)+)/m.exec(readSource('electron-builder.yml')) ?? []
  const lines = block
    .trim()
    .split(/\n\s*/)
    .filter((line) => !line.startsWith('#'))
  const set = lines.map((line) => line.split(': ')).map(([name, value]) => [name, value === 'true'])
  expect(Object.fromEntries(set)).toEqual(fuses)
  expect(lines.filter((line) => !/^\w+: (true|false)$/.test(line))).toEqual([])
})
