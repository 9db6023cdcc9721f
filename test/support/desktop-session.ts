/**
 * A desktop session of its own for a test: a D-Bus bus, a gnome-keyring daemon, a home. All of it is that test's and gone when
 * the test is over; the keyring of whoever runs the tests is never met.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const PASSWORD = 'correct horse'
const READY_TRIES = 400
const LOOK_EVERY_MS = 25

const found = (program: string): boolean => spawnSync('which', [program]).status === 0
const missing = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'].filter((program) => !found(program))

/** Why these tests cannot run here; undefined where they can. */
export const whyNoKeyring: string | undefined =
  process.platform === 'linux'
    ? missing.length > 0
      ? `${missing.join(', ')} missing on this machine`
      : undefined
    : 'the Secret Service is of Linux'

export type Environment = Readonly<Record<string, string>>

export interface Keyring {
  /** SIGSTOP leaves it there and silent, SIGCONT lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  stop(): Promise<void>
}

export interface Session {
  /** What a program in this session is started with. */
  readonly env: Environment
  /** Starts the daemon. Locked: as after a log-in without a password. */
  startKeyring(state: 'unlocked' | 'locked'): Promise<Keyring>
  /** Unlocks the keyring of the daemon that runs, as a person does. */
  unlock(): Promise<void>
}

/** Takes what is to be done when the test is over, the last taken first. */
export type AtEnd = (work: () => void | Promise<void>) => void

/**
 * A session without a screen, whose bus starts nothing by itself; or with one, and then the bus starts what is installed,
 * such as the window that asks for the password.
 */
export async function startSession(atEnd: AtEnd, screen?: string): Promise<Session> {
  const empty = emptyEnv(atEnd)
  const base = screen === undefined ? empty : { ...empty, DISPLAY: screen }
  const config = join(base.HOME, 'bus.conf')
  writeFileSync(config, busConfig(base.HOME, screen !== undefined))
  const bus = start(atEnd, 'dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], base)
  const [address] = await once(bus.process.stdout ?? bus.process, 'data')
  const env = { ...base, DBUS_SESSION_BUS_ADDRESS: String(address).trim() }
  return {
    env,
    async startKeyring(state) {
      const unlock = state === 'unlocked' ? ['--unlock'] : []
      const daemon = start(
        atEnd,
        'gnome-keyring-daemon',
        ['--foreground', '--components=secrets', ...unlock],
        env,
      )
      daemon.process.stdin?.end(PASSWORD)
      await untilOwned('org.freedesktop.secrets', env)
      return { signal: (name) => daemon.process.kill(name), stop: daemon.stop }
    },
    unlock: () => unlock(join(base.XDG_RUNTIME_DIR, 'keyring', 'control')),
  }
}

/** A screen that nobody looks at; answers its name, or undefined where the machine has none. */
export async function startScreen(atEnd: AtEnd): Promise<string | undefined> {
  if (!found('Xvfb')) return undefined
  const screen = start(atEnd, 'Xvfb', ['-displayfd', '1', '-nolisten', 'tcp'], process.env)
  const [number] = await once(screen.process.stdout ?? screen.process, 'data')
  return `:${String(number).trim()}`
}

/** A home with nothing of the person's: no bus, no screen, no keyring. */
export function emptyEnv(atEnd: AtEnd) {
  const home = mkdtempSync(join(tmpdir(), 'comptoir-keyring-'))
  atEnd(() => rmSync(home, { recursive: true, force: true }))
  const places = { HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), XDG_DATA_HOME: join(home, 'data') }
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true, mode: 0o700 })
  return { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...places }
}

const busConfig = (home: string, startsServices: boolean): string => `<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=${home}</listen>
  <auth>EXTERNAL</auth>
  ${startsServices ? '<standard_session_servicedirs/>' : ''}
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`

interface Running {
  readonly process: ChildProcess
  readonly ended: Promise<unknown>
  stop(): Promise<void>
}

function start(atEnd: AtEnd, program: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  // What these programs say on standard error is of their own affairs.
  const running = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(running, 'close')
  const stop = async () => {
    running.kill('SIGCONT')
    running.kill('SIGTERM')
    await ended
  }
  atEnd(stop)
  return { process: running, ended, stop }
}

/** What the log-in does when a person has typed the password: one message on the daemon's own socket. */
async function unlock(controlSocket: string): Promise<void> {
  const UNLOCK = 1
  const password = Buffer.from(PASSWORD)
  const numbers = [12 + password.length, UNLOCK, password.length].map((number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(number)
    return bytes
  })
  const socket = connect(controlSocket)
  // The one byte before the message carries who is asking.
  socket.write(Buffer.concat([Buffer.alloc(1), ...numbers, password]))
  const [answer] = await once(socket, 'data')
  socket.destroy()
  if (!Buffer.from(answer).subarray(4).equals(Buffer.alloc(4))) throw new Error('the keyring stays locked')
}

async function untilOwned(name: string, env: Environment): Promise<void> {
  const to = ['--session', '--print-reply=literal', '--dest=org.freedesktop.DBus', '/']
  const args = [...to, 'org.freedesktop.DBus.NameHasOwner', `string:${name}`]
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    const { stdout } = await promisify(execFile)('dbus-send', args, { env })
    if (stdout.includes('true')) return
    await wait(LOOK_EVERY_MS)
  }
  throw new Error(`${name} did not come`)
}
