/**
 * A receipt printer on a TCP port, as real ones behave and misbehave: it answers DLE EOT or never does, runs out of paper, stops
 * reading, hangs up. Free of the test runner.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** How it is, and what it does from a number of bytes on. All of it may be changed while it runs. */
export interface PrinterState {
  /** Whether it answers DLE EOT at all. */
  tells: boolean
  paper: 'there' | 'low' | 'out'
  coverOpen: boolean
  cutterJammed: boolean
  /** Of the bytes of one connection: from there on it reads no more. */
  stallsAt: number
  /** It hangs up. */
  hangsUpAt: number
  /** The roll ends. */
  paperEndsAt: number
  /** It closes its side when the other has. */
  closes: boolean
}

export interface TcpPrinter {
  readonly host: string
  readonly port: number
  readonly state: PrinterState
  /** What came over each connection that brought more than questions, without the questions before and after. */
  slips(): readonly Buffer[]
  connections(): number
  /** Lets it read again what it had left unread. */
  goOn(): void
  close(): Promise<void>
}

const healthy: PrinterState = {
  tells: true,
  paper: 'there',
  coverOpen: false,
  cutterJammed: false,
  stallsAt: Number.POSITIVE_INFINITY,
  hangsUpAt: Number.POSITIVE_INFINITY,
  paperEndsAt: Number.POSITIVE_INFINITY,
  closes: true,
}

export async function startTcpPrinter(given: Partial<PrinterState> = {}, port = 0): Promise<TcpPrinter> {
  const state: PrinterState = { ...healthy, ...given }
  const heard: Buffer[] = []
  const sockets = new Set<Socket>()

  function misbehave(socket: Socket, byteCount: number): void {
    if (byteCount >= state.paperEndsAt) state.paper = 'out'
    if (byteCount >= state.hangsUpAt) socket.destroy()
    if (byteCount >= state.stallsAt) socket.pause()
  }

  function serve(socket: Socket): void {
    const place = heard.push(Buffer.alloc(0)) - 1
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.on('data', (data) => {
      const before = heard[place] ?? Buffer.alloc(0)
      const all = Buffer.concat([before, data])
      heard[place] = all
      misbehave(socket, all.length)
      if (!state.tells || socket.destroyed || socket.isPaused()) return
      for (const question of questionsIn(all, before.length))
        socket.write(Buffer.of(answerTo(question, state)))
    })
    socket.on('end', () => state.closes && !socket.isPaused() && socket.end())
  }

  const server = createServer({ allowHalfOpen: true }, serve)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    state,
    slips: () => heard.map(withoutQuestions).filter((slip) => slip.length > 0),
    connections: () => heard.length,
    goOn() {
      state.stallsAt = Number.POSITIVE_INFINITY
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      if (server.listening) await once(server, 'close')
    },
  }
}

const DLE = 0x10
const EOT = 0x04
const QUESTION_BYTES = 3
const questions: readonly number[] = [1, 2, 3, 4]

/** The questions whose last byte came behind `from`; one may come in two pieces. */
function questionsIn(all: Buffer, from: number): readonly number[] {
  const found: number[] = []
  for (let at = Math.max(0, from - QUESTION_BYTES + 1); at + QUESTION_BYTES <= all.length; at += 1) {
    if (isQuestionAt(all, at)) found.push(all.readUInt8(at + 2))
  }
  return found
}

const isQuestionAt = (bytes: Buffer, at: number): boolean =>
  bytes[at] === DLE && bytes[at + 1] === EOT && questions.includes(bytes[at + 2] ?? 0)

/** What stands between the questions of both ends; a question in the middle is the slip's own. */
function withoutQuestions(bytes: Buffer): Buffer {
  let [from, to] = [0, bytes.length]
  while (from < to && isQuestionAt(bytes, from)) from += QUESTION_BYTES
  while (to - QUESTION_BYTES >= from && isQuestionAt(bytes, to - QUESTION_BYTES)) to -= QUESTION_BYTES
  return bytes.subarray(from, to)
}

/** The bits that each answer has whatever it says. */
const FIXED = 0x12

function answerTo(question: number, { paper, coverOpen, cutterJammed }: PrinterState): number {
  const isOut = paper === 'out'
  const bits: Readonly<Record<number, number>> = {
    1: isOut || coverOpen || cutterJammed ? 0x08 : 0,
    2: (coverOpen ? 0x04 : 0) | (isOut ? 0x20 : 0) | (cutterJammed ? 0x40 : 0),
    3: cutterJammed ? 0x08 : 0,
    4: (paper === 'there' ? 0 : 0x0c) | (isOut ? 0x60 : 0),
  }
  return FIXED | (bits[question] ?? 0)
}
