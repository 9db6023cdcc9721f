/** The checks of the packages: what is planted in a lock file is refused by its name, and what is in ours passes. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles, readSource, specifiersIn } from '../tidy/sources.ts'
import { judgeAdvisories, readReport } from './packages/advisories.mjs'
import { composeNotices, findLicenceFaults, isAllowed } from './packages/licence-rules.mjs'
import { findLockFaults, findNodeFaults } from './packages/lock-rules.mjs'
import { bundled, findShipped } from './packages/shipped.mjs'
import { root } from './setup.mjs'

const manifestText = readFileSync(join(root, 'package.json'), 'utf8')
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')

interface Entry {
  [field: string]: unknown
}
interface Lock {
  lockfileVersion: number
  readonly packages: Record<string, Entry>
}
interface Manifest {
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
  allowScripts?: Record<string, boolean>
}

/** What the rules say of our own files, after `plant` has changed them. */
function faultsAfter(plant: (lock: Lock, manifest: Manifest) => void): readonly string[] {
  const lock: Lock = JSON.parse(lockText)
  const manifest: Manifest = JSON.parse(manifestText)
  plant(lock, manifest)
  return findLockFaults({ lockText: JSON.stringify(lock), manifest })
}

const change = (lock: Lock, name: string, fields: Entry) =>
  Object.assign(lock.packages[`node_modules/${name}`] ?? {}, fields)

describe('the lock file', () => {
  test('of this project breaks no rule', () => {
    expect(faultsAfter(() => {})).toEqual([])
  })

  test.each<[string, (lock: Lock, manifest: Manifest) => void, string]>([
    [
      'an address',
      (lock) => change(lock, 'zod', { resolved: 'https://example.com/zod.tgz' }),
      'zod names the address that it came from',
    ],
    ['no integrity', (lock) => change(lock, 'zod', { integrity: undefined }), 'zod has no sha512 integrity'],
    [
      'a weak integrity',
      (lock) => change(lock, 'undici', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }),
      'undici has no sha512 integrity',
    ],
    ['a folder', (lock) => change(lock, 'zustand', { link: true }), 'zustand is a link to a folder'],
    [
      'a script at its installation',
      (lock) => change(lock, 'zod', { hasInstallScript: true }),
      'zod runs a script at its installation, and allowScripts does not name it',
    ],
    [
      'a dependency at a forge',
      (lock) => change(lock, 'undici', { dependencies: { left: 'someone/left' } }),
      'undici takes left from someone/left',
    ],
    [
      'a dependency by address',
      (lock) => change(lock, 'undici', { optionalDependencies: { left: 'git+ssh://example.com/left' } }),
      'undici takes left from git+ssh://example.com/left',
    ],
    [
      'a dependency under another name',
      (lock) => change(lock, 'undici', { dependencies: { left: 'npm:right@1.0.0' } }),
      'undici takes left from npm:right@1.0.0',
    ],
    [
      'a second major of what is shipped',
      (lock) => {
        const { integrity } = lock.packages['node_modules/zod'] ?? {}
        lock.packages['node_modules/keytar/node_modules/zod'] = { version: '3.0.0', integrity }
      },
      'zod is shipped in more than one major: 4.6.7, 3.0.0',
    ],
    [
      'no part for one of our platforms',
      (lock) => change(lock, '@rolldown/binding-darwin-x64', { cpu: ['arm64'] }),
      'rolldown has nothing for darwin x64',
    ],
    [
      'a part that was left out',
      (lock) => {
        delete lock.packages['node_modules/@koromix/koffi-win32-arm64']
      },
      'koffi has nothing for win32 arm64',
    ],
    [
      'a package for musl alone',
      (lock) => change(lock, '@biomejs/cli-linux-arm64', { libc: ['musl'] }),
      '@biomejs/biome has nothing for linux arm64',
    ],
    [
      'another version of the file',
      (lock) => {
        lock.lockfileVersion = 2
      },
      'package-lock.json is of version 2, not 3',
    ],
  ])('that holds %s is refused by the name of the package', (_what, plant, fault) => {
    expect(faultsAfter(plant)).toEqual([fault])
  })

  test('that was made from another package.json is refused, as is a range of versions', () => {
    const faults = faultsAfter((_lock, manifest) => {
      manifest.dependencies['zod'] = '^4.0.0'
    })
    expect(faults).toEqual([
      'package.json asks for zod ^4.0.0, which is not one version',
      'package-lock.json was not made from package.json: its dependencies differ',
    ])
  })

  test('may hold scripts only where package.json names them', () => {
    const faults = faultsAfter((_lock, manifest) => {
      manifest.allowScripts = {}
    })
    expect(faults).toHaveLength(3)
    expect(faults.join()).toContain('keytar runs a script at its installation')
  })

  test('lets a script run only if its needs are known', () => {
    const faults = faultsAfter((_lock, manifest) => {
      manifest.allowScripts = { ...manifest.allowScripts, koffi: true }
    })
    expect(faults).toEqual(['koffi may run its script at its installation, and nobody knows what that needs'])
  })

  test('of the Node for the tasks breaks no rule', () => {
    const read = (name: string) => readSource(`test/tasks/node-24/${name}`)
    const manifest: Manifest = JSON.parse(read('package.json'))
    expect(findNodeFaults({ lockText: read('package-lock.json'), manifest })).toEqual([])
  })
})

