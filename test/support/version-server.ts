/**
 * A server of versions for tests, real HTTP on loopback: signed version files and the files that they name, whole, cut, changed
 * or silent. It keeps every path that it was asked for.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { signedPrefix, type VersionFile } from '#core/updates/version-file.ts'

export const makeKey = () => generateKeyPairSync('ed25519')
export const textOfKey = (key: KeyObject): string =>
  key.export({ type: 'spki', format: 'der' }).toString('base64')

export const target = `${process.platform}-${process.arch}`
export const installerBytes = Buffer.from('#!/bin/sh\nexit 0\n'.padEnd(300_000, '# the counter\n'))

export const fileOf = (bytes: Buffer, name = 'Comptoir-2.0.0.AppImage') => ({
  name,
  bytes: bytes.length,
  sha512: createHash('sha512').update(bytes).digest('base64'),
})

/** A version file for a counter of version 1.0.0, with 2.0.0 for everybody. */
export const versionFile = (change: Partial<VersionFile> = {}): VersionFile => ({
  format: 1,
  number: 10,
  latest: '2.0.0',
  releasedAtMs: 0,
  percent: 100,
  withdrawn: [],
  files: { [target]: fileOf(installerBytes) },
  ...change,
})

export function signed(content: unknown, key: KeyObject): string {
  const text = JSON.stringify(content)
  const signature = sign(null, Buffer.from(signedPrefix + text), key).toString('base64')
  return JSON.stringify({ signed: text, signatures: [signature] })
}

export type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** Serves `files` by their names; what a test puts there counts from then on. */
export async function startVersionServer(files: Record<string, string | Buffer | Serve> = {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.url}${request.headers.range ? ` ${request.headers.range}` : ''}`)
    const found = files[request.url?.split('/').at(-1) ?? '']
    if (typeof found === 'function') return found(request, response)
    if (found === undefined) return response.writeHead(404).end('none')
    const bytes = Buffer.from(found)
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const range = from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from, ...range })
    return response.end(bytes.subarray(from))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const at = server.address()
  const port = typeof at === 'object' ? at?.port : undefined
  return {
    address: `http://127.0.0.1:${port}/versions`,
    files,
    asked,
    cut: () => server.closeAllConnections(),
  }
}

/** Sends some of it and no more. */
export const holdAfter =
  (bytes: Buffer, length: number): Serve =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, length))
  }
