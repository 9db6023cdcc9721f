/**
 * A receipt printer on a TCP port, as real ones behave and misbehave: it answers or never does, holds much that it has not
 * printed, runs out of paper, stops reading, hangs up. Free of the test runner.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** How it is, and what it does from a number of bytes on. All of it may be changed while it runs. */
export interface PrinterState {
  /** Whether it answers DLE EOT at all. */
  answersStatus: boolean
  /** Whether it knows GS r as well, and answers it when all before it is printed. */
  answersInTurn: boolean
  /** Whatever it is asked, it is well. */
  lies: boolean
  /** How fast it prints what it holds: 0.96 behind a line of 9,600 baud. */
  bytesPerMs: number
  /** How much it takes and has not printed yet. */
  memoryBytes: number
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
  /** The same as far as it is on paper. */
  papers(): readonly Buffer[]
  connections(): number
  /** Lets it read again what it had left unread. */
  goOn(): void
  close(): Promise<void>
}

const healthy: PrinterState = {
  ...{ answersStatus: true, answersInTurn: true, lies: false },
  ...{ bytesPerMs: Number.POSITIVE_INFINITY, memoryBytes: Number.POSITIVE_INFINITY },
  paper: 'there',
  coverOpen: false,
  cutterJammed: false,
  stallsAt: Number.POSITIVE_INFINITY,
  hangsUpAt: Number.POSITIVE_INFINITY,
  paperEndsAt: Number.POSITIVE_INFINITY,
  closes: true,
}

const AT_ONCE = Number.POSITIVE_INFINITY

/** How far the bytes of one connection are printed, and which questions wait for their turn. */
function startHead(state: PrinterState, all: () => Buffer, answer: (byte: number) => void) {
  const turns: number[] = []
  let [printed, workedMs] = [0, performance.now()]

  function reach(nowMs: number): number {
    if (state.paper === 'out' || state.coverOpen) return printed
    const taken = Math.min(all().length, state.stallsAt)
    return state.bytesPerMs === AT_ONCE
      ? taken
      : Math.min(taken, printed + (nowMs - workedMs) * state.bytesPerMs)
  }

  return {
    turns,
    printed: () => printed,
    work() {
      const nowMs = performance.now()
      const reached = reach(nowMs)
      workedMs = nowMs
      if (reached >= state.paperEndsAt) state.paper = 'out'
      printed = Math.min(reached, Math.max(printed, state.paperEndsAt))
      while (state.paper !== 'out' && (turns[0] ?? AT_ONCE) <= printed) {
        turns.shift()
        answer(state.paper === 'low' ? 0x03 : 0x00)
      }
    },
  }
}

