/**
 * Asks the spooler of this machine (CUPS) over its own socket. Owns the bounds of each question. No network: a spooler is only
 * looked for where CUPS itself says that it is.
 */
import { existsSync } from 'node:fs'
import { type RequestOptions, request } from 'node:http'
import { userInfo } from 'node:os'
import { err, ok, type Result } from '#shared/result.ts'
import { codeOf } from '../../durable-file.ts'
import { printLimits } from '../link.ts'
import { decodeAnswer, encodeRequest, type IppAnswer } from './ipp-message.ts'

const MAX_ANSWER_BYTES = 4_000_000

export const operations = {
  printJob: 0x0002,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getPrinterAttributes: 0x000b,
  getDefault: 0x4001,
  getPrinters: 0x4002,
} as const

/** `absent`: there is no spooler, and nothing was handed to it. `lost`: the question may have been heard. */
type IppProblem = 'absent' | 'lost'

/** Where CUPS keeps its socket on Linux and on macOS. */
const sockets = ['/run/cups/cups.sock', '/private/var/run/cupsd', '/var/run/cups/cups.sock'] as const

/** A spooler by its socket's path, or by host and port as `CUPS_SERVER` names them; undefined where there is none. */
export function findSpooler(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['CUPS_SERVER'] || sockets.find((path) => existsSync(path))
}

const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return 'comptoir'
  }
}

/** Asks once. Never rejects. */
export function askSpooler(
  spooler: string,
  operation: number,
  attributes: Parameters<typeof encodeRequest>[1],
  { timeoutMs, document = new Uint8Array() }: { readonly timeoutMs: number; readonly document?: Uint8Array },
): Promise<Result<IppAnswer, IppProblem>> {
  const user = userName()
  const head = encodeRequest(operation, [...attributes, ['name', 'requesting-user-name', user]])
  const { promise, resolve } = Promise.withResolvers<Result<IppAnswer, IppProblem>>()
  const asking = request({
    ...addressOf(spooler),
    ...{ method: 'POST', path: '/', agent: false, signal: AbortSignal.timeout(timeoutMs) },
    headers: {
      'Content-Type': 'application/ipp',
      'Content-Length': head.length + document.length,
      // Whose job it is: the spooler asks the socket itself whether that is true.
      Authorization: `PeerCred ${user}`,
    },
  })
  let connected = false
  asking.once('socket', (socket) => socket.once('connect', () => (connected = true)))
  asking.on('error', (fault) => {
    const neverHeard = !connected || codeOf(fault) === 'ECONNREFUSED'
    resolve(err(neverHeard ? 'absent' : 'lost'))
  })
  asking.once('response', (response) => {
    const parts: Buffer[] = []
    let bytes = 0
    response.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > MAX_ANSWER_BYTES) response.destroy()
      else parts.push(part)
    })
    response.once('error', () => resolve(err('lost')))
    response.once('close', () => {
      const answer = response.complete ? decodeAnswer(Buffer.concat(parts)) : undefined
      resolve(answer && response.statusCode === 200 ? ok(answer) : err('lost'))
    })
  })
  asking.write(head)
  asking.end(document)
  return promise
}

function addressOf(spooler: string): RequestOptions {
  if (spooler.startsWith('/')) return { socketPath: spooler }
  const { hostname, port } = new URL(`http://${spooler}`)
  return { host: hostname, port: port === '' ? 631 : Number(port) }
}

// The queues that the spooler of this machine has.

interface CupsQueue {
  readonly name: string
  readonly isDefault: boolean
}

const ERRORS_FROM = 0x0400

/** None where there is no spooler, or it does not answer. */
export async function listCupsQueues(
  spooler: string | undefined = findSpooler(),
): Promise<readonly CupsQueue[]> {
  if (spooler === undefined) return []
  const timeoutMs = printLimits.commandMs
  const asked = [['keyword', 'requested-attributes', 'printer-name']] as const
  const [queues, chosen] = await Promise.all([
    askSpooler(spooler, operations.getPrinters, asked, { timeoutMs }),
    askSpooler(spooler, operations.getDefault, asked, { timeoutMs }),
  ])
  if (!queues.ok || queues.value.status >= ERRORS_FROM) return []
  const isGiven = chosen.ok && chosen.value.status < ERRORS_FROM
  const defaultName = isGiven ? chosen.value.groups[1]?.get('printer-name')?.[0] : undefined
  return queues.value.groups.slice(1).flatMap((group) => {
    const name = group.get('printer-name')?.[0]
    return typeof name === 'string' ? { name, isDefault: name === defaultName } : []
  })
}