const { packages }: Lock = JSON.parse(lockText)
const shipped = findShipped(packages)

describe('what is shipped', () => {
  test('is all that the window imports, and no more', () => {
    const code = listFiles().filter((path) => /^(renderer|shared|electron\/preload)\/.*\.tsx?$/.test(path))
    const names = code
      .flatMap((path) => specifiersIn(readSource(path)))
      .filter((specifier) => /^(@[\w-]+\/)?[\w-]/.test(specifier))
      .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0])
    const outside = new Set(names.filter((name) => name !== 'electron' && name !== 'zod'))
    expect([...outside].sort()).toEqual(bundled)
  })

  test('holds what the packages need in turn, and none of the tools', () => {
    expect(shipped).toContain('node_modules/scheduler')
    expect(shipped).toContain('node_modules/better-sqlite3')
    expect(shipped).toContain('node_modules/electron')
    expect(shipped).not.toContain('node_modules/vitest')
    expect(shipped).not.toContain('node_modules/@electron/get/node_modules/undici')
  })
})

describe('a native module', () => {
  const folders = Object.keys(packages).filter((path) => existsSync(join(root, path, 'binding.gyp')))

  test('is compiled at its installation only where package.json says so', () => {
    const { allowScripts = {} }: Manifest = JSON.parse(manifestText)
    const compiled = folders.map((path) => [path, allowScripts[path.replace('node_modules/', '')]])
    expect(compiled).toEqual([
      ['node_modules/better-sqlite3', false],
      ['node_modules/keytar', true],
    ])
  })

  test('that is not compiled brings its file for each platform', () => {
    const files = readdirSync(join(root, 'node_modules/better-sqlite3/prebuilds'))
    const systems = ['win32', 'darwin', 'linux'].flatMap((os) => [`${os}-x64.node`, `${os}-arm64.node`])
    expect(systems.filter((file) => !files.includes(file))).toEqual([])
  })
})

