/**
 * The way to the server of versions. Invariant: it talks to the one configured address and to no other host, follows no
 * redirect, says nothing of the shop or the machine, and what it leaves under a file's name is that very file, by its hash.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, renameSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import * as z from 'zod'
import builtIn from '#resources/updates.json' with { type: 'json' }
import { err, ok, type Result } from '#shared/result.ts'
import type { UpdateProblem } from '#shared/updates.ts'
import { agentThrough, isProxyUsable, type ProxySettings, readAddress } from '../api/addresses.ts'
import { codeOf, removeFile, syncFolder } from '../durable-file.ts'
import type { UpdateFile } from './version-file.ts'

/** A slow line is given its time; one on which nothing comes is not. */
const CONNECT_MS = 20_000
const SILENCE_MS = 60_000
const MAX_TEXT_BYTES = 256_000

interface FileWanted {
  readonly file: UpdateFile
  readonly folder: string
  readonly signal: AbortSignal
  /** Resolves when the line is free of what is more urgent. */
  readonly calm: () => Promise<void>
}

export interface UpdateLine {
  readText(name: string, signal: AbortSignal): Promise<Result<string, UpdateProblem>>
  /**
   * Brings a file into a folder and answers its path. What came before the line broke is kept, and the next try goes on behind
   * it. A file that is there is held against its hash again.
   */
  bring(wanted: FileWanted): Promise<Result<string, UpdateProblem>>
  close(): Promise<void>
}

/** Undefined where the address is none that may be asked. */
export function openUpdateLine(address: string, proxy: ProxySettings | undefined): UpdateLine | undefined {
  const at = readAddress(address)
  if (!at.ok) return undefined
  const dispatcher = dispatcherFor(at.origin, proxy)
  const get = (name: string, signal: AbortSignal, headers: Readonly<Record<string, string>> = {}) =>
    request(`${at.origin}${at.prefix}/${name}`, {
      ...{ dispatcher, signal, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS },
      headers: { 'accept-encoding': 'identity', 'cache-control': 'no-cache', ...headers },
    })
  return {
    async readText(name, signal) {
      try {
        const { statusCode, body } = await get(name, signal)
        const text = await textOf(body)
        if (statusCode !== 200) return err('unreachable')
        return text === undefined ? err('not-genuine') : ok(text)
      } catch {
        return err('unreachable')
      }
    },
    bring: (wanted) => bring(wanted, get),
    close: () => dispatcher.close(),
  }
}

/** Certificates are verified whatever the environment says; https goes through the shop's proxy, in a tunnel. */
function dispatcherFor(origin: string, proxy: ProxySettings | undefined): Dispatcher {
  const connect = { timeout: CONNECT_MS, rejectUnauthorized: true }
  if (proxy === undefined || !origin.startsWith('https:') || !isProxyUsable(proxy))
    return new Agent({ connect })
  return new EnvHttpProxyAgent({ connect, ...agentThrough(proxy, connect) })
}

type Get = (
  name: string,
  signal: AbortSignal,
  headers?: Readonly<Record<string, string>>,
) => ReturnType<typeof request>

/** Undefined where it is longer than any such text, or none. */
async function textOf(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > MAX_TEXT_BYTES) return undefined
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    return undefined
  }
}

async function bring(wanted: FileWanted, get: Get): Promise<Result<string, UpdateProblem>> {
  const { file, folder } = wanted
  const path = join(folder, file.name)
  const part = `${path}.part`
  try {
    if (existsSync(path)) {
      if ((await hashOf(path)) === file.sha512) return ok(path)
      removeFile(path)
    }
    const problem = await bringPart(part, wanted, get)
    if (problem !== undefined) return err(problem)
    if ((await hashOf(part)) !== file.sha512) {
      removeFile(part)
      return err('not-genuine')
    }
    renameSync(part, path)
    syncFolder(folder)
    return ok(path)
  } catch (fault) {
    return err(isOfTheDisk(fault) ? 'not-taken' : 'unreachable')
  }
}

const isOfTheDisk = (fault: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EBUSY', 'ENOENT'].includes(codeOf(fault) ?? '')

/** Goes on behind what is there, or begins anew where the server does not. Rejects where the line or the disk fails. */
async function bringPart(
  part: string,
  { file, signal, calm }: FileWanted,
  get: Get,
): Promise<UpdateProblem | undefined> {
  const before = statSync(part, { throwIfNoEntry: false })?.size ?? 0
  if (before === file.bytes) return undefined
  const from = before < file.bytes ? before : 0
  const { statusCode, headers, body } = await get(
    file.name,
    signal,
    from > 0 ? { range: `bytes=${from}-` } : {},
  )
  const goesOn = statusCode === 206 && String(headers['content-range']).startsWith(`bytes ${from}-`)
  if (statusCode !== 200 && !goesOn) {
    body.destroy()
    return 'unreachable'
  }
  const target = await open(part, goesOn ? 'a' : 'w')
  try {
    let length = goesOn ? from : 0
    for await (const chunk of body) {
      length += chunk.length
      if (length > file.bytes) break
      await target.write(chunk)
      await calm()
    }
    await target.sync()
    if (length < file.bytes) return 'unreachable'
    if (length === file.bytes) return undefined
  } finally {
    await target.close()
  }
  removeFile(part)
  return 'not-genuine'
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

// Where newer versions are announced, and by whose signature: a file of the product's own, which a release fills in.

const sourceSchema = z.strictObject({
  /** Null until somebody makes releases: nobody is asked then. */
  address: z.url().nullable(),
  /** Public keys, Ed25519, SPKI in base64; a signature by one is enough. */
  keys: z.array(z.string()).max(10),
})

export interface UpdateSource {
  readonly address: string
  readonly keys: readonly string[]
}

/** Undefined where no address is named. Throws where it is no such file. */
export function readUpdateSource(content: unknown = builtIn): UpdateSource | undefined {
  const { address, keys } = sourceSchema.parse(content)
  return address === null ? undefined : { address, keys }
}
