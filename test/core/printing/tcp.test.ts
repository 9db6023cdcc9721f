/** Slips over TCP to a printer that is well, that is not, and that stops on the way: what is said of the paper is true. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { printLimits } from '#core/printing/link.ts'
import { openTcp, readTcpStatus } from '#core/printing/transports/tcp.ts'
import { type PrinterState, startTcpPrinter } from '../../support/tcp-printer.ts'

const limits = {
  ...printLimits,
  ...{
    connectMs: 2_000,
    connectAgainMs: 5,
    statusMs: 1_000,
    statusAfterMs: 1_500,
    stallMs: 400,
    closeMs: 400,
  },
  statusEveryMs: 60,
  msPerByte: 0.1,
}
const slip = randomBytes(9_000)
/** More than the system takes into its own hands. */
const longSlip = Buffer.alloc(24_000_000, 'ticket ')

async function start(state: Partial<PrinterState> = {}) {
  const printer = await startTcpPrinter(state)
  onTestFinished(() => printer.close())
  return printer
}
const at = ({ host, port }: { readonly host: string; readonly port: number }) =>
  ({ kind: 'tcp', host, port }) as const

/** What became of a slip: of its opening, or of its printing. */
async function print(printer: { readonly host: string; readonly port: number }, bytes: Uint8Array = slip) {
  const link = await openTcp(at(printer), bytes, limits)
  if (!link.ok) return { kind: 'not-opened', problem: link.error }
  const end = await link.value.print()
  link.value.close()
  return end
}

describe('a slip', () => {
  test.each([
    ['printed by one that answers behind it', {}, 'printed'],
    ['printed by one that holds much of it for a while', { bytesPerMs: 30 }, 'printed'],
    ['printed by one that holds no more than 4 KB', { bytesPerMs: 30, memoryBytes: 4_096 }, 'printed'],
    ['handed over to one that answers at once only', { answersInTurn: false, bytesPerMs: 30 }, 'sent'],
    ['handed over to one that says that it is well without paper', { paper: 'out', lies: true }, 'sent'],
    ['handed over to one that reports nothing, and hangs up in order', { answersStatus: false }, 'sent'],
  ] as const)('is %s, byte for byte', async (_what, state, kind) => {
    const printer = await start(state)
    expect(await print(printer)).toEqual({ kind })
    expect(printer.slips()).toEqual([slip])
    if (kind === 'printed') expect(printer.papers()).toEqual([slip])
    expect(printer.connections()).toBe(1)
  })

  test.each([
    ['has no paper', { paper: 'out' }, 'paper-out'],
    ['is open', { coverOpen: true }, 'cover-open'],
    ['has a jammed cutter', { cutterJammed: true }, 'printer-error'],
  ] as const)('is not begun at a printer that %s', async (_what, state, problem) => {
    const printer = await start(state)
    expect(await print(printer)).toEqual({ kind: 'not-opened', problem })
    expect(printer.slips()).toEqual([])
  })

  test('is not begun if nothing listens', async () => {
    const printer = await start()
    await printer.close()
    expect(await print(printer)).toEqual({ kind: 'not-opened', problem: 'offline' })
  })

  test('waits a moment for a printer that still ends its last connection', async () => {
    const gone = await start()
    await gone.close()
    const opening = openTcp(at(gone), slip, { ...limits, connectAgainMs: 300 })
    const printer = await startTcpPrinter({}, gone.port)
    onTestFinished(() => printer.close())
    const link = await opening
    expect(link.ok && (await link.value.print())).toEqual({ kind: 'printed' })
    expect(printer.slips()).toEqual([slip])
  })
})

describe('a printer may have printed', () => {
  test.each([
    ['stops reading in the middle', { stallsAt: 100_000 }, longSlip, 'stalled'],
    ['stops reading a slip that the system has taken already', { stallsAt: 4_000 }, slip, 'stalled'],
    [
      'stops reading, and never said how it is',
      { answersStatus: false, stallsAt: 4_000 },
      slip,
      'unconfirmed',
    ],
    ['hangs up in the middle', { hangsUpAt: 100_000 }, longSlip, 'cut-off'],
    ['hangs up in the middle of a short slip', { hangsUpAt: 4_000 }, slip, 'cut-off'],
    ['hangs up, and never said how it is', { answersStatus: false, hangsUpAt: 100_000 }, longSlip, 'cut-off'],
    ['runs out of paper in what it holds', { bytesPerMs: 60, paperEndsAt: 5_400 }, slip, 'paper-out'],
    [
      'says that it is well, and prints no further',
      { lies: true, bytesPerMs: 60, paperEndsAt: 400 },
      slip.subarray(0, 600),
      'stalled',
    ],
    ['runs out of paper on the way', { paperEndsAt: 5_000 }, slip, 'paper-out'],
    [
      'never said how it is, and stays on the line',
      { answersStatus: false, closes: false },
      slip,
      'unconfirmed',
    ],
  ] as const)('that %s', async (_what, state, bytes, problem) => {
    const printer = await start(state)
    expect(await print(printer, bytes)).toEqual({ kind: 'doubted', problem })
    expect(printer.connections()).toBe(1)
  })
})

