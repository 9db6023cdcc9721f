/** What is packed and how, as far as no packer is needed to see it. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import type { Configuration } from 'electron-builder'
import { describe, expect, test } from 'vitest'
import { readVersionFile } from '#core/updates/version-file.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { findForeignModules, findMissingLicences } from './pack/after-pack.mjs'
import { runChecks } from './pack/checks.mjs'
import { drawIcons, linuxSizes } from './pack/icon-files.mjs'
import { configOver, findMissing } from './pack/missing.mjs'
import { targetsOf } from './pack/native-target.mjs'
import { askSbom, composeSbom, findUnproven, readNatives } from './pack/sbom.mjs'
import { composeVersionFile, findInstallers, signVersionFile } from './pack/versions.mjs'
import { findShipped } from './packages/shipped.mjs'
import { root } from './setup.mjs'

const packaging = join(root, 'resources/packaging')

describe('the icons', () => {
  test('are drawn from the picture, in each size that Linux looks for', async () => {
    const drawn = await drawIcons(readFileSync(join(packaging, 'icon.svg')))
    for (const [name, bytes] of drawn) {
      const kept = readFileSync(join(packaging, name))
      // Another processor may round a shade otherwise: the sizes alone are held against each other there.
      if (process.arch === 'x64' && process.platform === 'linux') expect(kept.equals(bytes), name).toBe(true)
    }
    for (const size of linuxSizes) {
      const { width, height } = await loadImage(join(packaging, `icons/${size}x${size}.png`))
      expect([width, height]).toEqual([size, size])
    }
  })

  test('of Windows and macOS are whole PNG files, each where its table says', async () => {
    const ico = readFileSync(join(packaging, 'icon.ico'))
    const inIco = Array.from({ length: ico.readUInt16LE(4) }, (_, at) => {
      const row = 6 + 16 * at
      const from = ico.readUInt32LE(row + 12)
      return { size: ico.readUInt8(row) || 256, png: ico.subarray(from, from + ico.readUInt32LE(row + 8)) }
    })
    const icns = readFileSync(join(packaging, 'icon.icns'))
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const inIcns: Buffer[] = []
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
      inIcns.push(icns.subarray(at + 8, at + icns.readUInt32BE(at + 4)))
    for (const { size, png } of inIco) expect((await loadImage(png)).width).toBe(size)
    const widths = await Promise.all(inIcns.map(async (png) => (await loadImage(png)).width))
    expect(Math.max(...widths)).toBe(1024)
    expect(inIco.map(({ size }) => size)).toContain(256)
  })
})

/** The first bytes of a module, as each system writes them. */
const elf = (machine: number) => {
  const bytes = Buffer.alloc(64)
  bytes.write('\x7fELF', 'latin1')
  bytes.writeUInt16LE(machine, 18)
  return bytes
}
const pe = (machine: number) => {
  const bytes = Buffer.alloc(96)
  bytes.write('MZ', 'latin1')
  bytes.writeUInt32LE(64, 60)
  bytes.write('PE\0\0', 64, 'latin1')
  bytes.writeUInt16LE(machine, 68)
  return bytes
}
const mach = (processor: number) => {
  const bytes = Buffer.alloc(64)
  bytes.writeUInt32LE(0xfeedfacf, 0)
  bytes.writeUInt32LE(processor, 4)
  return bytes
}
const fat = (...processors: readonly number[]) => {
  const bytes = Buffer.alloc(8 + 20 * Math.max(3, processors.length))
  bytes.writeUInt32BE(0xcafebabe, 0)
  bytes.writeUInt32BE(processors.length, 4)
  for (const [at, processor] of processors.entries()) bytes.writeUInt32BE(processor, 8 + 20 * at)
  return bytes
}

