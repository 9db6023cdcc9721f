/**
 * The training service: the whole API over real HTTP on loopback, deterministic, with faults on demand. It is how a new
 * cashier learns the counter and what the tests sell through, so it behaves as the document says the real one does, and
 * where the document is silent the code says that the choice is ours.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Answer, Host } from './answer.ts'
import type { Incoming } from './answer-request.ts'
import type { Delivery } from './deliver.ts'
import { trainingKeys } from './keys.ts'
import { readOptions, type TrainingOptions } from './options.ts'
import { openTrainingCore } from './training-core.ts'

export interface TrainingService {
  /** Of everything but bill payment; paths begin with /v3. */
  readonly baseUrl: string
  /** Of bill payment. */
  readonly billUrl: string
  readonly keys: typeof trainingKeys
  /** Cuts every connection, stops listening and closes the data file. Calling it again does nothing. */
  close(): Promise<void>
}

/**
 * Starts the service on 127.0.0.1. Rejects with an Error in one clear sentence for a bad option, a port in use, or a
 * data file that cannot be used; nothing is left open then.
 */
export async function startTrainingService(options: TrainingOptions = {}): Promise<TrainingService> {
  const read = readOptions(options)
  const training = openTrainingCore(read)
  const listeners: Listener[] = []
  const close = async () => {
    await Promise.all(listeners.map((listener) => listener.close()))
    training.close()
  }
  try {
    const platform = await listen('platform', read.port, training.answer)
    listeners.push(platform)
    const bill = await listen('bill', read.billPort, training.answer)
    listeners.push(bill)
    return { baseUrl: platform.url, billUrl: bill.url, keys: trainingKeys, close: once(close) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs `work` at the first call; every call answers its promise. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

// The HTTP side: two listeners on 127.0.0.1, a bounded body, and an orderly or a sudden end of every connection.

const ADDRESS = '127.0.0.1'
const MAX_BODY_BYTES = 64 * 1024
/** How much of a body that is too large is read and thrown away so that its sender can hear the refusal. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024

/** Longer than any client keeps one: a busy client must not send on a connection that is being closed. */
const KEEP_ALIVE_MS = 120_000

type Handler = (incoming: Incoming) => Promise<Delivery>

interface Listener {
  readonly url: string
  /** Stops listening and destroys every connection. */
  close(): Promise<void>
}

/** Listens on a port of 127.0.0.1, 0 for any. Rejects with an Error that says the port is taken. */
async function listen(host: Host, port: number, handle: Handler): Promise<Listener> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    serve(host, request, response, handle).catch((error: unknown) => {
      response.destroy()
      if (!isClosing(error)) process.emitWarning(error instanceof Error ? error : String(error))
    })
  })
  const url = `http://${ADDRESS}:${await bind(server, port)}`
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A delay that was under way when the service closed. */
const isClosing = (error: unknown) => error instanceof Error && error.name === 'AbortError'

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const taken = 'code' in cause && cause.code === 'EADDRINUSE'
      const why = taken ? `port ${port} is already in use` : cause.message
      reject(new Error(`The training service cannot listen: ${why}.`, { cause }))
    })
    server.listen(port, ADDRESS, () => {
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address.port)
      else reject(new Error('The training service cannot listen: it was given no port.'))
    })
  })
}

async function serve(
  host: Host,
  request: IncomingMessage,
  response: ServerResponse,
  handle: Handler,
): Promise<void> {
  const body = await readBody(request)
  if (body === 'gone') {
    response.destroy()
    return
  }
  const url = URL.parse(request.url ?? '/', `http://${ADDRESS}`)
  const key = request.headers['x-access-token']
  const delivery = await handle({
    host,
    method: request.method ?? 'GET',
    path: url?.pathname ?? '/',
    query: url?.searchParams ?? new URLSearchParams(),
    key: typeof key === 'string' ? key : undefined,
    address: request.socket.remoteAddress ?? ADDRESS,
    origin: `http://${ADDRESS}:${request.socket.localPort ?? ''}`,
    body: body.text,
  })
  write(response, delivery)
}

function write(response: ServerResponse, delivery: Delivery): void {
  if (delivery.kind === 'cut') response.destroy()
  else if (delivery.kind === 'whole') writeWhole(response, delivery.answer)
  else writeHalf(response, delivery.answer)
}

function writeWhole(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** The connection goes once those bytes have left. */
function writeHalf(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
}

/** The body as text, `text: null` past its bound; 'gone' where the sender left, or never stops, before its end. */
async function readBody(request: IncomingMessage): Promise<{ readonly text: string | null } | 'gone'> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      if (size > MAX_DISCARDED_BYTES) return 'gone'
    }
  } catch {
    return 'gone'
  }
  return { text: size > MAX_BODY_BYTES ? null : Buffer.concat(chunks).toString('utf8') }
}
