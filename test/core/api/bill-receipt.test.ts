/** The receipt download: a file comes whole, of a proved type and under a safe name, or it does not come. */
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ServiceClient } from '#core/api/client.ts'
import { callLimits } from '#core/api/limits.ts'
import { clientFor, keepLog } from '../../support/api-client.ts'
import { sampleFiles, sampleIds } from '../../support/bill-samples.ts'
import { serviceOfFile } from '../../support/client-on-wire.ts'
import { always, fileAnswer, httpAnswer } from '../../support/raw-service.ts'

const service = await serviceOfFile()
let client: ServiceClient
beforeEach(() => {
  client = clientFor(service.baseUrl)
  return () => client.close()
})

const { pdf, png, jpeg, unknown } = sampleFiles
const download = () => client.downloadReceipt(sampleIds.transaction)
const answerWith = (bytes: Uint8Array, headers: Readonly<Record<string, string | undefined>>) => {
  service.behave = (socket) => socket.write(fileAnswer(bytes, headers))
}
const disposition = 'attachment; filename="facture.pdf"'

describe('a receipt', () => {
  test('has its bytes, its type, its name and its digest', async () => {
    answerWith(pdf, {
      'content-type': 'application/pdf',
      'content-disposition': disposition,
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req-7',
    })
    const outcome = await download()
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
    expect(Buffer.from(outcome.value.bytes)).toEqual(pdf)
    expect(outcome.value).toMatchObject({
      type: 'application/pdf',
      name: 'facture.pdf',
      sha256: createHash('sha256').update(pdf).digest('hex'),
    })
    expect(outcome.evidence.requestId).toBe('req-7')
  })

  test.each([
    ['PNG', png, 'image/png', 'image/png', 'facture.png'],
    ['JPEG', jpeg, 'image/jpeg', 'image/jpeg', 'facture.jpg'],
    ['no known type', unknown, 'application/octet-stream', 'application/octet-stream', 'facture.bin'],
    [
      'PDF that the service did not identify',
      pdf,
      'application/octet-stream',
      'application/pdf',
      'facture.pdf',
    ],
    ['PDF in other spelling', pdf, 'Application/PDF; charset=binary', 'application/pdf', 'facture.pdf'],
  ])('may be %s', async (_name, bytes, contentType, type, name) => {
    answerWith(bytes, { 'content-type': contentType, 'content-disposition': disposition })
    expect(await download()).toMatchObject({ kind: 'accepted', value: { type, name } })
  })

  test('may come in chunks', async () => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-type: application/pdf\r\n\r\n'
    service.behave = (socket) => {
      socket.write(`${head}5\r\n%PDF-\r\n`)
      setTimeout(() => socket.write('3\r\n1.4\r\n0\r\n\r\n'), 50)
    }
    const outcome = await download()
    expect(outcome.kind === 'accepted' && Buffer.from(outcome.value.bytes).toString()).toBe('%PDF-1.4')
  })

  test('may be slow, and delays no other call', async () => {
    const answer = fileAnswer(pdf, { 'content-type': 'application/pdf' })
    const unfinished: Socket[] = []
    let mayFinish = false
    service.behave = (socket, { path }) => {
      if (path.endsWith('/balance')) {
        socket.write(httpAnswer(200, '{"success":true,"data":{"balance":1}}'))
        return
      }
      socket.write(answer.subarray(0, 60))
      if (mayFinish) socket.write(answer.subarray(60))
      else unfinished.push(socket)
    }
    const ended: string[] = []
    const downloads = Array.from({ length: 8 }, () => download().then(({ kind }) => ended.push(kind)))
    await expect.poll(() => unfinished.length, { timeout: 60_000 }).toBe(callLimits.maxFileConnections)
    expect(await client.readBalance()).toMatchObject({ kind: 'accepted' })
    expect(ended).toEqual([])
    mayFinish = true
    for (const socket of unfinished) socket.write(answer.subarray(60))
    await Promise.all(downloads)
    expect(ended).toEqual(Array(8).fill('accepted'))
  })

  test('asks for a file, and a refusal of one is JSON: not there, or not yet', async () => {
    const error = { code: 'NOT_FOUND', message: 'receipt not available' }
    service.behave = always(404, JSON.stringify({ success: false, error, requestId: 'req-8' }))
    const seen = service.requests.length
    expect(await download()).toMatchObject({
      kind: 'refused',
      refusal: error,
      evidence: { requestId: 'req-8' },
    })
    expect(service.requests[seen]?.headers['accept']).toBe('*/*')
  })

  test('leaves neither its bytes nor its name in the log', async () => {
    const log = keepLog()
    const logged = clientFor(service.baseUrl, { log })
    answerWith(pdf, { 'content-type': 'application/pdf', 'content-disposition': disposition })
    await logged.downloadReceipt(sampleIds.transaction)
    await logged.close()
    expect(log.lines).toHaveLength(1)
    expect(JSON.stringify(log.lines)).not.toMatch(/facture|PDF/)
  })
})