describe('a native module', () => {
  test.each([
    [elf(62), ['linux x64']],
    [elf(183), ['linux arm64']],
    [pe(0x8664), ['win32 x64']],
    [pe(0xaa64), ['win32 arm64']],
    [mach(0x01000007), ['darwin x64']],
    [mach(0x0100000c), ['darwin arm64']],
    [fat(0x01000007, 0x0100000c), ['darwin x64', 'darwin arm64']],
    [Buffer.alloc(200, 'text'), []],
    [Buffer.alloc(3), []],
  ])('has its system and processor, %#', (bytes, targets) => {
    expect(targetsOf(bytes).map(({ platform, arch }) => `${platform} ${arch}`)).toEqual(targets)
  })

  test('that npm installed here is for here', () => {
    const path = `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`
    expect(targetsOf(readFileSync(join(root, path)))).toContainEqual({
      platform: process.platform,
      arch: process.arch,
    })
  })

  test('for another processor stops the packing by its name, and so does a package without any', () => {
    const folder = temporaryFolder()
    const target = { platform: 'darwin', arch: 'arm64' }
    expect(findForeignModules(folder, target)).toEqual(['no native module was packed'])
    mkdirSync(join(folder, 'unpacked'))
    writeFileSync(join(folder, 'unpacked/keytar.node'), mach(0x01000007))
    writeFileSync(join(folder, 'unpacked/sqlite.node'), fat(0x01000007, 0x0100000c))
    expect(findForeignModules(folder, target)).toEqual(['unpacked/keytar.node is not for darwin arm64'])
  })
})

describe('the origin of a native module', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const allowScripts = { keytar: true }
  const file = (path: string, text = 'module') => ({ path, bytes: Buffer.from(text) })
  const known = (...built: readonly string[]) => ({
    ...{ packages, allowScripts },
    readInstalled: (path: string) =>
      path.endsWith('.node') ? Buffer.from('module') : built.includes(path) ? Buffer.from('{}') : undefined,
  })
  const keytar = 'node_modules/keytar/build/Release/keytar.node'

  test('is the lock file’s hash, or a build of this machine’s; anything else stops the packing', () => {
    const sqlite = 'node_modules/better-sqlite3/prebuilds/linux-x64.node'
    expect(findUnproven([file(sqlite)], known())).toEqual([])
    expect(findUnproven([file(keytar)], known('node_modules/keytar/build/config.gypi'))).toEqual([])
    expect(findUnproven([file(keytar)], known())).toEqual([
      `${keytar} was fetched by a script, and not built here`,
    ])
    expect(findUnproven([file(sqlite, 'another')], known())).toEqual([
      `${sqlite} is not the file that was installed`,
    ])
    const stranger = 'node_modules/stranger/x.node'
    expect(findUnproven([file(stranger)], known())).toEqual([`${stranger} is of no package of the lock file`])
  })

  test('is in the parts list beside each installer, with the hash of each shipped part', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'linux-unpacked/resources/app.asar.unpacked/node_modules/keytar/build/Release'), {
      recursive: true,
    })
    writeFileSync(join(folder, 'linux-unpacked/resources/app.asar.unpacked', keytar), 'module')
    const natives = readNatives(folder)
    expect(natives).toEqual([file(keytar)])
    const installer = { name: 'Comptoir-1.0.0-x64.AppImage', bytes: Buffer.from('installer') }
    const whole = askSbom()
    for (const platform of ['linux', 'win32', 'darwin']) {
      for (const arch of ['x64', 'arm64']) {
        const target = { platform, arch }
        const list = composeSbom({
          whole,
          packages,
          shipped: findShipped(packages),
          target,
          installer,
          natives,
        })
        expect(list).toMatchObject({
          bomFormat: 'CycloneDX',
          metadata: { component: { name: installer.name, hashes: [{ alg: 'SHA-256' }] } },
        })
        const names = list.components.map(({ name }: { readonly name: string }) => name)
        for (const name of ['electron', 'react', 'zod', 'undici', 'keytar', keytar])
          expect(names).toContain(name)
        expect(names).toContain(`@koromix/koffi-${platform}-${arch}`)
        expect(names.filter((name: string) => /vitest|biome|android|freebsd/.test(name))).toEqual([])
        const without = list.components.filter(
          ({ hashes = [] }: { hashes?: unknown[] }) => hashes.length === 0,
        )
        expect(without).toEqual([])
      }
    }
  })
})

