/**
 * Brings a machine to the point where the counter starts and its tests run. Runs on the machine's own Node (20 or
 * later) with no dependency, because nothing is installed yet. Owns: what is needed, how to see that it is missing, and
 * the one sentence that says what to do where this script may not install it itself.
 *
 * Invariant: it changes nothing when nothing is missing, and a missing piece ends in one sentence, never a trace.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compilerOtherwise, elsewhere, findMissing, nodeOtherwise } from './machine/pieces.mjs'

/** Without a separator at its end: Windows would take `\\"` at the end of a quoted argument for a quote. */
export const root = resolve(fileURLToPath(new URL('../../', import.meta.url)))

/** The tasks are TypeScript as it stands, which Node runs from here on. */
const NODE_MAJOR = 24
/** Enough to run this script. */
const LEAST_NODE_MAJOR = 20
/** A Node of that major, as packages that npm checks by their hashes. */
const nodePackages = join(root, 'test', 'tasks', 'node-24')

/** A piece of the machine is missing and this script may not or could not put it there. The message is for a person. */
export class SetupError extends Error {}

/**
 * Installs what is missing for `need`, and says what it does on standard error: to open the counter on Electron ("start"),
 * on the stand-in, or to test it.
 * @param {'start' | 'stand-in' | 'test'} need
 * @throws {SetupError} one sentence for a person
 */
export function ensureReady(need) {
  if (nodeMajor() < LEAST_NODE_MAJOR)
    throw new SetupError(
      `Comptoir needs Node ${LEAST_NODE_MAJOR} or later to set itself up; this is ${process.version}.`,
    )
  const nodePackage = findNodePackage()
  ensureSystem(need)
  ensurePackages()
  if (nodePackage !== undefined && !existsSync(findNode())) bringNode(nodePackage)
}

const nodeMajor = () => Number(process.versions.node.split('.')[0])

const looks = { onPath, succeeds, hasChromium: () => findChromium() !== undefined }

function ensureSystem(need) {
  if (process.platform !== 'linux') {
    if (need !== 'start' && findChromium() === undefined)
      throw new SetupError(
        'No Chromium is on this machine; install Google Chrome or name one with COMPTOIR_CHROMIUM',
      )
    return
  }
  const missing = findMissing(need, looks)
  if (missing.length === 0) return
  const names = missing.map((piece) => piece.debian)
  if (!onPath('apt-get')) {
    const known = elsewhere.find((one) => onPath(one.tool))
    const how = known ? `run: ${known.command}` : `install the equivalents of: ${names.join(' ')}`
    throw new SetupError(`System packages are missing (${names.join(', ')}); ${how}`)
  }
  if (process.getuid?.() === 0) installSystem([...missing, ...findMissing(need, looks, true)])
  const still = findMissing(need, looks)
  if (still.length > 0) throw new SetupError(`System packages are missing; ${howToInstall(still)}`)
}

