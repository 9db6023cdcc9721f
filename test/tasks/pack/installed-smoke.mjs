/**
 * `npm run smoke:installed -- PROGRAM`: starts an installed counter as a shop does and looks at what can be seen from outside:
 * it says its version, opens (its log says so), sends a second start away, ends with 0 when it is asked to, and has left its
 * journal. `--data-kept`, after it was removed: the journal is still there. For machines that are thrown away: the counter uses
 * this user's own folder.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Backstops: a machine that installs may be slow. */
const OPEN_MS = 180_000
const END_MS = 60_000
const OPENED = '"the counter is open"'

const say = (line) => process.stdout.write(`smoke: ${line}\n`)
const [given = ''] = process.argv.slice(2)
const dataDir = join(configFolder(), 'comptoir')
const journal = join(dataDir, 'journal', 'training-training.journal')

try {
  if (given === '') throw new Error('name the installed program')
  if (given !== '--data-kept') await tryProgram(resolve(given))
  if (!existsSync(journal)) throw new Error(`there is no journal at ${journal}`)
  say('all is well')
} catch (fault) {
  say(fault.message)
  process.exitCode = 1
}

async function tryProgram(program) {
  const version = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: END_MS })
  if (version.status !== 0) throw new Error(`--version ended with ${version.status}: ${version.stderr}`)
  say(version.stdout.trim())
  const opened = timesOpened()
  const counter = spawn(program, [], { stdio: 'inherit' })
  const ended = once(counter, 'exit')
  try {
    const isOpen = () => timesOpened() > opened
    await waitFor(isOpen, OPEN_MS, 'it does not say that it is open', () => counter.exitCode === null)
    say('it is open')
    const second = spawnSync(program, [], { timeout: END_MS })
    if (second.status !== 0) throw new Error(`a second start ended with ${second.status}, not with 0`)
    if (counter.exitCode !== null) throw new Error('the first ended with the second start')
    say('a second start leaves it alone')
    if (process.platform === 'win32') spawnSync('taskkill', ['/PID', String(counter.pid)])
    else counter.kill('SIGTERM')
    await waitFor(() => counter.exitCode !== null, END_MS, 'it does not end when it is asked to')
    const [code] = await ended
    if (code !== 0) throw new Error(`it ended with ${code}, not with 0`)
    say('it ended with 0')
  } finally {
    if (counter.exitCode === null) counter.kill('SIGKILL')
  }
}

async function waitFor(isSo, atMostMs, otherwise, isWorthIt = () => true) {
  const untilMs = Date.now() + atMostMs
  while (!isSo()) {
    if (Date.now() > untilMs || !isWorthIt()) throw new Error(otherwise)
    await wait(200)
  }
}

function timesOpened() {
  const log = join(dataDir, 'logs', 'comptoir.log')
  return existsSync(log) ? readFileSync(log, 'utf8').split(OPENED).length - 1 : 0
}

/** Where Electron puts a program's folder. */
function configFolder() {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
}
