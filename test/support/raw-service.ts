/**
 * A server of bare TCP that plays whatever a test wants on the wire: cuts, drips, garbage. It reads whole HTTP requests,
 * keeps each one, and hands the socket to the test's behaviour.
 */
import { createServer, type Socket } from 'node:net'

export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What to do with the socket once request number `count` (from 1) has arrived whole. */
export type Behaviour = (socket: Socket, request: RawRequest, count: number) => void

export interface RawService {
  readonly baseUrl: string
  /** Every whole request, in the order of arrival. */
  readonly requests: RawRequest[]
  readonly connections: () => number
  close(): Promise<void>
}

export async function startRawService(behave: Behaviour): Promise<RawService> {
  const requests: RawRequest[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      for (let next = takeRequest(received); next; next = takeRequest(received)) {
        received = next.rest
        requests.push(next.request)
        behave(socket, next.request, requests.length)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function takeRequest(text: string): { readonly request: RawRequest; readonly rest: string } | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [line = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((header) => {
      const colon = header.indexOf(':')
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()]
    }),
  )
  const bodyEnd = end + 4 + Number(headers['content-length'] ?? 0)
  if (text.length < bodyEnd) return undefined
  const [method = '', path = ''] = line.split(' ')
  const body = Buffer.from(text.slice(end + 4, bodyEnd), 'latin1').toString('utf8')
  return { request: { method, path, headers, body }, rest: text.slice(bodyEnd) }
}

/** The bytes of a whole HTTP answer that lets the connection live. */
export function httpAnswer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const all = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n${body}`
}

/** A behaviour that answers every request with this. */
export const always =
  (status: number, body: string, headers?: Readonly<Record<string, string>>): Behaviour =>
  (socket) =>
    socket.write(httpAnswer(status, body, headers))

/** The bytes of a whole HTTP answer that is a file. An undefined header is left out. */
export function fileAnswer(
  bytes: Uint8Array,
  headers: Readonly<Record<string, string | undefined>> = {},
): Buffer {
  const all = { 'content-length': String(bytes.length), ...headers }
  const lines = Object.entries(all).map(([name, value]) =>
    value === undefined ? '' : `${name}: ${value}\r\n`,
  )
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`, 'latin1'), bytes])
}
