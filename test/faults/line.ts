/**
 * The line from one counter to one host of the service, over real HTTP: a server that takes each request whole and does
 * with it what it is set to do. Owns what is under way, and which orders this counter's requests have made.
 */
import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { SimulatedKind } from '../simulation/kinds/kind.ts'
import { kindOfPost } from '../simulation/kinds/kinds.ts'
import type { ShopTime } from './shop-time.ts'

export interface ServiceAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** One request of a counter's, and what may be done with it. */
export interface Exchange {
  /** The kind of sale whose money it moves; undefined for any other request. */
  readonly kind: SimulatedKind | undefined
  readonly method: string
  readonly path: string
  wait(ms: number): Promise<void>
  /** Lets it arrive at the service, once more each time. */
  deliver(): Promise<ServiceAnswer>
  answer(answer: ServiceAnswer): void
  /** The same, in pieces with this long between them. */
  drip(answer: ServiceAnswer, everyMs: number): Promise<void>
  /** All headers and a part of the body; then the connection goes. */
  half(answer: ServiceAnswer): void
  reset(): void
  /** Never to be answered: resolves when the counter has given up. */
  silence(): Promise<void>
  /** The counter's process dies. */
  kill(): void
}

export interface LineOptions {
  readonly host: string
  readonly time: ShopTime
  /** The key that the service knows, for one that the counter sends. */
  keyFor(key: string): string
  befall(exchange: Exchange): Promise<void>
  /** An order was made by this request, which has no ref. */
  onUnnamedOrder(orderId: string, request: object): void
  kill(): void
}

/**
 * A request without a ref that lands five minutes late is a stranger's order to anybody. No line of this world is half as
 * slow: a busy machine may add the other half.
 */
const LATEST_UNNAMED_MS = 150_000

export type Line = Awaited<ReturnType<typeof startLine>>

export async function startLine(options: LineOptions) {
  const { host, time, keyFor, befall, onUnnamedOrder, kill } = options
  const agent = new Agent({ keepAlive: true })
  const underWay = new Set<Promise<unknown>>()
  const payments = new Set<ServerResponse>()
  let isCut = false

  async function takeIn(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming)
    const [method, path] = [incoming.method ?? 'GET', incoming.url ?? '/']
    const kind = kindOfPost(method, path)
    if (kind) payments.add(response)
    const cameAtMs = time.nowMs()
    const headers = {
      ...incoming.headers,
      'x-access-token': keyFor(String(incoming.headers['x-access-token'])),
    }
    const gone = new Promise<void>((resolve) => response.once('close', resolve))
    await befall({
      ...{ kind, method, path, wait: time.wait, kill },
      async deliver() {
        const isUnnamed = kind?.isKnownAgain === false
        if (isUnnamed && time.nowMs() - cameAtMs > LATEST_UNNAMED_MS) throw new Error('it is lost')
        const answer = await passOn(host, { method, path, headers, agent }, body)
        const orderId = isUnnamed ? orderIdIn(answer) : undefined
        if (orderId !== undefined) onUnnamedOrder(orderId, incoming)
        return answer
      },
      answer: (answer) => void response.writeHead(answer.status, headersFor(answer)).end(answer.body),
      async drip(answer, everyMs) {
        response.writeHead(answer.status, headersFor(answer))
        const third = Math.ceil(answer.body.length / 3)
        for (const from of [0, third, 2 * third]) {
          response.write(answer.body.subarray(from, from + third))
          await time.wait(everyMs)
        }
        response.end()
      },
      half(answer) {
        response.writeHead(answer.status, headersFor(answer))
        response.write(answer.body.subarray(0, answer.body.length / 2), () =>
          response.socket?.resetAndDestroy(),
        )
      },
      reset: () => void response.socket?.resetAndDestroy(),
      silence: () => gone,
    })
  }

  const server = createServer((incoming, response) => {
    const work = takeIn(incoming, response).catch(() => response.destroy())
    underWay.add(work)
    void work.finally(() => {
      underWay.delete(work)
      payments.delete(response)
    })
  })
  server.on('connection', (socket) => isCut && socket.resetAndDestroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    /** Requests that move money and may still arrive. */
    paymentsUnderWay: () => payments.size,
    /** Nothing gets through, new or old, until it is whole again. */
    setCut(cut: boolean) {
      isCut = cut
      if (cut) server.closeAllConnections()
    },
    async close() {
      server.closeAllConnections()
      await Promise.all(underWay)
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const headersFor = ({ headers, body }: ServiceAnswer) => ({
  ...Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(connection|keep-alive|transfer-)/.test(name)),
  ),
  'content-length': String(body.length),
})

function orderIdIn({ status, body }: ServiceAnswer): string | undefined {
  if (status >= 300) return undefined
  const { data } = JSON.parse(body.toString()) as { readonly data?: { readonly orderId?: string } }
  return data?.orderId
}

type PassedOn = Pick<Exchange, 'method' | 'path'> & {
  readonly headers: IncomingMessage['headers']
  readonly agent: Agent
}

function passOn(host: string, { headers, ...rest }: PassedOn, body: Buffer): Promise<ServiceAnswer> {
  const { connection: _connection, host: _host, ...own } = headers
  return new Promise((resolve, reject) => {
    const outgoing = send(
      `${host}${rest.path}`,
      { method: rest.method, agent: rest.agent, headers: own },
      (answer) => {
        bodyOf(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: bytes }),
          reject,
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
