/** Through a real proxy: what goes in a tunnel, what does not, and what is proved where no tunnel opens. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ProxySettings, proxyOfEnvironment } from '#core/api/addresses.ts'
import { callLimits } from '#core/api/limits.ts'
import { createTransport } from '#core/api/transport.ts'
import { testKey } from '../../support/api-client.ts'
import { balance, connect as connectTo, order, pause, serve } from '../../support/client-on-wire.ts'
import { startConnectProxy } from '../../support/connect-proxy.ts'
import { always } from '../../support/raw-service.ts'
import { selfSigned } from '../../support/self-signed.ts'

interface Seen {
  readonly method: string
  readonly body: string
}

/** An https service on this machine; `cut` destroys the connection of every request that it has read. */
async function startSecure(cut = false) {
  const seen: Seen[] = []
  const sockets = new Set<Duplex>()
  const server = createServer(selfSigned, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    seen.push({ method: request.method ?? '', body })
    if (cut) return void request.socket.destroy()
    const sent = body === '' ? undefined : JSON.parse(body)
    const data = sent ? { topupId: `t${seen.length}`, topupRef: sent.ref } : { balance: 1200.5 }
    response.end(JSON.stringify({ success: true, data }))
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo
  return { seen, port, baseUrl: `https://localhost:${port}` }
}

async function startProxy(refusal?: string) {
  const proxy = await startConnectProxy(refusal)
  onTestFinished(proxy.close)
  return proxy
}

/** Takes the service's own certificate for one that vouches for it. */
function connect(baseUrl: string, proxy: ProxySettings, limits = callLimits) {
  return connectTo(baseUrl, { transport: createTransport(limits, proxy, () => [selfSigned.cert]), limits })
}

describe('a service behind a proxy', () => {
  test('is reached in a tunnel, in which the proxy sees neither key nor body', async () => {
    const service = await startSecure()
    const proxy = await startProxy()
    const client = connect(service.baseUrl, { url: proxy.url, except: '' })
    expect(await client.sendInternet(order(1))).toMatchObject({ kind: 'accepted' })
    expect(await client.readBalance()).toMatchObject({ kind: 'accepted', value: { amountCentimes: 120_050 } })
    expect(new Set(proxy.tunnels)).toEqual(new Set([`localhost:${service.port}`]))
    expect(proxy.bytesSeen().length).toBeGreaterThan(0)
    for (const secret of [testKey, '023456789', 'internet/send']) {
      expect(proxy.bytesSeen().includes(secret)).toBe(false)
    }
    expect(service.seen.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  test('is given the name and password of the proxy’s own address', async () => {
    const service = await startSecure()
    const proxy = await startProxy()
    const client = connect(service.baseUrl, { url: proxy.url.replace('//', '//shop:word@'), except: '' })
    await client.readBalance()
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('shop:word').toString('base64')}`])
  })

  test.each(['localhost', '.example, localhost', '*'])(
    'is reached directly if %s is excepted',
    async (except) => {
      const service = await startSecure()
      const proxy = await startProxy()
      const client = connect(service.baseUrl, { url: proxy.url, except })
      expect(await client.readBalance()).toMatchObject({ kind: 'accepted' })
      expect(proxy.tunnels).toEqual([])
    },
  )

  test('must still show a certificate for its own name', async () => {
    const service = await startSecure()
    const proxy = await startProxy()
    const client = connect(`https://127.0.0.1:${service.port}`, { url: proxy.url, except: '' })
    expect(await client.sendInternet(order(1))).toMatchObject({ kind: 'not-sent', reason: 'tls' })
    expect(proxy.tunnels).toEqual([`127.0.0.1:${service.port}`])
    expect(service.seen).toEqual([])
  })

  test('cut after the proxy has read a send: the send is in doubt, and arrived once', async () => {
    const service = await startSecure(true)
    const proxy = await startProxy()
    const client = connect(service.baseUrl, { url: proxy.url, except: '' })
    const outcome = await client.sendInternet(order(1))
    expect(outcome).toMatchObject({ kind: 'in-doubt', reason: 'cut-before-answer' })
    await pause(100)
    expect(service.seen).toHaveLength(1)
  })

  test('receives each of twenty sends in a row once', async () => {
    const service = await startSecure()
    const proxy = await startProxy()
    const client = connect(service.baseUrl, { url: proxy.url, except: '' })
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, place) => client.sendInternet(order(place))),
    )
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['accepted']))
    const refs = service.seen.map(({ body }) => JSON.parse(body).ref)
    expect([refs.length, new Set(refs).size]).toEqual([20, 20])
  })
})

