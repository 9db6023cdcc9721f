/**
 * Programs that the tasks start: on the project's own Node, with signals and exit codes passed on.
 *
 * Invariant: a task never ends before the program it started, and ends with that program's code.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { findNode, root } from './setup.mjs'

const parentEveryMs = 250

/**
 * The environment in which `node` and the packages' commands are the project's own. Node keeps what it compiled: the
 * suites start the same few programs dozens of times.
 */
export function projectEnv(more = {}) {
  const bins = [dirname(findNode()), join(root, 'node_modules', '.bin')]
  const path = [...bins, process.env.PATH ?? ''].join(delimiter)
  return { NODE_COMPILE_CACHE: join(root, 'out', 'compiled'), ...process.env, PATH: path, ...more }
}

/** The script behind a package's command, as its own package.json names it. */
export function commandOf(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/**
 * Starts a script on the project's Node in the project's folder. `onLine` is given each line of its standard output, and
 * `onErrorLine` of its standard error, which are inherited otherwise.
 * @returns {Promise<number>} its exit code, 128 and the signal's number where a signal ended it
 */
export function runNode(script, args = [], { env = {}, ...options } = {}) {
  return runProgram(findNode(), [script, ...args], { env: projectEnv(env), ...options })
}

/** Starts any program; see runNode. One that `hasWindow` hears nothing of a console: it is asked to close its windows. */
export function runProgram(program, args, { onLine, onErrorLine, hasWindow = false, ...options } = {}) {
  const stdio = ['inherit', onLine ? 'pipe' : 'inherit', onErrorLine ? 'pipe' : 'inherit']
  const child = spawn(program, args, { cwd: root, stdio, ...options })
  const stopPassing = passSignals(child, hasWindow)
  if (onLine) readLines(child.stdout, onLine)
  if (onErrorLine) readLines(child.stderr, onErrorLine)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      stopPassing()
      resolve(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0))
    })
  })
}

/**
 * On a terminal Ctrl-C reaches the program by itself; elsewhere it is passed on like the others. npm runs a script
 * through a shell that dies of a SIGTERM without passing it on: there, losing the parent means to end.
 */
function passSignals(child, hasWindow) {
  const passed = ['SIGTERM', 'SIGHUP', 'SIGINT'].map((signal) => {
    const isTerminal = process.stdin.isTTY
    const pass = () => endProgram(howToEnd({ signal, hasWindow, isTerminal }), child, signal)
    process.on(signal, pass)
    return { signal, pass }
  })
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event === undefined || process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, parentEveryMs)
  return () => {
    clearInterval(watch)
    for (const { signal, pass } of passed) process.off(signal, pass)
  }
}

/**
 * How a program hears of a signal that this process was sent: it has heard of it, it is sent it as well, or it is asked to
 * close its windows. On Windows to send a signal is to end the process on the spot, and a program with windows has no
 * console from which it could hear Ctrl-C.
 * @returns {'heard' | 'send' | 'close'}
 */
export function howToEnd({ signal, hasWindow, isTerminal, platform = process.platform }) {
  if (platform === 'win32') return hasWindow ? 'close' : 'heard'
  return signal === 'SIGINT' && isTerminal ? 'heard' : 'send'
}

function endProgram(how, child, signal) {
  if (how === 'send') child.kill(signal)
  if (how === 'close') spawn('taskkill', ['/PID', String(child.pid)], { stdio: 'ignore' })
}

function readLines(stream, onLine) {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  stream.on('end', () => rest !== '' && onLine(rest))
}
