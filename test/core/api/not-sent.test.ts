/** Why a request has not left: said only where the other side can be seen to have received nothing. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { callLimits } from '#core/api/limits.ts'
import { createTransport } from '#core/api/transport.ts'
import { balance, connect, order, pause, serve, taken } from '../../support/client-on-wire.ts'
import { httpAnswer, startRawService } from '../../support/raw-service.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Listens on a free port of this machine until the test ends. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('a request is not sent', () => {
  test('because the connection is refused', async () => {
    const service = await startRawService(() => {})
    await service.close()
    const client = connect(service.baseUrl)
    expect(await client.sendInternet(order(1))).toMatchObject({
      kind: 'not-sent',
      reason: 'connection-refused',
      evidence: { endpoint: 'sendInternet', httpStatus: null, requestId: null },
    })
  })

  test('because the name is unknown', async () => {
    const client = connect('https://counter.invalid')
    expect(await client.sendInternet(order(1))).toMatchObject({ kind: 'not-sent', reason: 'dns' })
  })

  test.each([
    ['says nothing', 'connect-timeout', () => {}],
    ['hangs up', 'connect-failed', (socket: Socket) => socket.destroy()],
    ['speaks something else', 'tls', (socket: Socket) => socket.write(httpAnswer(400, ''))],
  ])('because the other side %s instead of shaking hands: %s', async (_name, reason, greet) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', () => greet(socket))
    })
    const port = await listen(server)
    const limits = reason === 'connect-timeout' ? { connectMs: 1_000 } : {}
    const client = connect(`https://127.0.0.1:${port}`, { limits })
    expect(await client.sendInternet(order(1))).toMatchObject({ kind: 'not-sent', reason })
  })

  test('because the certificate is not trusted, whatever the environment allows', async () => {
    let requests = 0
    const server = createServer(selfSigned, (_request, response) => {
      requests += 1
      response.end(balance)
    })
    const port = await listen(server)
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const client = connect(`https://localhost:${port}`)
    expect(await client.sendInternet(order(1))).toMatchObject({ kind: 'not-sent', reason: 'tls' })
    expect(requests).toBe(0)
  })

  test.each([
    ['NODE_EXTRA_CA_CERTS', {}],
    ['SSL_CERT_FILE', { NODE_USE_SYSTEM_CA: '1' }],
  ])('because the certificate’s authority is not one of Node’s, whatever %s adds', async (name, more) => {
    let requests = 0
    const server = createServer(selfSigned, (_request, response) => {
      requests += 1
      response.end(balance)
    })
    const port = await listen(server)
    const authority = join(temporaryFolder(), 'authority.pem')
    writeFileSync(authority, selfSigned.cert)
    const child = fileURLToPath(new URL('../../support/tls-child.ts', import.meta.url))
    const env = { ...process.env, ...more, [name]: authority }
    const { stdout } = await promisify(execFile)(process.execPath, [child, `https://localhost:${port}`], {
      env,
    })
    expect(stdout).toBe('not-sent tls')
    expect(requests).toBe(0)
  })

  test('because no connection became free in time; it is not sent later either', async () => {
    const held: Socket[] = []
    const service = await serve((socket) => held.push(socket))
    const transport = createTransport({ ...callLimits, maxConnections: 1 })
    const holding = connect(service.baseUrl, { transport }).sendInternet(order(1))
    await expect.poll(() => held.length).toBe(1)
    const waiting = connect(service.baseUrl, { transport, limits: { totalMs: 300 } }).sendInternet(order(2))
    expect(await waiting).toMatchObject({ kind: 'not-sent', reason: 'no-connection-in-time' })
    for (const socket of held) socket.write(taken(1))
    expect(await holding).toMatchObject({ kind: 'accepted' })
    await pause(300)
    expect(service.requests.map(({ body }) => JSON.parse(body).ref)).toEqual([order(1).ref])
  })

  test('because the client is closed; a call under way ends first', async () => {
    const service = await serve((socket) => setTimeout(() => socket.write(taken(1)), 100))
    const client = connect(service.baseUrl)
    const under = client.sendInternet(order(1))
    await expect.poll(() => service.requests.length).toBe(1)
    const closing = client.close()
    expect(await client.sendInternet(order(2))).toMatchObject({ kind: 'not-sent', reason: 'closed' })
    expect(await under).toMatchObject({ kind: 'accepted' })
    await closing
    expect(service.requests).toHaveLength(1)
  })

  test.each([
    ['http://service.example', 'insecure-address'],
    ['http://127.0.0.1.example', 'insecure-address'],
    ['ftp://127.0.0.1', 'insecure-address'],
    ['https://user:word@service.example', 'bad-address'],
    ['service', 'bad-address'],
    ['', 'bad-address'],
  ])('because %s is no address for a key: %s', async (baseUrl, reason) => {
    expect(await connect(baseUrl).sendInternet(order(1))).toMatchObject({ kind: 'not-sent', reason })
  })
})