/** Each by itself where they do not come together: a package that a distribution does not have stops all the others. */
function installSystem(missing) {
  const names = missing.map((piece) => piece.debian)
  say(`installing system packages: ${names.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = (packages) =>
    succeeds('apt-get', ['install', '-y', '--no-install-recommends', '-qq', ...packages], {
      env,
      log: 'apt-get install',
    })
  succeeds('apt-get', ['update', '-qq'], { env, log: 'apt-get update' })
  if (!install(names) && names.length > 1) for (const name of names) install([name])
}

function howToInstall(missing) {
  const packaged = missing.filter(({ otherwise }) => otherwise === undefined || !onPath('snap'))
  const sudo = process.getuid?.() === 0 ? '' : 'sudo '
  const names = packaged.map((piece) => piece.debian).join(' ')
  const run = packaged.length > 0 ? [`run: ${sudo}apt-get install -y ${names}`] : []
  const hints = missing.flatMap(({ debian, otherwise }) => (otherwise ? [`for ${debian}: ${otherwise}`] : []))
  return [...run, ...hints].join('; ')
}

/** The packages' own scripts are not run, but for the one that makes a file which the counter needs. */
function ensurePackages() {
  const stamp = join(root, 'node_modules', '.comptoir-setup')
  const hash = createHash('sha256')
  for (const folder of [root, nodePackages]) hash.update(readFileSync(join(folder, 'package-lock.json')))
  const wanted = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  inWritable(root, () => accessSync(root, constants.W_OK))
  say('installing npm packages (npm ci)')
  runNpm(['ci', '--ignore-scripts'], root)
  const isBuilt = succeeds(npm(), ['rebuild', 'keytar', '--loglevel=error'], {
    cwd: root,
    log: 'npm rebuild',
    // What its releases offer ready-made has no hash in the lock file.
    env: { ...process.env, npm_config_build_from_source: 'true' },
  })
  if (!isBuilt) {
    const tools = compilerOtherwise[process.platform] ?? 'a C++ compiler and Python 3'
    throw new SetupError(`keytar could not be built; to build it install ${tools}`)
  }
  inWritable(root, () => writeFileSync(stamp, wanted))
}

const npm = () => (process.platform === 'win32' ? 'npm.cmd' : 'npm')

function runNpm(args, cwd) {
  if (!onPath('npm')) throw new SetupError('npm is missing; install Node 20 or later together with npm.')
  if (!succeeds(npm(), [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, log: 'npm ci' }))
    throw new SetupError('npm ci failed; the lines above say why. A line to the npm registry is needed once.')
}

/** Where the Node that set-up brings stands: among the packages' commands, where npm finds it as well. */
const broughtNode = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Of the machine's own; npm runs a script with the one that was brought, and removes that with the packages. */
const isNewEnough = () =>
  nodeMajor() >= NODE_MAJOR && !process.execPath.startsWith(join(realpathSync(root), 'node_modules', sep))

/** The machine's own Node where it is new enough, else the one that set-up brings. */
export const findNode = () => (isNewEnough() ? process.execPath : broughtNode)

/**
 * The package with the Node for the tasks; undefined where the machine's own is new enough.
 * @throws {SetupError} where there is none for this system
 */
function findNodePackage() {
  if (isNewEnough()) return undefined
  const { packages } = JSON.parse(readFileSync(join(nodePackages, 'package-lock.json'), 'utf8'))
  const found = Object.entries(packages).find(
    ([, { os, cpu }]) => os === process.platform && cpu === process.arch,
  )
  if (found !== undefined) return { path: found[0], program: found[1].bin.node }
  const how = nodeOtherwise[process.platform] ?? 'https://nodejs.org'
  throw new SetupError(
    `Comptoir's tasks need Node ${NODE_MAJOR} or later, and this is ${process.version}; install it (${how}) and run this again`,
  )
}

function bringNode({ path, program }) {
  say(`fetching Node ${NODE_MAJOR} for the tasks`)
  inWritable(nodePackages, () => accessSync(nodePackages, constants.W_OK))
  runNpm(['ci', '--ignore-scripts'], nodePackages)
  inWritable(root, () => moveFile(join(nodePackages, path, program), findNode()))
  rmSync(join(nodePackages, 'node_modules'), { recursive: true, force: true })
}

function moveFile(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
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
  const found = names.map(which).find((path) => path !== undefined && !startsSnap(path))
  return found ?? fixed.find((path) => existsSync(path))
}

/** A Chromium without windows of its own, where there is one: what the whole browser draws around a page costs processes. */
export const findWindowless = () =>
  (process.env.COMPTOIR_CHROMIUM ? undefined : which('chromium-headless-shell')) ?? findChromium()

/** Ubuntu's commands lead to a snap, which a test can neither hand a folder nor drive. */
function startsSnap(path) {
  return (
    path.startsWith('/snap/') ||
    (statSync(path).size < 65_536 && readFileSync(path, 'utf8').includes('/snap/'))
  )
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
