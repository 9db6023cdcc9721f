/** The command that signs the file of versions, as a release calls it, beside a server that counters read it from. */
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readVersionFile } from '#core/updates/version-file.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  makeKey,
  type Serve,
  signed,
  startVersionServer,
  textOfKey,
  versionFile,
} from '../support/version-server.ts'
import { root } from './setup.mjs'

const ours = makeKey()
const pem = ours.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const command = join(root, 'test/tasks/pack/release.mjs')

/** A release of version 1.2.0 whose counters read of versions at `address`. */
function openRelease(address: string | null) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'Comptoir-Setup-1.2.0-x64.exe'), 'the installer')
  const source = join(temporaryFolder(), 'updates.json')
  writeFileSync(source, JSON.stringify({ address, keys: [textOfKey(ours.publicKey)] }))
  const path = join(folder, 'version.json')
  const env = { ...process.env, COMPTOIR_UPDATE_KEY: pem, COMPTOIR_UPDATES: source }
  const sign = (...more: readonly string[]) =>
    new Promise<{ code: number; stderr: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        [command, 'sign', folder, ...more],
        { env },
        (_fault, _stdout, stderr) => resolve({ code: child.exitCode ?? -1, stderr }),
      )
    })
  const read = () => readVersionFile(readFileSync(path, 'utf8'), [ours.publicKey])
  return { path, sign, read }
}

/** A port at which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const published = (key = ours.privateKey) =>
  signed(versionFile({ number: 9_999_999_999, latest: '1.1.0', withdrawn: ['1.0.0', '1.0.1'] }), key)

test('a tag is the version that is packed, or is named in a sentence', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const check = (tag: string) => {
    const { status, stderr } = spawnSync(process.execPath, [command, 'tag', tag], { encoding: 'utf8' })
    return { status, stderr }
  }
  expect(check(`v${version}`)).toEqual({ status: 0, stderr: '' })
  for (const tag of ['v99.0.0', version, `v${version}-rc.1`])
    expect(check(tag)).toEqual({
      status: 1,
      stderr: `release: the tag is ${tag}, and package.json says ${version}: make them one\n`,
    })
})

describe('the versions of a release', () => {
  test('go on from what counters read now: what was taken back stays so, and the number is higher', async () => {
    const server = await startVersionServer({ 'version.json': published() })
    const { sign, read } = openRelease(`${server.address}/`)
    expect(await sign('--percent', '10')).toMatchObject({ code: 0 })
    expect(server.asked).toEqual(['/versions/version.json'])
    expect(read()).toMatchObject({
      ...{ number: 10_000_000_000, latest: '1.2.0', percent: 10, withdrawn: ['1.0.0', '1.0.1'] },
    })
  })

  test('go on from what was signed here as well, where that is newer and not handed out yet', async () => {
    const server = await startVersionServer({ 'version.json': published() })
    const { sign, read } = openRelease(server.address)
    await sign('--percent', '10', '--withdraw', '1.1.0')
    expect(await sign('--percent', '100')).toMatchObject({ code: 0 })
    expect(read()).toMatchObject({ number: 10_000_000_001, withdrawn: ['1.0.0', '1.0.1', '1.1.0'] })
  })

  test('begin with the first one if counters read none yet', async () => {
    const { address } = await startVersionServer()
    const { sign, read } = openRelease(address)
    expect(await sign('--percent', '10')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the first'),
    })
    expect(read()).toMatchObject({ latest: '1.2.0', withdrawn: [] })
  })

  const cut: Serve = (_request, response) => {
    response.writeHead(200, { 'content-length': 500 })
    response.write(published().slice(0, 100), () => response.destroy())
  }
  const answer =
    (status: number, headers: Record<string, string> = {}): Serve =>
    (_request, response) =>
      void response.writeHead(status, headers).end('no')
  test.each<[string, string | Serve, RegExp]>([
    ['is signed by another key', published(makeKey().privateKey), /is signed by no key/],
    ['is changed', published().replace('1.0.1', '0.0.1'), /is signed by no key/],
    ['is no version file', '<html>', /is signed by no key/],
    ['does not come whole', cut, /could not be read \(\w/],
    ['is refused', answer(403), /answers 403/],
    ['is behind a server that fails', answer(500), /answers 500/],
    ['is elsewhere', answer(302, { location: '/version.json' }), /could not be read \(\w/],
  ])('are not signed where what counters read %s', async (_what, served, why) => {
    const { address } = await startVersionServer({ 'version.json': served })
    const { path, sign } = openRelease(address)
    const { code, stderr } = await sign('--percent', '10')
    expect(code).toBe(1)
    expect(stderr).toMatch(why)
    expect(stderr).toMatch(/^release: .+ nothing is signed, .+\n$/)
    expect(existsSync(path)).toBe(false)
  })

  test('are not signed where nobody answers, nor where no address is named', async () => {
    const { path, sign } = openRelease(`http://127.0.0.1:${await closedPort()}/versions`)
    expect(await sign('--percent', '10')).toMatchObject({
      ...{ code: 1, stderr: expect.stringMatching(/^release: .+ECONNREFUSED.+\n$/) },
    })
    expect(existsSync(path)).toBe(false)
    expect(await openRelease(null).sign('--percent', '10')).toMatchObject({
      ...{ code: 1, stderr: expect.stringMatching(/^release: .+ names no address.+\n$/) },
    })
  })

  test('are not signed over a file here that is not genuine', async () => {
    const { address } = await startVersionServer({ 'version.json': published() })
    const { path, sign } = openRelease(address)
    writeFileSync(path, published(makeKey().privateKey))
    expect(await sign('--percent', '10')).toMatchObject({
      ...{ code: 1, stderr: expect.stringMatching(/^release: .+is signed by no key.+\n$/) },
    })
  })
})
