/**
 * A spooler (CUPS) of its own for a test: its queues, its spool and its socket are in a folder of that test's, and the machine's
 * own spooler is never met.
 */
import { execFile, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const READY_TRIES = 200
const LOOK_EVERY_MS = 25

const found = (program: string): boolean =>
  spawnSync('which', [program], { env: { PATH: pathWithServers() } }).status === 0
const pathWithServers = () => `${process.env['PATH'] ?? ''}:/usr/sbin`
const missing = ['cupsd', 'lpadmin', 'lpstat'].filter((program) => !found(program))

/** Why these tests cannot run here; undefined where they can. */
export const whyNoCups: string | undefined =
  process.platform !== 'linux'
    ? 'a spooler of its own is started on Linux only'
    : missing.length > 0
      ? `${missing.join(', ')} missing on this machine`
      : process.getuid?.() === 0
        ? undefined
        : 'a spooler is started by root only'

export interface Spooler {
  /** Where it listens: what CUPS_SERVER names. */
  readonly socket: string
  /** Makes a raw queue to a TCP printer. */
  addQueue(name: string, port: number): Promise<void>
  /** Makes one whose printer reports of itself what `say` gives it, and prints every job. */
  addMoodyQueue(name: string): Promise<{
    /** From the next job on, in the words of cups-backend(7): `+media-empty`, `-offline-report`. */
    say(reasons: string): void
  }>
  /** The folder in which it keeps what it was given to print. */
  readonly spool: string
  /** Runs one of the spooler's own commands, such as cupsdisable. */
  command(name: string, ...args: readonly string[]): Promise<string>
}

/** Starts one; `atEnd` takes what is to be done when the test is over. */
export async function startCups(atEnd: (work: () => void | Promise<void>) => void): Promise<Spooler> {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-cups-'))
  // It gives its printing up to a user who may do less.
  chmodSync(folder, 0o755)
  const socket = join(folder, 'socket')
  writeConfiguration(folder, socket)
  const files = ['-c', join(folder, 'cupsd.conf'), '-s', join(folder, 'cups-files.conf')]
  const env = { PATH: pathWithServers(), LC_ALL: 'C', CUPS_SERVER: socket }
  const daemon = spawn('cupsd', ['-f', ...files], { env, stdio: 'ignore' })
  const over = new Promise((resolve) => daemon.once('close', resolve))
  atEnd(async () => {
    daemon.kill('SIGKILL')
    await over
    rmSync(folder, { recursive: true, force: true })
  })
  const command = async (name: string, ...args: readonly string[]) => (await run(name, args, { env })).stdout
  for (
    let tries = 0;
    !(existsSync(socket) && (await command('lpstat', '-r')).includes('is running'));
    tries += 1
  ) {
    if (tries > READY_TRIES) throw new Error('the spooler does not start')
    await wait(LOOK_EVERY_MS)
  }
  const addQueueTo = (name: string, uri: string) =>
    command('lpadmin', '-p', name, '-E', '-v', uri, '-m', 'raw')
  return {
    socket,
    spool: join(folder, 'spool'),
    command,
    addQueue: async (name, port) => void (await addQueueTo(name, `socket://127.0.0.1:${port}`)),
    async addMoodyQueue(name) {
      const say = (reasons: string) => writeFileSync(join(folder, 'mood'), `STATE: ${reasons}\n`)
      say('none')
      await addQueueTo(name, 'usb://moody/printer')
      return { say }
    },
  }
}

/** The system's programs; in the place of its backend for USB, which alone keeps that a printer is off, one of ours. */
function writePrograms(folder: string): string {
  const [own, installed] = [join(folder, 'bin'), '/usr/lib/cups']
  const link = (path: string) => {
    for (const name of readdirSync(join(installed, path)).filter(
      (one) => one !== 'backend' && one !== 'usb',
    )) {
      symlinkSync(join(installed, path, name), join(own, path, name))
    }
  }
  mkdirSync(join(own, 'backend'), { recursive: true })
  link('.')
  link('backend')
  const moody = `#!/bin/sh\n[ $# -eq 0 ] && exit 0\ncat '${folder}/mood' >&2 || exit 1\ncat > /dev/null\n`
  writeFileSync(join(own, 'backend/usb'), moody, { mode: 0o755 })
  return own
}

function writeConfiguration(folder: string, socket: string): void {
  const places = ['spool', 'cache', 'state', 'tmp', 'ssl'].map((name) => join(folder, name))
  for (const place of places) mkdirSync(place)
  const [spool, cache, state, tmp, ssl] = places
  writeFileSync(
    join(folder, 'cups-files.conf'),
    [
      `ServerRoot ${folder}`,
      ...[
        `ServerBin ${writePrograms(folder)}`,
        'DataDir /usr/share/cups',
        'SystemGroup root',
        'User lp',
        'Group lp',
      ],
      ...[`RequestRoot ${spool}`, `CacheDir ${cache}`, `StateDir ${state}`, `TempDir ${tmp}`],
      ...[`ServerKeychain ${ssl}`, `ErrorLog ${folder}/error_log`, `AccessLog ${folder}/access_log`],
      `PageLog ${folder}/page_log`,
    ].join('\n'),
  )
  // As a distribution sets it up: whoever is on the machine may print, and take their own jobs back.
  writeFileSync(
    join(folder, 'cupsd.conf'),
    [
      ...[`Listen ${socket}`, 'LogLevel warn', 'Browsing Off', 'WebInterface No', 'DefaultAuthType Basic'],
      ...['<Location />', 'Order allow,deny', 'Allow all', '</Location>'],
      ...[
        '<Policy default>',
        '<Limit Cancel-Job>',
        'Require user @OWNER @SYSTEM',
        'Order deny,allow',
        '</Limit>',
      ],
      ...['<Limit All>', 'Order deny,allow', '</Limit>', '</Policy>', ''],
    ].join('\n'),
  )
}
