/**
 * Electron's runtime, which its package fetches from a release server. Owns where it is, how it is fetched, and what it has
 * to be started with on this machine.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectEnv, runNode } from './child.mjs'
import { root } from './setup.mjs'

/** A server that gave nothing is left alone for so long; `npm run setup` asks it all the same. */
const retryAfterMs = 60 * 60 * 1000

const folder = join(root, 'node_modules', 'electron')
const failedMark = join(root, 'node_modules', '.cache', 'comptoir-electron-failed')

/** Electron's executable, or undefined where its runtime is not on this machine. */
export function findElectron() {
  const named = join(folder, 'path.txt')
  if (!existsSync(named)) return undefined
  const program = join(folder, 'dist', readFileSync(named, 'utf8'))
  return existsSync(program) ? program : undefined
}

/** Electron's executable, fetched if need be and possible; undefined where neither, or where a try has just failed. */
export async function findOrFetchElectron() {
  return findElectron() ?? (triedLately() ? undefined : await fetchElectron())
}

/** Electron's executable, fetched if need be; undefined where it cannot be. What is happening is said on standard error. */
export async function fetchElectron() {
  const found = findElectron()
  if (found !== undefined) return found
  await runNode(join('test', 'tasks', 'machine', 'fetch-electron.mjs'))
  const fetched = findElectron()
  if (fetched === undefined) rememberFailure()
  return fetched
}

/** Whether there is a screen to show a window on. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/**
 * What Electron is started with in development. Its sandbox refuses to run as root; for another user it takes user
 * namespaces, which some Linux systems forbid to programs that they do not know, or a helper that belongs to root, which npm
 * does not make. A packaged counter brings what it needs.
 * @param {{ platform?: string, uid?: number, read?: (path: string) => string | undefined, helperMode?: number }} [machine]
 */
export function electronFlags(machine = {}) {
  const { platform = process.platform, uid = process.getuid?.(), read = readSetting } = machine
  if (platform !== 'linux') return []
  if (uid === 0) return ['--no-sandbox']
  const helper = statSync(join(folder, 'dist', 'chrome-sandbox'), { throwIfNoEntry: false })
  const { helperMode = helper?.uid === 0 ? helper.mode : 0 } = machine
  const isHelped = (helperMode & 0o4000) !== 0
  const isForbidden =
    read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    read('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    read('/proc/sys/user/max_user_namespaces') === '0'
  return isForbidden && !isHelped ? ['--no-sandbox'] : []
}

/** Without what steers Node: Electron would be a plain Node, or keep its compiled code beside that of another version. */
export function electronEnv(own = {}) {
  const { ELECTRON_RUN_AS_NODE: _asNode, NODE_COMPILE_CACHE: _compiled, ...env } = projectEnv(own)
  return env
}

function readSetting(path) {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

function triedLately() {
  const mark = statSync(failedMark, { throwIfNoEntry: false })
  return mark !== undefined && Date.now() - mark.mtimeMs < retryAfterMs
}

function rememberFailure() {
  try {
    mkdirSync(dirname(failedMark), { recursive: true })
    writeFileSync(failedMark, '')
  } catch {
    // Where it cannot be written, the next start tries again: slower, and nothing worse.
  }
}
