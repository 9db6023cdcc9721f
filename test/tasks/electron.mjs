/**
 * Electron's runtime, which its package fetches from a release server at first use. Owns where it is, and the short,
 * bounded try to fetch it; a try that failed is not made again for a day.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findNode, root } from './setup.mjs'

const fetchTimeoutMs = 20_000
const retryAfterMs = 24 * 60 * 60 * 1000

const folder = join(root, 'node_modules', 'electron')
const failedMark = join(root, 'node_modules', '.cache', 'comptoir-electron-failed')

/** Electron's executable, or undefined where its runtime is not on this machine. */
export function findElectron() {
  const named = join(folder, 'path.txt')
  if (!existsSync(named)) return undefined
  const program = join(folder, 'dist', readFileSync(named, 'utf8'))
  return existsSync(program) ? program : undefined
}

/** Electron's executable, fetched if need be and possible; undefined where neither. `say` hears when it takes a while. */
export async function findOrFetchElectron(say) {
  const found = findElectron()
  if (found !== undefined || triedLately()) return found
  say(`fetching Electron's runtime (${fetchTimeoutMs / 1000} s at most)`)
  const fetching = spawn(findNode(), ['install.js'], {
    cwd: folder,
    stdio: 'ignore',
    timeout: fetchTimeoutMs,
  })
  await once(fetching, 'close')
  const fetched = findElectron()
  if (fetched === undefined) rememberFailure()
  return fetched
}

/** Whether there is a screen to show a window on. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/** Electron's own sandbox refuses to run as root. */
export const electronFlags = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

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