describe('if no tunnel opens, nothing is sent', () => {
  test.each(['403 Forbidden', '407 Proxy Authentication Required', '502 Bad Gateway'])(
    'the proxy answers %s',
    async (refusal) => {
      const service = await startSecure()
      const proxy = await startProxy(refusal)
      const client = connect(service.baseUrl, { url: proxy.url, except: '' })
      expect(await client.sendInternet(order(1))).toMatchObject({ kind: 'not-sent', reason: 'proxy' })
      expect(proxy.tunnels).toHaveLength(1)
      expect(service.seen).toEqual([])
    },
  )

  test('the proxy says nothing', async () => {
    const service = await startSecure()
    const proxy = await startProxy('silence')
    const limits = { ...callLimits, connectMs: 1_000 }
    const client = connect(service.baseUrl, { url: proxy.url, except: '' }, limits)
    expect(await client.sendInternet(order(1))).toMatchObject({ kind: 'not-sent', reason: 'proxy' })
    expect(service.seen).toEqual([])
  })

  test('the proxy is not there', async () => {
    const service = await startSecure()
    const proxy = await startConnectProxy()
    await proxy.close()
    const client = connect(service.baseUrl, { url: proxy.url, except: '' })
    expect(await client.sendInternet(order(1))).toMatchObject({
      kind: 'not-sent',
      reason: 'connection-refused',
    })
    expect(service.seen).toEqual([])
  })

  test.each(['proxy', 'socks5://127.0.0.1:9', 'ftp://127.0.0.1', ''])('%j is no proxy', async (url) => {
    const service = await startSecure()
    const outcome = await connect(service.baseUrl, { url, except: '' }).sendInternet(order(1))
    expect(outcome).toMatchObject({ kind: 'not-sent', reason: 'bad-proxy' })
    expect(service.seen).toEqual([])
  })
})

test('plain http, used for this machine only, never goes to a proxy', async () => {
  const service = await serve(always(200, balance))
  const proxy = await startProxy()
  const client = connect(service.baseUrl, { url: proxy.url, except: '' })
  expect(await client.readBalance()).toMatchObject({ kind: 'accepted' })
  expect([...proxy.tunnels, ...proxy.plainRequests]).toEqual([])
})

test.each<readonly [Readonly<Record<string, string>>, ProxySettings | undefined]>([
  [{}, undefined],
  [{ HTTPS_PROXY: '' }, undefined],
  [{ HTTPS_PROXY: 'http://a:1' }, { url: 'http://a:1', except: '' }],
  [
    { https_proxy: 'http://b:1', HTTPS_PROXY: 'http://a:1' },
    { url: 'http://b:1', except: '' },
  ],
  [
    { HTTP_PROXY: 'http://c:1', NO_PROXY: 'x,y' },
    { url: 'http://c:1', except: 'x,y' },
  ],
  [
    { HTTPS_PROXY: 'http://a:1', HTTP_PROXY: 'http://c:1' },
    { url: 'http://a:1', except: '' },
  ],
  [
    { https_proxy: 'http://a:1', no_proxy: 'z' },
    { url: 'http://a:1', except: 'z' },
  ],
])('the environment %j', (environment, settings) => {
  expect(proxyOfEnvironment(environment)).toEqual(settings)
})