describe('no receipt is', () => {
  test.each([
    ['a type that its bytes belie', png, { 'content-type': 'application/pdf' }],
    ['a page', Buffer.from('<html>sign in</html>'), { 'content-type': 'text/html' }],
    ['a page that says it is a PDF', Buffer.from('<html>'), { 'content-type': 'application/pdf' }],
    ['JSON', Buffer.from('{"success":true,"data":{}}'), { 'content-type': 'application/json' }],
    ['a file of no type', pdf, {}],
    ['an empty file', Buffer.alloc(0), { 'content-type': 'application/octet-stream' }],
    ['a packed file', unknown, { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' }],
  ])('%s', async (_name, bytes, headers) => {
    answerWith(bytes, headers)
    expect(await download()).toMatchObject({ kind: 'in-doubt', reason: 'wrong-shape' })
  })

  test('a file that falls short of its length', async () => {
    service.behave = (socket) =>
      socket.end(fileAnswer(pdf, { 'content-type': 'application/pdf', 'content-length': '9999' }))
    expect(await download()).toMatchObject({ kind: 'in-doubt', reason: 'cut-in-answer' })
  })

  test('a file of unknown length', async () => {
    service.behave = (socket) =>
      socket.end(fileAnswer(pdf, { 'content-type': 'application/pdf', 'content-length': undefined }))
    expect(await download()).toMatchObject({ kind: 'in-doubt', reason: 'wrong-shape' })
  })

  test('a file that never ends', async () => {
    service.behave = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-type: application/pdf\r\n\r\n')
      const timer = setInterval(() => socket.write('5\r\n%PDF-\r\n'), 100)
      socket.on('close', () => clearInterval(timer))
    }
    const impatient = clientFor(service.baseUrl, { limits: { fileTotalMs: 2_000 } })
    const outcome = await impatient.downloadReceipt(sampleIds.transaction)
    expect(outcome).toMatchObject({ kind: 'in-doubt', reason: 'no-answer-in-time' })
    await impatient.close()
  })

  test('a file above the maximum size; one of that size is', async () => {
    const { maxFileBytes } = callLimits
    const whole = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length)])
    const big = clientFor(service.baseUrl, { limits: {} })
    answerWith(whole(maxFileBytes), { 'content-type': 'application/pdf' })
    expect(await big.downloadReceipt(sampleIds.transaction)).toMatchObject({ kind: 'accepted' })
    answerWith(whole(maxFileBytes + 1), { 'content-type': 'application/pdf' })
    expect(await big.downloadReceipt(sampleIds.transaction)).toMatchObject({
      kind: 'in-doubt',
      reason: 'answer-too-big',
    })
    await big.close()
  })
})

test('bytes are a receipt only if they match their type, and are kept unchanged', async () => {
  const beginning = fc.constantFrom(pdf, png, jpeg, unknown, Buffer.alloc(0))
  const bytes = fc.tuple(beginning, fc.uint8Array({ maxLength: 60 })).map((parts) => Buffer.concat(parts))
  const contentType = fc.constantFrom(
    'application/pdf',
    'image/png',
    'image/jpeg',
    'application/octet-stream',
    'text/html',
    '',
    '__proto__',
  )
  await fc.assert(
    fc.asyncProperty(bytes, contentType, async (sent, type) => {
      answerWith(sent, { 'content-type': type })
      const outcome = await download()
      expect(['accepted', 'in-doubt']).toContain(outcome.kind)
      if (outcome.kind !== 'accepted') return
      expect(Buffer.from(outcome.value.bytes).equals(sent)).toBe(true)
      if (type !== 'application/octet-stream') expect(outcome.value.type).toBe(type)
      if (outcome.value.type === 'application/pdf') expect(sent.subarray(0, 5).toString()).toBe('%PDF-')
    }),
    { numRuns: 200 },
  )
})
