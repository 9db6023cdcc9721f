/** A real proxy for tests: opens tunnels on CONNECT, keeps what it was asked for and every byte that went through. */
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface ConnectProxy {
  readonly url: string
  /** The targets of the tunnels, `host:port`, in the order in which they were asked for. */
  readonly tunnels: string[]
  /** The Proxy-Authorization of each, or null. */
  readonly credentials: (string | null)[]
  /** Requests that were not for a tunnel. */
  readonly plainRequests: string[]
  /** All bytes that were sent through, one after the other. */
  bytesSeen(): Buffer
  close(): Promise<void>
}

/** `refusal`: the status line's end that every tunnel is refused with; 'silence' never answers. */
export async function startConnectProxy(refusal?: string): Promise<ConnectProxy> {
  const sockets = new Set<Socket>()
  const seen: Buffer[] = []
  const tunnels: string[] = []
  const credentials: (string | null)[] = []
  const plainRequests: string[] = []
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((request, response) => {
    plainRequests.push(request.url ?? '')
    response.writeHead(502).end()
  })
  server.on('connection', keep)
  server.on('connect', (request, client: Socket) => {
    const target = request.url ?? ''
    tunnels.push(target)
    credentials.push(request.headers['proxy-authorization'] ?? null)
    if (refusal === 'silence') return
    if (refusal !== undefined) return void client.end(`HTTP/1.1 ${refusal}\r\n\r\n`)
    const { hostname, port } = new URL(`http://${target}`)
    const upstream = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      client.on('data', (bytes) => seen.push(bytes))
      client.pipe(upstream).pipe(client)
    })
    keep(upstream)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    tunnels,
    credentials,
    plainRequests,
    bytesSeen: () => Buffer.concat(seen),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