describe('licences', () => {
  const withLicence = (name: string, license: unknown) => ({
    ...packages,
    [`node_modules/${name}`]: { ...packages[`node_modules/${name}`], license },
  })

  test('of this project are all on the list', () => {
    expect(findLicenceFaults({ packages, shipped })).toEqual([])
  })

  test.each(['GPL-3.0-only', 'MPL-2.0', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN FILE', undefined])(
    'of a shipped package that asks for more than its notice are refused: %s',
    (license) => {
      const faults = findLicenceFaults({ packages: withLicence('undici', license), shipped })
      expect(faults).toEqual([`undici is shipped and has the licence ${license ?? 'of nobody knows what'}`])
    },
  )

  test('of a tool may ask for more, and not for anything', () => {
    expect(findLicenceFaults({ packages: withLicence('vitest', 'MPL-2.0'), shipped })).toEqual([])
    expect(findLicenceFaults({ packages: withLicence('vitest', 'AGPL-3.0'), shipped })).toHaveLength(1)
  })

  test('with a choice need one that fits, with several need all', () => {
    expect(isAllowed('(GPL-2.0 OR MIT)', ['MIT'])).toBe(true)
    expect(isAllowed('ISC AND MIT', ['MIT'])).toBe(false)
    expect(isAllowed('(MIT OR (ISC AND GPL-2.0))', ['MIT'])).toBe(false)
  })

  test('with one text are listed once, under every name', () => {
    const both = composeNotices([
      { name: 'one', version: '1.0.0', licence: 'MIT', text: 'A text.\r\n' },
      { name: 'two', version: '2.0.0', licence: 'MIT', text: 'A text.' },
      { name: 'three', version: '3.0.0', licence: 'ISC', text: '' },
    ])
    expect(both.match(/A text\./g)).toHaveLength(1)
    expect(both).toContain('one 1.0.0\ntwo 2.0.0\n\nA text.')
    expect(both).toContain('three 3.0.0\n\nLicensed under ISC.')
  })

  test('are written down as they are', () => {
    const task = join(root, 'test/tasks/licences.mjs')
    expect(spawnSync(process.execPath, [task], { encoding: 'utf8' })).toMatchObject({ status: 0 })
  })
})

describe('what is known against a package', () => {
  const cause = (severity: string) => ({ severity, title: 'a fault', url: 'https://example.com/GHSA-1' })
  const report = (name: string, severity: string) => ({
    vulnerabilities: { [name]: { name, via: [cause(severity), 'another'] } },
  })
  const shippedNames = new Set(['undici'])

  test('stops a shipped package where it is grave, until it is accepted', () => {
    const known = { report: report('undici', 'high'), shippedNames }
    expect(judgeAdvisories({ ...known, accepted: [] }).faults).toEqual(['undici: high, GHSA-1: a fault'])
    expect(judgeAdvisories({ ...known, accepted: [{ advisory: 'GHSA-1' }] }).faults).toEqual([])
  })

  test.each([
    ['undici', 'moderate'],
    ['vitest', 'critical'],
  ])('is only reported: %s, %s', (name, severity) => {
    const { faults, notes } = judgeAdvisories({ report: report(name, severity), shippedNames, accepted: [] })
    expect(faults).toEqual([])
    expect(notes).toEqual([`${name}: ${severity}, GHSA-1: a fault`])
  })

  test('and was accepted is reported as gone when it is', () => {
    const accepted = [{ advisory: 'GHSA-2' }]
    const { notes } = judgeAdvisories({ report: { vulnerabilities: {} }, shippedNames, accepted })
    expect(notes).toEqual(['GHSA-2 is accepted, and no longer reported'])
  })

  test.each([
    ['', 'no network'],
    ['not json', 'no network'],
    ['{"statusCode":405}', 'no report from the registry (405)'],
    ['{"error":{"code":"ENOTFOUND"}}', 'no report from the registry (ENOTFOUND)'],
  ])('is unknown if the registry gives no report: %j', (text, silence) => {
    expect(readReport(text)).toEqual({ silence })
  })

  test('is reported as unasked if the registry is silent, and fails the packing of a counter', () => {
    const ask = (...more: readonly string[]) => {
      const script = join(root, 'test/tasks/audit.mjs')
      // Nobody listens there.
      const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' }
      return spawnSync(process.execPath, [script, ...more], { encoding: 'utf8', env })
    }
    const [passed, refused] = [ask(), ask('--must-answer')]
    expect([passed.status, refused.status]).toEqual([0, 1])
    for (const { stdout } of [passed, refused]) expect(stdout).toContain('advisories not asked: ')
  })

  test('is accepted with a reason and a date', () => {
    const accepted: readonly Entry[] = JSON.parse(readSource('test/tasks/packages/accepted-advisories.json'))
    const dated = accepted.filter(
      ({ advisory, why, since }) =>
        typeof advisory === 'string' &&
        String(why ?? '').length > 20 &&
        /^\d{4}-\d\d-\d\d$/.test(String(since)),
    )
    expect(dated).toEqual(accepted)
  })
})