/** What listens on a port and is no printer; it says `greeting` first. */
async function startOther(
  greeting: string,
  serve: (socket: Socket) => void,
): Promise<Parameters<typeof at>[0]> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).resume()
    if (greeting !== '') socket.write(greeting)
    serve(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

describe('a slip is not said to be sent by', () => {
  test('a server of another kind, which complains and hangs up in order', async () => {
    const other = await startOther('', (socket) =>
      socket.on('end', () => socket.end('HTTP/1.1 400 Bad Request')),
    )
    expect(await print(other)).toEqual({ kind: 'doubted', problem: 'unconfirmed' })
  })

  test('one that never stops talking', async () => {
    const other = await startOther('SSH-2.0-OpenSSH_9.2', (socket) => {
      const talking = setInterval(() => socket.write('rvz26:>^'), 5)
      socket.once('close', () => clearInterval(talking))
    })
    expect(await print(other)).toEqual({ kind: 'not-opened', problem: 'not-found' })
    expect(await readTcpStatus(at(other), limits)).toEqual({ kind: 'problem', problem: 'not-found' })
  })

  test('one that says more than it was asked', async () => {
    let heard = 0
    const other = await startOther('\x12'.repeat(40), (socket) => {
      socket.on('data', ({ length }) => (heard += length))
    })
    expect(await print(other)).toEqual({ kind: 'not-opened', problem: 'not-found' })
    // Questions alone: no byte of a slip is for whoever is no printer.
    expect(heard).toBeLessThan(10)
  })

  test('a late answer to a question from before it, while nobody reads the slip', async () => {
    const wellAs = Buffer.of(0x12)
    const other = await startOther('', (socket) => {
      socket.once('data', () => socket.write(wellAs))
      let bytes = 0
      socket.on('data', (data) => {
        bytes += data.length
        // The printer hangs in the middle of the slip, and what it had still to say comes when it is asked again.
        if (bytes > 3_000) setTimeout(() => socket.write(wellAs), limits.statusMs * 2)
        if (bytes > 3_000) socket.pause()
      })
    })
    // More than the system's own buffers take of it.
    expect(await print(other, Buffer.alloc(16 * 2 ** 20))).toEqual({ kind: 'doubted', problem: 'stalled' })
  })
})

test('the automatic status and a paused flow are neither answers nor trouble', async () => {
  const printer = await startOther('', (socket) => {
    socket.on('data', (data) => {
      socket.write(Buffer.of(0x13, 0x14, 0x02, 0x6f, 0x0f, 0x11))
      // However the questions come, in one piece or with the end of the slip.
      const questions = data.toString('latin1').split('\x10\x04').length - 1
      socket.write(Buffer.alloc(questions, 0x12))
    })
    socket.on('end', () => socket.end())
  })
  expect(await print(printer, Buffer.alloc(9_000, 'ticket '))).toEqual({ kind: 'sent' })
})

describe('a printer that is asked nothing', () => {
  test.each([
    ['and hangs up in order', {}],
    ['and stays on the line', { closes: false }],
    ['and would complain of its open cover all the time', { coverOpen: true }],
  ])('gets the slip %s', async (_what, state) => {
    const printer = await start(state)
    const link = await openTcp(at(printer), slip, limits, false)
    expect(link.ok && (await link.value.print())).toEqual({ kind: 'sent' })
    expect(printer.slips()).toEqual([slip])
    expect(await readTcpStatus(at(printer), limits, false)).toMatchObject({ kind: 'ready', isSure: false })
  })
})

describe('a printer’s state', () => {
  test.each([
    ['well', {}, { kind: 'ready', isSure: true, paperLow: false }],
    ['low on paper', { paper: 'low' }, { kind: 'ready', isSure: true, paperLow: true }],
    ['out of paper', { paper: 'out' }, { kind: 'problem', problem: 'paper-out' }],
    ['not known to be wrong', { answersStatus: false }, { kind: 'ready', isSure: false, paperLow: false }],
  ] as const)('is asked for without printing: %s', async (_what, state, status) => {
    const printer = await start(state)
    expect(await readTcpStatus(at(printer), limits)).toEqual(status)
    expect(printer.slips()).toEqual([])
  })
})
