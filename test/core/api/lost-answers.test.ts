/** Every way in which the line can fail under a request that has left: in doubt, and a POST arrived once. */
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { shortLimits } from '../../support/api-client.ts'
import { balance, connect, order, pause, serve, taken } from '../../support/client-on-wire.ts'
import { type Behaviour, httpAnswer } from '../../support/raw-service.ts'

const drip = (socket: Socket, piece: string, everyMs: number) => {
  const timer = setInterval(() => socket.write(piece), everyMs)
  socket.on('close', () => clearInterval(timer))
}

const chunkedHead = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'

/** What the server does once the request is there, why the call is in doubt, and the status that was seen. */
const faults: readonly (readonly [string, string, number | null, Behaviour])[] = [
  ['cut before the answer', 'cut-before-answer', null, (socket) => socket.destroy()],
  ['reset before the answer', 'cut-before-answer', null, (socket) => socket.resetAndDestroy()],
  ['closed politely before the answer', 'cut-before-answer', null, (socket) => socket.end()],
  ['cut in the status line', 'cut-before-answer', null, (socket) => socket.end('HTTP/1.1 2')],
  ['cut in the headers', 'cut-before-answer', null, (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-')],
  ['cut in the body', 'cut-in-answer', 200, (socket) => socket.end(taken(1).slice(0, -10))],
  [
    'reset in the body',
    'cut-in-answer',
    200,
    (socket) => {
      socket.write(taken(1).slice(0, -10))
      setTimeout(() => socket.resetAndDestroy(), 50)
    },
  ],
  ['cut in a chunk', 'cut-in-answer', 200, (socket) => socket.end(`${chunkedHead}ff\r\n{"succ`)],
  ['cut between chunks', 'cut-in-answer', 200, (socket) => socket.end(`${chunkedHead}4\r\n{"su\r\n`)],
  [
    'no end announced, cut in the JSON',
    'not-json',
    200,
    (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"success":true,"da'),
  ],
  ['silence', 'no-answer-in-time', null, () => {}],
  [
    'headers that never end',
    'no-answer-in-time',
    null,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      drip(socket, 'x-slow: 1\r\n', 100)
    },
  ],
  ['a body that stops', 'no-answer-in-time', 200, (socket) => socket.write(`${chunkedHead}1\r\n{\r\n`)],
  [
    'a body that drips for ever',
    'no-answer-in-time',
    200,
    (socket) => {
      socket.write(chunkedHead)
      drip(socket, '1\r\n \r\n', 100)
    },
  ],
  [
    'early hints for ever',
    'no-answer-in-time',
    103,
    (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 100),
  ],
  [
    'an answer of a megabyte too much',
    'answer-too-big',
    200,
    (socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 3145728\r\n\r\n${' '.repeat(3_145_728)}`),
  ],
  [
    'a header that is too big',
    'answer-too-big',
    null,
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-big: ${'x'.repeat(20_000)}\r\n\r\n`),
  ],
  ['bytes that are not HTTP', 'not-http', null, (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n\r\n')],
  [
    'text that is not UTF-8',
    'not-text',
    200,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n')
      socket.write(Buffer.from([0xc3, 0x28]))
    },
  ],
  [
    'a switch of protocols',
    'cut-before-answer',
    null,
    (socket) => socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ],
]

describe('a request that has left', () => {
  test.each(faults)('%s: in doubt (%s), a POST arrived once', async (_name, reason, httpStatus, behave) => {
    const service = await serve(behave)
    const client = connect(service.baseUrl, reason === 'no-answer-in-time' ? { limits: shortLimits } : {})
    const doubt = { kind: 'in-doubt', reason, evidence: { httpStatus } }
    const outcomes = await Promise.all([client.sendInternet(order(1)), client.readBalance()])
    expect(outcomes).toMatchObject([doubt, doubt])
    await pause(100)
    const methods = service.requests.map(({ method }) => method)
    expect(methods.filter((method) => method === 'POST')).toHaveLength(1)
    expect(methods).toContain('GET')
  })

  test('is in doubt if the service closes its connection, and is not sent again', async () => {
    const service = await serve((socket, _request, count) => {
      if (count === 1) socket.write(httpAnswer(200, balance))
      else socket.destroy()
    })
    const client = connect(service.baseUrl)
    expect(await client.readBalance()).toMatchObject({ kind: 'accepted' })
    await pause(50)
    expect(await client.sendInternet(order(1))).toMatchObject({
      kind: 'in-doubt',
      reason: 'cut-before-answer',
    })
    expect(service.connections()).toBe(1)
    expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  test('keeps the correlation id of an answer that was cut', async () => {
    const service = await serve((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nX-Request-ID: req-7\r\ncontent-length: 50\r\n\r\n{"succ'),
    )
    const outcome = await connect(service.baseUrl).sendInternet(order(1))
    expect(outcome).toMatchObject({ kind: 'in-doubt', evidence: { requestId: 'req-7' } })
  })
})

describe('a service that closes each connection after its answer', () => {
  test.each([
    ['at once', (socket: Socket) => socket.end()],
    ['by reset', (socket: Socket) => socket.resetAndDestroy()],
    ['a moment later', (socket: Socket) => setTimeout(() => socket.destroy(), 1)],
  ])('%s: forty sends in a row arrive once each, or never where nothing was sent', async (_name, closeIt) => {
    const service = await serve((socket, { body }, count) => {
      const { ref } = JSON.parse(body)
      const answer = JSON.stringify({ success: true, data: { topupId: `t${count}`, topupRef: ref } })
      socket.write(httpAnswer(200, answer), () => closeIt(socket))
    })
    const client = connect(service.baseUrl)
    const sendOf = new Map<string, string>()
    for (let number = 0; number < 40; number += 1) {
      const outcome = await client.sendInternet(order(number))
      sendOf.set(order(number).ref, outcome.kind)
    }
    const arrived = service.requests.map(({ body }) => String(JSON.parse(body).ref))
    expect(new Set(arrived).size).toBe(arrived.length)
    for (const [ref, kind] of sendOf) {
      if (kind === 'accepted') expect(arrived).toContain(ref)
      if (kind === 'not-sent') expect(arrived).not.toContain(ref)
      expect(kind).not.toBe('refused')
    }
  })
})

test('redirects are not followed, not even to the same place', async () => {
  const service = await serve((socket) =>
    socket.write(httpAnswer(307, '', { location: '/v3/internet/send' })),
  )
  const outcome = await connect(service.baseUrl).sendInternet(order(1))
  expect(outcome).toMatchObject({ kind: 'in-doubt', reason: 'redirected', evidence: { httpStatus: 307 } })
  expect(service.requests).toHaveLength(1)
})

test('successive calls share a connection', async () => {
  const service = await serve((socket) => socket.write(httpAnswer(200, balance)))
  const client = connect(service.baseUrl)
  for (let call = 0; call < 5; call += 1) {
    expect(await client.readBalance()).toMatchObject({ kind: 'accepted' })
    await pause(20)
  }
  expect(service.connections()).toBe(1)
})
