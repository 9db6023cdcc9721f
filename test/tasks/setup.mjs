/**
 * Brings a machine to the point where the counter starts and its tests run. Runs on the machine's own Node (20 or
 * later) with no dependency, because nothing is installed yet. Owns: what is needed, how to tell it is missing, and
 * the one sentence that says what to do where this script may not install it itself.
 *
 * Invariant: it changes nothing when nothing is missing, and a missing piece ends in one sentence, never a trace.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A piece of the machine is missing and this script may not or could not put it there. The message is for a person. */
export class SetupError extends Error {}

/**
 * What the operating system supplies. `start` pieces are needed to open the counter, `test` pieces to test it as well.
 * `debian` is the package, `probe` answers whether the piece is there on any Linux.
 */
const systemPieces = [
  {
    debian: 'libsecret-1-dev',
    need: 'start',
    probe: () => succeeds('pkg-config', ['--exists', 'libsecret-1']),
  },
  { debian: 'pkg-config', need: 'start', probe: () => onPath('pkg-config') },
  { debian: 'fonts-noto-core', need: 'start', probe: () => succeeds('fc-list', [':lang=ar']) },
  { debian: 'chromium', need: 'start', probe: () => findChromium() !== undefined },
  { debian: 'xvfb', need: 'test', probe: () => onPath('Xvfb') },
  { debian: 'dbus', need: 'test', probe: () => onPath('dbus-daemon') && onPath('dbus-send') },
  { debian: 'gnome-keyring', need: 'test', probe: () => onPath('gnome-keyring-daemon') },
  { debian: 'cups', need: 'test', probe: () => onPath('cupsd') },
]

const elsewhere = [
  {
    tool: 'dnf',
    command:
      'sudo dnf install libsecret-devel pkgconf chromium xorg-x11-server-Xvfb dbus-daemon gnome-keyring cups google-noto-sans-arabic-fonts',
  },
  {
    tool: 'pacman',
    command: 'sudo pacman -S libsecret pkgconf chromium xorg-server-xvfb dbus gnome-keyring cups noto-fonts',
  },
  {
    tool: 'zypper',
    command:
      'sudo zypper install libsecret-devel pkgconf chromium xorg-x11-server-Xvfb dbus-1 gnome-keyring cups noto-sans-arabic-fonts',
  },
]

/**
 * Installs what is missing for `need` ("start" or "test") and says what it does on standard error.
 * @param {'start' | 'test'} need
 * @throws {SetupError} one sentence for a person
 */
export function ensureReady(need) {
  ensureNode()
  ensureSystem(need)
  ensurePackages()
}

function ensureNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    throw new SetupError(`Comptoir needs Node 20 or later to set itself up; this is ${process.version}.`)
}

function ensureSystem(need) {
  if (process.platform !== 'linux') return
  const wanted = systemPieces.filter((piece) => need === 'test' || piece.need === 'start')
  const missing = wanted.filter((piece) => !piece.probe())
  if (missing.length === 0) return
  const names = missing.map((piece) => piece.debian)
  if (!onPath('apt-get')) {
    const known = elsewhere.find((one) => onPath(one.tool))
    const how = known ? `run: ${known.command}` : `install the equivalents of: ${names.join(' ')}`
    throw new SetupError(`System packages are missing (${names.join(', ')}); ${how}`)
  }
  const root = process.getuid?.() === 0
  if (!root)
    throw new SetupError(`System packages are missing; run: sudo apt-get install -y ${names.join(' ')}`)
  say(`installing system packages: ${names.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '--no-install-recommends', '-qq', ...names]
  const done =
    succeeds('apt-get', ['update', '-qq'], { env }) &&
    succeeds('apt-get', install, { env, log: 'apt-get install' })
  const still = missing.filter((piece) => !piece.probe())
  if (!done || still.length > 0) {
    throw new SetupError(`System packages could not be installed; run: apt-get install -y ${names.join(' ')}`)
  }
}

function ensurePackages() {
  const stamp = join(root, 'node_modules', '.comptoir-setup')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!onPath('npm')) throw new SetupError('npm is missing; install Node 20 or later together with npm.')
  inWritable(root, () => accessSync(root, constants.W_OK))
  say('installing npm packages (npm ci)')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  if (!succeeds(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, log: 'npm ci' })) {
    throw new SetupError('npm ci failed; the lines above say why. A line to the npm registry is needed once.')
  }
  inWritable(root, () => writeFileSync(stamp, wanted))
}

/**
 * The Chromium that the stand-in and the tests drive, or undefined where none is installed.
 * @throws {SetupError} where COMPTOIR_CHROMIUM names something else
 */
export function findChromium() {
  const named = process.env.COMPTOIR_CHROMIUM
  if (named) return namedProgram(named)
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
  const fixed = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ]
  return names.map(which).find((path) => path !== undefined) ?? fixed.find((path) => existsSync(path))
}

function namedProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    if (statSync(path).isFile()) return path
  } catch {
    // Said below: whatever keeps it from being started, the variable is what a person can correct.
  }
  throw new SetupError(`COMPTOIR_CHROMIUM names ${path}, which cannot be started; correct it or unset it`)
}

/**
 * Runs `work`, which writes in `folder`.
 * @throws {SetupError} where this user may not
 */
export function inWritable(folder, work) {
  try {
    return work()
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code)) throw error
    throw new SetupError(`The folder ${folder} cannot be written by this user (${error.code})`)
  }
}

/** Node 24 from node_modules, on which everything but this set-up runs. */
export function findNode() {
  const bin = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(root, 'node_modules', 'node', 'bin', bin)
}

function which(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

function onPath(name) {
  return ['', '.cmd', '.exe'].some((ending) => which(name + ending) !== undefined)
}

/** Runs a command quietly; where it fails and `log` names it, shows what it printed. */
function succeeds(command, args, { log, ...options } = {}) {
  const shell = command.endsWith('.cmd')
  const run = spawnSync(command, args, { encoding: 'utf8', shell, maxBuffer: 64 * 1024 * 1024, ...options })
  if (run.status !== 0 && log) process.stderr.write(`${log}:\n${run.stdout ?? ''}${run.stderr ?? ''}\n`)
  return run.status === 0
}

function say(line) {
  process.stderr.write(`comptoir: ${line}\n`)
}

/** Runs `work` and turns a SetupError into its one sentence and exit code 1. */
export function orSentence(work) {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    process.exit(1)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  orSentence(() => ensureReady('test'))
  say('ready')
}
