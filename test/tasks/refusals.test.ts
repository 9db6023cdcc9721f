/** What a start refuses on a machine that is not as it should be: each in one sentence that names what is wrong. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../electron/main/clock.ts'
import { dropIgnoredVariables, findRefusedVariable, readOverrides } from '../../electron/main/overrides.ts'
import { takeLock } from '../stand-in/lock.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { findShipped } from './packages/shipped.mjs'
import { inWritable, root, SetupError } from './setup.mjs'

const setup = pathToFileURL(fileURLToPath(new URL('./setup.mjs', import.meta.url))).href
const nobody = 65_534

describe('COMPTOIR_CHROMIUM', () => {
  const find = (named: string) =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const m = await import('${setup}'); m.orSentence(() => m.findChromium())`,
      ],
      { encoding: 'utf8', env: { ...process.env, COMPTOIR_CHROMIUM: named } },
    )

  test.each([
    ['nothing', (folder: string) => join(folder, 'gone')],
    ['a folder', (folder: string) => folder],
    ['a text', (folder: string) => join(folder, 'text')],
  ])('that names %s is refused by its name', (_what, name) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'text'), 'not a program', { mode: 0o644 })
    const { status, stderr } = find(name(folder))
    expect(status).toBe(1)
    expect(stderr).toBe(
      `comptoir: COMPTOIR_CHROMIUM names ${name(folder)}, which cannot be started; correct it or unset it\n`,
    )
  })

  test('that names a program is taken', () => {
    expect(find(process.execPath)).toMatchObject({ status: 0, stderr: '' })
  })
})

describe('the addresses of the environment', () => {
  test.each([
    ['COMPTOIR_BASE_URL', 'nonsense'],
    ['COMPTOIR_BASE_URL', 'http://example.com'],
    ['COMPTOIR_BILL_URL', 'https://user:word@example.com'],
    ['COMPTOIR_BILL_URL', 'file:///tmp/service'],
  ])('%s=%s is refused by its name', (name, address) => {
    const read = readOverrides({ [name]: address }, false)
    expect(read.ok).toBe(false)
    if (!read.ok) expect(read.error.startsWith(`${name}=${address} cannot be used: `)).toBe(true)
    expect(readOverrides({ [name]: address }, true)).toEqual({ ok: true, value: {} })
  })

  test('that can be used are taken as they are', () => {
    const env = { COMPTOIR_BASE_URL: 'http://127.0.0.1:4010', COMPTOIR_BILL_URL: 'https://example.com/v3' }
    expect(readOverrides(env, false)).toEqual({
      ok: true,
      value: { baseUrl: env.COMPTOIR_BASE_URL, billUrl: env.COMPTOIR_BILL_URL },
    })
  })
})

describe('the environment of a packaged counter', () => {
  test.each(['NODE_OPTIONS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_USE_SYSTEM_CA', 'OPENSSL_CONF'])(
    'keeps it from opening with %s, which steers nothing in development',
    (name) => {
      expect(findRefusedVariable({ PATH: '/bin', [name]: 'x' }, true)).toBe(name)
      expect(findRefusedVariable({ PATH: '/bin', [name]: '' }, true)).toBeUndefined()
      expect(findRefusedVariable({ [name]: 'x' }, false)).toBeUndefined()
    },
  )

  test('names no file that a shipped package would load', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const loading = findShipped(packages).flatMap((folder: string) => loadedByVariables(join(root, folder)))
    expect(loading).not.toEqual([])
    for (const name of loading) expect(findRefusedVariable({ [name]: '/x' }, true)).toBe(name)
  })

  test('names no other spooler and no other authorities', () => {
    const set = () => ({ CUPS_SERVER: '10.0.0.9', SSLKEYLOGFILE: '/tmp/keys', PATH: '/bin' })
    const [packaged, development] = [set(), set()]
    dropIgnoredVariables(packaged, true)
    dropIgnoredVariables(development, false)
    expect(packaged).toEqual({ PATH: '/bin' })
    expect(development).toEqual(set())
  })
})

/** The variables whose values the scripts of a package require or import. */
function loadedByVariables(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.[cm]?js$/.test(path) && !path.includes('node_modules'),
  )
  return scripts.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(loadedByName)].map((found) => found[1] ?? ''),
  )
}
const loadedByName = /(?:require|import|dlopen)\(\s*process\.env(?:\.|\[['"])([A-Z_]+)/g

describe('COMPTOIR_CLOCK_SPEED', () => {
  test.each(['fast', '0', '-2', '1.5', '1001'])('=%s is refused in one sentence', (text) => {
    const error = `COMPTOIR_CLOCK_SPEED=${text} cannot be used: it takes a whole number from 1 to 1000`
    expect(readOverrides({ COMPTOIR_CLOCK_SPEED: text }, false)).toEqual({ ok: false, error })
    expect(readOverrides({ COMPTOIR_CLOCK_SPEED: text }, true)).toEqual({ ok: true, value: {} })
  })

  test('runs the waits and both times of the core at that speed', async () => {
    expect(readOverrides({ COMPTOIR_CLOCK_SPEED: '500' }, false)).toEqual({
      ok: true,
      value: { clockSpeed: 500 },
    })
    const clock = createClock(500)
    const [nowMs, elapsedMs] = [clock.nowMs(), clock.elapsedMs()]
    await new Promise<void>((resolve) => clock.after(10_000, resolve))
    // A timer of Node's may run a millisecond early.
    expect(clock.elapsedMs() - elapsedMs).toBeGreaterThanOrEqual(9_000)
    expect(clock.nowMs() - nowMs).toBeGreaterThanOrEqual(9_000)
  })
})

describe('a folder that cannot be written', () => {
  test.skipIf(process.platform === 'win32')(
    'is named by the lock, where this user may not write in it',
    () => {
      const folder = temporaryFolder()
      chmodSync(folder, 0o555)
      onTestFinished(() => chmodSync(folder, 0o755))
      const lock = pathToFileURL(fileURLToPath(new URL('../stand-in/lock.ts', import.meta.url))).href
      const code = `try { (await import('${lock}')).takeLock(process.argv[1]) } catch (e) { console.log(e.message) }`
      const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
      for (const dataDir of [folder, join(folder, 'data')]) {
        const args = ['--input-type=module', '-e', code, dataDir]
        const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', ...asNobody })
        expect(stdout).toMatch(`the data folder ${dataDir} cannot be used: `)
      }
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test('is named if a file is in its place', () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    expect(() => takeLock(file)).toThrow(`the data folder ${file} cannot be used: EEXIST`)
  })

  test.each(['EACCES', 'EPERM', 'EROFS', 'ENOSPC'])('ends a task in a sentence (%s)', (code) => {
    const work = () => {
      throw Object.assign(new Error('no'), { code })
    }
    expect(() => inWritable('/clone', work)).toThrow(SetupError)
    expect(() => inWritable('/clone', work)).toThrow(
      `The folder /clone cannot be written by this user (${code})`,
    )
  })

  test('hides no other fault', () => {
    const work = () => {
      throw new TypeError('a bug')
    }
    expect(() => inWritable('/clone', work)).toThrow(TypeError)
  })
})

test('a lock that is held is not taken, and is free again with its holder', () => {
  const folder = temporaryFolder()
  const free = takeLock(folder)
  expect(free).toBeTypeOf('function')
  expect(takeLock(folder)).toBeUndefined()
  free?.()
  takeLock(folder)?.()
})