export async function startTcpPrinter(given: Partial<PrinterState> = {}, port = 0): Promise<TcpPrinter> {
  const state: PrinterState = { ...healthy, ...given }
  const heard: Buffer[] = []
  /** Of each connection, how many bytes are on paper. */
  const printed: number[] = []
  const sockets = new Set<Socket>()

  function serve(socket: Socket): void {
    const place = heard.push(Buffer.alloc(0)) - 1
    const all = () => heard[place] ?? Buffer.alloc(0)
    const answer = (byte: number) => !socket.destroyed && socket.write(Buffer.of(byte))
    const head = startHead(state, all, answer)
    let isFull = false
    let timer: NodeJS.Timeout | undefined
    sockets.add(socket)

    /** Takes no more than it has room for, and goes on while it has something to print. */
    function work(): void {
      head.work()
      printed[place] = head.printed()
      const left = all().length - head.printed()
      const wasFull = isFull
      isFull = left >= state.memoryBytes
      if (isFull) socket.pause()
      else if (wasFull) socket.resume()
      clearTimeout(timer)
      if (left > 0 && !socket.destroyed && state.bytesPerMs !== AT_ONCE)
        timer = setTimeout(work, WORK_EVERY_MS)
    }

    function answerStatus(question: number): void {
      if (state.answersStatus) answer(answerTo(question, state))
    }

    function hear(data: Buffer): void {
      const before = all().length
      heard[place] = Buffer.concat([all(), data])
      if (state.answersInTurn) head.turns.push(...turnsAtEnd(all(), before))
      if (all().length >= state.hangsUpAt) socket.destroy()
      work()
      if (all().length >= state.stallsAt) socket.pause()
      else questionsIn(all(), before).forEach(answerStatus)
    }

    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.on('data', hear)
    socket.on('end', () => state.closes && all().length < state.stallsAt && socket.end())
  }

  const server = createServer({ allowHalfOpen: true }, serve)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    state,
    slips: () => heard.map(withoutQuestions).filter((slip) => slip.length > 0),
    papers: () =>
      heard
        .map((bytes, place) => {
          const slip = withoutQuestions(bytes)
          return slip.subarray(0, Math.max(0, (printed[place] ?? 0) - (slip.byteOffset - bytes.byteOffset)))
        })
        .filter((slip) => slip.length > 0),
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

const WORK_EVERY_MS = 5

const DLE = 0x10
const EOT = 0x04
const QUESTION_BYTES = 3
const questions: readonly number[] = [1, 2, 3, 4]

/** The questions whose last byte came behind `from`; one may come in two pieces. */
export function questionsIn(all: Buffer, from: number): readonly number[] {
  const found: number[] = []
  for (let at = Math.max(0, from - QUESTION_BYTES + 1); at + QUESTION_BYTES <= all.length; at += 1) {
    if (isQuestionAt(all, at)) found.push(all.readUInt8(at + 2))
  }
  return found
}

const GS = 0x1d
const isTurnAt = (bytes: Buffer, at: number): boolean =>
  bytes[at] === GS && bytes[at + 1] === 0x72 && bytes[at + 2] === 1
const isAnyAt = (bytes: Buffer, at: number): boolean => isQuestionAt(bytes, at) || isTurnAt(bytes, at)

/** Where the questions end that wait for their turn: of what came behind `from`, the last ones. In a picture they are dots. */
export function turnsAtEnd(all: Buffer, from: number): readonly number[] {
  const ends: number[] = []
  for (
    let at = all.length - QUESTION_BYTES;
    at + QUESTION_BYTES > from && isAnyAt(all, at);
    at -= QUESTION_BYTES
  ) {
    if (isTurnAt(all, at)) ends.unshift(at + QUESTION_BYTES)
  }
  return ends
}

const isQuestionAt = (bytes: Buffer, at: number): boolean =>
  bytes[at] === DLE && bytes[at + 1] === EOT && questions.includes(bytes[at + 2] ?? 0)

/** What stands between the questions of both ends; a question in the middle is the slip's own. */
export function withoutQuestions(bytes: Buffer): Buffer {
  let [from, to] = [0, bytes.length]
  while (from < to && isAnyAt(bytes, from)) from += QUESTION_BYTES
  while (to - QUESTION_BYTES >= from && isAnyAt(bytes, to - QUESTION_BYTES)) to -= QUESTION_BYTES
  return bytes.subarray(from, to)
}

/** The bits that each answer has whatever it says. */
const FIXED = 0x12

export function answerTo(
  question: number,
  {
    lies,
    paper,
    coverOpen,
    cutterJammed,
  }: Pick<PrinterState, 'lies' | 'paper' | 'coverOpen' | 'cutterJammed'>,
): number {
  if (lies) return FIXED
  const isOut = paper === 'out'
  const bits: Readonly<Record<number, number>> = {
    1: isOut || coverOpen || cutterJammed ? 0x08 : 0,
    2: (coverOpen ? 0x04 : 0) | (isOut ? 0x20 : 0) | (cutterJammed ? 0x40 : 0),
    3: cutterJammed ? 0x08 : 0,
    4: (paper === 'there' ? 0 : 0x0c) | (isOut ? 0x60 : 0),
  }
  return FIXED | (bits[question] ?? 0)
}
