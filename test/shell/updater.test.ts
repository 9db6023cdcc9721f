/**
 * electron-updater itself, without Electron's runtime: it takes what the core fetched over loopback, checks it and puts it in the
 * place of an AppImage. Which kind of installation a machine has.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openUpdateLine } from '#core/updates/update-line.ts'
import { quitInOrder } from '../../electron/main/quit.ts'
import { createInstaller, createUpdater, findInstallerKind } from '../../electron/main/updater.ts'
import { keepLog } from '../support/api-client.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { fileOf, startVersionServer } from '../support/version-server.ts'
import { app, asked, reset } from './scripted-electron.ts'

vi.mock('electron', () => import('./scripted-electron.ts'))
beforeEach(reset)
afterEach(() => {
  vi.unstubAllEnvs()
  Reflect.deleteProperty(process, 'resourcesPath')
})

const program = (version: string) =>
  Buffer.from(`#!/bin/sh\n[ -n "$APPIMAGE_SILENT_INSTALL" ] && echo opened >> "$0.log"\necho ${version}\n`)
const run = (path: string) => spawnSync(path, { encoding: 'utf8' }).stdout.trim()

/** A packaged AppImage of version 1.0.0, as its runtime starts it. */
function installed() {
  const dataDir = temporaryFolder()
  const mount = temporaryFolder()
  const resourcesPath = join(mount, 'resources')
  mkdirSync(resourcesPath)
  writeFileSync(
    join(resourcesPath, 'app-update.yml'),
    'provider: generic\nurl: https://x.invalid\nupdaterCacheDirName: comptoir-updater\n',
  )
  const appImage = join(temporaryFolder(), 'Comptoir-1.0.0.AppImage')
  writeFileSync(appImage, program('1.0.0'))
  chmodSync(appImage, 0o755)
  vi.stubEnv('APPIMAGE', appImage)
  vi.stubEnv('APPDIR', mount)
  const place = {
    dataDir,
    resourcesPath,
    version: '1.0.0',
    platform: 'linux',
    env: process.env,
    log: keepLog(),
  } as const
  return { appImage, place, dataDir }
}

async function fetchTo(dataDir: string, bytes: Buffer) {
  const file = fileOf(bytes)
  const { address } = await startVersionServer({ [file.name]: bytes })
  const folder = join(dataDir, 'updates', 'files')
  mkdirSync(folder, { recursive: true })
  const line = openUpdateLine(address, undefined)
  const brought = await line?.bring({
    file,
    folder,
    signal: new AbortController().signal,
    calm: async () => undefined,
  })
  await line?.close()
  if (!brought?.ok) throw new Error('it was not brought')
  return { version: '2.0.0', file, path: brought.value }
}