describe('a packing machine', () => {
  const look = (platform: string, env: Record<string, string> = {}, hasRuntime = true) =>
    findMissing({ hasRuntime, platform, env, updates: { address: 'https://versions.example', keys: ['k'] } })
  const emptyRuntime = () => '/empty'
  const azureKey = {
    ...{ AZURE_TENANT_ID: 't', AZURE_CLIENT_ID: 'c', AZURE_CLIENT_SECRET: 's' },
    ...{ AZURE_SIGN_PUBLISHER: 'CN=Comptoir', AZURE_SIGN_ENDPOINT: 'https://neu.codesigning.example' },
    ...{ AZURE_SIGN_ACCOUNT: 'account', AZURE_SIGN_PROFILE: 'profile' },
  }
  const appleKey = { APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 's' }

  test.each([
    ['linux', {}, []],
    ['win32', {}, ['certificate']],
    ['win32', { WIN_CSC_LINK: 'c' }, []],
    ['win32', { AZURE_TENANT_ID: 't', AZURE_CLIENT_ID: 'c', AZURE_CLIENT_SECRET: 's' }, ['certificate']],
    ['win32', azureKey, []],
    ['darwin', {}, ['certificate', 'notarisation']],
    ['darwin', { CSC_LINK: 'c', APPLE_API_KEY: 'k' }, ['notarisation']],
    ['darwin', { CSC_NAME: 'c', ...appleKey }, []],
  ])('of %s reports what it lacks to sign: %j', (platform, env, names) => {
    expect(look(platform, env as Record<string, string>).map(({ name }) => name)).toEqual(names)
  })

  test('without a certificate signs for itself, because Apple’s processors start nothing unsigned', () => {
    const unsigned = configOver(look('darwin'), { emptyRuntime })
    expect(unsigned).toEqual({ mac: { identity: '-', hardenedRuntime: false, notarize: false } })
    expect(configOver(look('darwin', { CSC_NAME: 'c', ...appleKey }), { emptyRuntime })).toEqual({})
  })

  test('of Windows has Azure sign where all that it takes is there, by the options that electron-builder has', () => {
    const at = (platform: string, env: Record<string, string>) =>
      configOver(look(platform, env), { emptyRuntime, platform, env })
    const azureSignOptions: NonNullable<NonNullable<Configuration['win']>['azureSignOptions']> = {
      ...{ publisherName: 'CN=Comptoir', endpoint: 'https://neu.codesigning.example' },
      ...{ codeSigningAccountName: 'account', certificateProfileName: 'profile' },
    }
    expect(at('win32', azureKey)).toEqual({ win: { azureSignOptions } })
    expect(at('win32', { ...azureKey, AZURE_SIGN_PROFILE: '' })).toEqual({})
    expect(at('linux', azureKey)).toEqual({})
  })

  test('without the runtime packs what is the counter’s own', () => {
    expect(configOver(look('linux', {}, false), { emptyRuntime })).toEqual({
      electronDist: '/empty',
      electronFuses: null,
    })
  })
})

test.skipIf(process.platform === 'win32')(
  'nothing is packed after a failed check, nor if the registry is silent',
  async () => {
    const folder = temporaryFolder()
    const npm = join(folder, 'npm')
    const run = async (failing: string) => {
      const fails = `case "$*" in *${failing}*) exit 7;; esac`
      writeFileSync(npm, `#!/bin/sh\necho "$*" >> '${folder}/asked'\n${fails}\n`, { mode: 0o755 })
      const said: string[] = []
      const code = await runChecks((line: string) => said.push(line), npm)
      const asked = readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')
      rmSync(join(folder, 'asked'))
      return { code, said, asked: asked.map((line) => line.replace('run --silent check:', '')) }
    }
    const all = ['types', 'lint', 'tidy', 'licences', 'audit -- --must-answer']
    expect(await run('nothing')).toEqual({ code: 0, said: [], asked: all })
    const said = ['check:tidy ended with 7: nothing is packed']
    expect(await run('tidy')).toEqual({ code: 7, said, asked: all.slice(0, 3) })
  },
)

test('what the system loads beside the archive is signed with the program, which lies where its users cannot write', () => {
  const settings = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
  const [, windows = ''] = /^win:\n((?: {2}.+\n)+)/m.exec(settings) ?? []
  expect(windows).toContain('  signExts: [.node, .dll]\n')
  const [, installer = ''] = /^nsis:\n((?: {2}.+\n)+)/m.exec(settings) ?? []
  expect(installer).toContain('  perMachine: true\n')
  const rights = readFileSync(join(root, 'resources/packaging/mac/entitlements.plist'), 'utf8')
  expect([...rights.matchAll(/<key>([^<]+)<\/key>/g)].map(([, right]) => right)).toEqual([
    'com.apple.security.cs.allow-jit',
  ])
})

