/** A large file over a bad line: nothing is begun anew that was already here, and only a silent line is given up. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { download } from './machine/download.mjs'

const whole = Buffer.alloc(2_000_000, 'comptoir')

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/electron.zip`
}

function order(url: string) {
  const folder = temporaryFolder()
  const said: string[] = []
  const [target, partial] = [join(folder, 'electron.zip'), join(folder, 'kept', 'electron.zip.part')]
  return { url, target, partial, said, say: (line: string) => void said.push(line) }
}

/** The file from where it is asked for. */
const asked: RequestListener = ({ headers }, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': whole.length - from })
  response.end(whole.subarray(from))
}

test('a silent line is given up, and the next try resumes', async () => {
  let calls = 0
  const url = await serve((request, response) => {
    calls += 1
    if (calls > 1) return asked(request, response)
    response.writeHead(200, { 'content-length': whole.length })
    response.write(whole.subarray(0, whole.length / 2))
  })
  const files = order(url)
  const size = () => statSync(files.partial, { throwIfNoEntry: false })?.size ?? 0
  // The silence is over for the timer as soon as half of the file is there.
  const whenHalf = (_ms: number, give: () => void) => {
    const watch = setInterval(() => size() >= whole.length / 2 && give(), 5)
    return () => clearInterval(watch)
  }
  await expect(download(files, whenHalf)).rejects.toThrow('nothing came for 30 s')
  expect(size()).toBe(whole.length / 2)
  expect(existsSync(files.target)).toBe(false)
  files.said.length = 0
  await download(files)
  expect(readFileSync(files.target).equals(whole)).toBe(true)
  expect(existsSync(files.partial)).toBe(false)
  expect(files.said.at(0)).toMatch(/^electron\.zip: \d of 2 MB$/)
  expect(files.said.length).toBeLessThan(6)
})

test('a server without ranges sends the whole, which replaces the part', async () => {
  const files = order(
    await serve((_request, response) => {
      response.writeHead(200, { 'content-length': whole.length })
      response.end(whole)
    }),
  )
  mkdirSync(dirname(files.partial))
  writeFileSync(files.partial, 'another')
  await download(files)
  expect(readFileSync(files.target).equals(whole)).toBe(true)
})

test.each([404, 416])('an answer of %i leaves nothing to resume', async (status) => {
  const files = order(await serve((_request, response) => response.writeHead(status).end('no')))
  await expect(download(files)).rejects.toThrow(String(status))
  expect(existsSync(files.partial) || existsSync(files.target)).toBe(false)
})