describe.runIf(process.platform === 'linux')('an AppImage', () => {
  test('is replaced by the fetched version as a whole, which opens on request', async () => {
    const { appImage, place, dataDir } = installed()
    const updater = createUpdater('appimage', place)
    expect(await updater.take(await fetchTo(dataDir, program('2.0.0')))).toEqual({
      ok: true,
      value: undefined,
    })
    expect(run(appImage)).toBe('1.0.0')
    await updater.install(true)
    expect(run(appImage)).toBe('2.0.0')
    expect(readdirSync(join(appImage, '..')).filter((name) => !name.endsWith('.log'))).toEqual([
      'Comptoir-1.0.0.AppImage',
    ])
    await vi.waitFor(() => expect(readFileSync(`${appImage}.log`, 'utf8')).toBe('opened\n'), 60_000)
  })

  test('is replaced at the end of a packaged counter, once all has stopped', async () => {
    const { appImage, place, dataDir } = installed()
    app.isPackaged = true
    Object.assign(process, { resourcesPath: place.resourcesPath })
    const quit = quitInOrder(place.log)
    const installer = createInstaller(dataDir, quit, place.log)
    expect(await installer?.take(await fetchTo(dataDir, program('2.0.0')))).toMatchObject({ ok: true })
    installer?.installAtEnd(true)
    expect(run(appImage)).toBe('1.0.0')
    app.emit('before-quit', { preventDefault: () => undefined })
    await vi.waitFor(() => expect(asked.at(-1)).toEqual(['exit', 0]))
    expect(run(appImage)).toBe('2.0.0')
    expect(asked.map(([name]) => name)).toEqual(['releaseSingleInstanceLock', 'exit'])
  })

  test('is opened again as it is where the new one, asked for at once, cannot be put in its place', async () => {
    const { appImage, place, dataDir } = installed()
    app.isPackaged = true
    Object.assign(process, { resourcesPath: place.resourcesPath })
    const installer = createInstaller(dataDir, quitInOrder(place.log), place.log)
    await installer?.take(await fetchTo(dataDir, program('2.0.0')))
    mkdirSync(`${appImage}.new`)
    installer?.installAtEnd(true)
    app.emit('before-quit', { preventDefault: () => undefined })
    await vi.waitFor(() => expect(asked.at(-1)).toEqual(['exit', 0]))
    expect(asked.slice(0, -1)).toEqual([['releaseSingleInstanceLock'], ['relaunch', { execPath: appImage }]])
    expect(run(appImage)).toBe('1.0.0')
  })

  test('stays unchanged if the new one cannot be written beside it', async () => {
    const { appImage, place, dataDir } = installed()
    const updater = createUpdater('appimage', place)
    await updater.take(await fetchTo(dataDir, program('2.0.0')))
    mkdirSync(`${appImage}.new`)
    await expect(updater.install(false)).rejects.toThrow('does not take')
    expect(run(appImage)).toBe('1.0.0')
  })

  test('is not replaced by an older version, nor without a fetched one', async () => {
    const { appImage, place, dataDir } = installed()
    const updater = createUpdater('appimage', place)
    const older = { ...(await fetchTo(dataDir, program('0.9.0'))), version: '0.9.0' }
    expect(await updater.take(older)).toMatchObject({ ok: false })
    await expect(updater.install(false)).rejects.toThrow('no new version was taken')
    expect(run(appImage)).toBe('1.0.0')
    expect(existsSync(`${appImage}.log`)).toBe(false)
  })
})

describe('a newer version comes by itself', () => {
  const kindOf = (
    platform: NodeJS.Platform,
    mark: string | undefined,
    envIn: (mount: string) => Record<string, string> = () => ({}),
  ) => {
    const mount = temporaryFolder()
    const resourcesPath = join(mount, 'resources')
    mkdirSync(resourcesPath)
    if (mark !== undefined) writeFileSync(join(resourcesPath, 'app-update.yml'), mark)
    return findInstallerKind({ resourcesPath, platform, env: envIn(mount) })
  }
  const release = 'provider: generic\n'
  const appImage = (mount: string) => ({ APPIMAGE: '/c.AppImage', APPDIR: mount })
  const another = (mount: string) => ({ APPIMAGE: '/files.AppImage', APPDIR: `${mount}-files` })
  test.each<[string, Parameters<typeof kindOf>, ReturnType<typeof kindOf>]>([
    ['an AppImage of a release', ['linux', release, appImage], 'appimage'],
    ['a deb', ['linux', release], undefined],
    ['a deb that another program’s AppImage starts', ['linux', release, another], undefined],
    ['an AppImage that was packed to be tried', ['linux', undefined, appImage], undefined],
    ['a signed Windows', ['win32', `${release}publisherName:\n  - Comptoir\n`], 'nsis'],
    ['a Windows without a publisher', ['win32', release], undefined],
    ['a Mac of a release', ['darwin', release], 'mac'],
    ['a Mac that signed for itself', ['darwin', undefined], undefined],
  ])('or not: %s', (_what, machine, kind) => expect(kindOf(...machine)).toBe(kind))
})