describe('for Linux', () => {
  const settings = readFileSync(join(root, 'electron-builder.yml'), 'utf8')

  test('the deb has a homepage, and asks for all that electron-builder would have it ask for', () => {
    const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(homepage).toMatch(/^https:/)
    const target = readFileSync(join(root, 'node_modules/app-builder-lib/out/targets/FpmTarget.js'), 'utf8')
    const [, theirs = ''] = /case "deb":\s+return \[([^\]]+)\]/.exec(target) ?? []
    const [, list = ''] = /^deb:\n(?: {2}.*\n)*? {2}depends:\n((?: {4}- .+\n)+)/m.exec(settings) ?? []
    const ours = list.split('\n').flatMap((line) => line.replace(/^ {4}- /, '').split(' | '))
    const wanted = [...theirs.matchAll(/"([^"]+)"/g)].map(([, name]) => name)
    expect(wanted.length).toBeGreaterThan(5)
    expect(wanted.filter((name = '') => !ours.includes(name))).toEqual([])
    expect(ours).toContain('libgbm1')
  })

  test('the AppImage is made with a runtime that needs no FUSE 2', () => {
    const [, major = 0, minor = 0, patch = 0] = /^ {2}appimage: (\d+)\.(\d+)\.(\d+)$/m.exec(settings) ?? []
    expect(Number(major) * 10_000 + Number(minor) * 100 + Number(patch)).toBeGreaterThanOrEqual(10_003)
  })
})

test('a program that lacks the licences of what is in it stops the packing', () => {
  const folder = temporaryFolder()
  const resources = join(folder, 'Comptoir.app/Contents/Resources')
  mkdirSync(resources, { recursive: true })
  for (const name of ['licences.txt', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), '')
  expect(findMissingLicences(folder, 'linux')).toEqual([])
  expect(findMissingLicences(folder, 'darwin')).toHaveLength(2)
  for (const name of ['licences.txt', 'LICENSES.chromium.html']) writeFileSync(join(resources, name), '')
  expect(findMissingLicences(folder, 'darwin')).toEqual([])
})

describe('the versions of a release', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const release = (change: object = {}) => {
    const folder = temporaryFolder()
    for (const name of [
      'Comptoir-Setup-1.2.0-x64.exe',
      'Comptoir-1.2.0-arm64.zip',
      'Comptoir-1.2.0-x86_64.AppImage',
      'x.deb',
    ])
      writeFileSync(join(folder, name), name)
    const installers = findInstallers(folder)
    return composeVersionFile({
      installers,
      percent: 20,
      withdrawn: [],
      nowMs: 5_000,
      before: undefined,
      ...change,
    })
  }

  test('are signed so that the counter believes them, and that key alone', () => {
    const text = signVersionFile(release({ withdrawn: ['1.1.0'] }), pem)
    const other = generateKeyPairSync('ed25519').publicKey
    expect(readVersionFile(text, [other])).toBeUndefined()
    expect(readVersionFile(text, [other, publicKey])).toMatchObject({
      ...{ number: 5, latest: '1.2.0', percent: 20, withdrawn: ['1.1.0'] },
      files: {
        'win32-x64': { name: 'Comptoir-Setup-1.2.0-x64.exe', bytes: 28 },
        'darwin-arm64': { name: 'Comptoir-1.2.0-arm64.zip' },
        'linux-x64': { name: 'Comptoir-1.2.0-x86_64.AppImage' },
      },
    })
  })

  test('go on from the file before: a higher number, and what was taken back stays so', () => {
    const before = release({ withdrawn: ['1.0.0'] })
    expect(release({ before, withdrawn: ['1.1.0'], percent: 100, nowMs: 1_000 })).toMatchObject({
      ...{ number: 6, releasedAtMs: 5_000, percent: 100, withdrawn: ['1.0.0', '1.1.0'] },
    })
  })

  test('go to as many machines as before where only another is taken back; a new version takes a number', () => {
    const before = release({})
    expect(release({ before, withdrawn: ['1.1.0'], percent: undefined })).toMatchObject({ percent: 20 })
    expect(() => release({ before: { ...before, latest: '1.1.9' }, percent: undefined })).toThrow('--percent')
  })

  test('are not made of two versions, nor of none', () => {
    expect(() => findInstallers(temporaryFolder())).toThrow('there are: none')
  })

  test('are missing for a release without an address for them', () => {
    const updates = { address: null, keys: [] }
    const missing = findMissing({ hasRuntime: true, platform: 'linux', env: {}, updates })
    expect(missing.map(({ name }) => name)).toEqual(['source'])
  })
})
