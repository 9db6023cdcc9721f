/**
 * The UpdateInstaller port on electron-updater, which knows each system's way to replace a program. It fetches nothing here: what
 * it is given was fetched and held against its signed hash by the core. It checks the system's own signature (Windows now, macOS
 * when it installs) and installs once the counter has ended in order.
 */
import { chmodSync, copyFileSync, linkSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { app } from 'electron'
import type { BaseUpdater, MacUpdater } from 'electron-updater'
import { removeFile, syncFile, syncFolder } from '#core/durable-file.ts'
import type { FetchedUpdate, Log, UpdateInstaller } from '#core/ports.ts'
import { err, ok } from '#shared/result.ts'
import type { OrderedQuit } from './quit.ts'

/** How a newer version gets onto this machine. */
export type InstallerKind = 'nsis' | 'mac' | 'appimage'

/** electron-builder writes it into a release, and into nothing else (test/tasks/pack/dist.mjs). */
const RELEASE_MARK = 'app-update.yml'
/** A Mac takes the file over before the counter ends; after this it ends all the same. */
const MAC_TAKES_OVER_MS = 60_000

export interface UpdaterPlace {
  readonly dataDir: string
  readonly resourcesPath: string
  readonly version: string
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly log: Log
}

/**
 * Undefined where a newer version comes by hand: a deb, which the system owns; what is unsigned; what is not packaged. A deb that
 * is started from within another program's AppImage inherits its environment, and lies outside its mount.
 */
export function findInstallerKind(
  place: Pick<UpdaterPlace, 'resourcesPath' | 'platform' | 'env'>,
): InstallerKind | undefined {
  const mark = readMark(join(place.resourcesPath, RELEASE_MARK))
  if (mark === undefined) return undefined
  if (place.platform === 'darwin') return 'mac'
  // Without the publisher's name electron-updater would check no signature.
  if (place.platform === 'win32') return /^publisherName:/m.test(mark) ? 'nsis' : undefined
  const { APPIMAGE: appImage, APPDIR: mount } = place.env
  return appImage && mount && place.resourcesPath.startsWith(join(mount, sep)) ? 'appimage' : undefined
}

function readMark(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The installer of a packaged counter on this machine, or undefined where there is none. */
export function createInstaller(
  dataDir: string,
  quit: Pick<OrderedQuit, 'afterAll'>,
  log: Log,
): UpdateInstaller | undefined {
  if (!app.isPackaged) return undefined
  const { resourcesPath, platform, env } = process
  const place = { dataDir, resourcesPath, version: app.getVersion(), platform, env, log }
  const kind = findInstallerKind(place)
  if (kind === undefined) return undefined
  const updater = createUpdater(kind, place)
  const program = kind === 'appimage' ? env['APPIMAGE'] : undefined
  const reopen = () => app.relaunch(program === undefined ? {} : { execPath: program })
  return {
    take: updater.take,
    installAtEnd: (opensAgain) =>
      quit.afterAll(opensAgain ? () => installAndOpen(updater, reopen) : () => updater.install(false)),
    quit: () => app.quit(),
  }
}

/** Where the system does not take the new version the old one opens again: the shop is not left without a counter. */
async function installAndOpen(updater: Updater, reopen: () => void): Promise<void> {
  // The next counter may be there before this one is gone.
  app.releaseSingleInstanceLock()
  try {
    await updater.install(true)
  } catch (fault) {
    reopen()
    throw fault
  }
}

export interface Updater extends Pick<UpdateInstaller, 'take'> {
  /** Rejects where the system does not take it; the program that runs is then as it was. */
  install(opensAgain: boolean): Promise<void>
}

export function createUpdater(kind: InstallerKind, place: UpdaterPlace): Updater {
  let made: ReturnType<typeof make> | undefined
  let taken: FetchedUpdate | undefined
  return {
    async take(update) {
      try {
        made ??= make(kind, place)
        const { updater } = await made
        taken = undefined
        hand(updater, update, kind)
        const found = await updater.checkForUpdates()
        if (found?.isUpdateAvailable !== true) return err('electron-updater does not take it for newer')
        await updater.downloadUpdate()
        taken = update
        return ok(undefined)
      } catch (fault) {
        return err(String(fault))
      }
    },
    async install(opensAgain) {
      if (made === undefined || taken === undefined) throw new Error('no new version was taken')
      const { updater, quitAsked } = await made
      if ('install' in updater) {
        if (!updater.install(true, opensAgain)) throw new Error('the system does not take the new version')
        return
      }
      updater.autoRunAppAfterInstall = opensAgain
      updater.quitAndInstall()
      await Promise.race([quitAsked, new Promise((resolve) => setTimeout(resolve, MAC_TAKES_OVER_MS))])
    },
  }
}

async function make(kind: InstallerKind, place: UpdaterPlace) {
  const { promise: quitAsked, resolve: askQuit } = Promise.withResolvers<void>()
  const updater = await makeFor(kind, adapterOf(place, askQuit))
  const write = (level: 'debug' | 'warn') => (message?: unknown) =>
    place.log.write(level, 'updater', { message: String(message) })
  updater.logger = { info: write('debug'), debug: write('debug'), warn: write('warn'), error: write('warn') }
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableDifferentialDownload = true
  updater.disableWebInstaller = true
  return { updater, quitAsked }
}

type AnyUpdater = BaseUpdater | MacUpdater

async function makeFor(kind: InstallerKind, adapter: ReturnType<typeof adapterOf>): Promise<AnyUpdater> {
  // Read only where something is installed: its packages take their time.
  const { AppImageUpdater, MacUpdater, NsisUpdater } = await import('electron-updater')
  if (kind === 'nsis') return new NsisUpdater(null, adapter)
  if (kind === 'mac') return new MacUpdater(undefined, adapter)
  /** electron-updater removes the old file before it moves the new one: a full disk would leave no counter at all. */
  class WholeFileUpdater extends AppImageUpdater {
    protected override doInstall({ isForceRunAfter }: { readonly isForceRunAfter: boolean }): boolean {
      const program = process.env['APPIMAGE']
      if (program === undefined || this.installerPath === null) return false
      replaceProgram(program, this.installerPath)
      if (isForceRunAfter)
        void this.spawnLog(program, [], { ...process.env, APPIMAGE_SILENT_INSTALL: 'true' })
      return true
    }
  }
  return new WholeFileUpdater(null, adapter)
}

/** What electron-updater asks of Electron. Everything that it writes is beside the core's own files of an update. */
function adapterOf({ dataDir, resourcesPath, version }: UpdaterPlace, askQuit: () => void) {
  const folder = join(dataDir, 'updates', 'files')
  return {
    version,
    name: 'comptoir',
    isPackaged: true,
    userDataPath: folder,
    baseCachePath: folder,
    appUpdateConfigPath: join(resourcesPath, RELEASE_MARK),
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: askQuit,
    onQuit: () => undefined,
  }
}

/** Gives it one version that is here already, in the place of a server. */
function hand(updater: AnyUpdater, { version, file, path }: FetchedUpdate, kind: InstallerKind): void {
  const { name, bytes, sha512 } = file
  const info = { url: name, size: bytes, sha512, isAdminRightsRequired: kind === 'nsis' }
  class OneVersion {
    readonly fileExtraDownloadHeaders = {}
    setRequestHeaders(): void {}
    async getLatestVersion() {
      return { version, files: [info], path: name, sha512, releaseDate: '' }
    }
    resolveFiles() {
      return [{ url: new URL(name, 'comptoir-update://here/'), info }]
    }
  }
  const fetched = {
    async download(_url: URL, destination: string) {
      try {
        linkSync(path, destination)
      } catch {
        copyFileSync(path, destination)
      }
      return destination
    },
  }
  Object.assign(updater, { httpExecutor: fetched })
  updater.setFeedURL({ provider: 'custom', updateProvider: OneVersion })
}

/** The new program is whole and on disk before it takes the old one's name. Throws the system's error; the old one is there then. */
function replaceProgram(program: string, by: string): void {
  const fresh = `${program}.new`
  try {
    copyFileSync(by, fresh)
    chmodSync(fresh, 0o755)
    syncFile(fresh)
    renameSync(fresh, program)
    syncFolder(dirname(program))
  } catch (fault) {
    removeFile(fresh)
    throw fault
  }
}
