/**
 * A receipt printer on a TCP port with one memory, one roll and the quirks of its make: it prints on when its line is cut, loses
 * what it holds when its own power is, takes no more than its memory has room for, answers nothing, something wrong, or what was
 * true once. Knows of each connection how much came and how much of that is on paper. Free of the test runner.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { answerTo, questionsIn, turnsAtEnd, withoutQuestions } from './tcp-printer.ts'

/** What a make is like for good. */
export interface Quirks {
  /** Whether it answers DLE EOT. */
  readonly answersStatus: boolean
  /** How it answers GS r: never, when all before it is printed, or as soon as it comes, which is a lie. */
  readonly turn: 'never' | 'in-turn' | 'at-once'
  /** Whatever it is asked at once, it is well. */
  readonly lies: boolean
  /** Bits that are set in its answers to DLE EOT, by question, though nothing is so. */
  readonly falseBits: Readonly<Record<number, number>>
  /** 0.96 behind a line of 9,600 baud. */
  readonly bytesPerMs: number
  readonly memoryBytes: number
  /** It closes its side when the other has. */
  readonly closes: boolean
}

/** What happens to it when so many more bytes have come, or are on paper. */
export type Mishap = 'paper-ends' | 'cover-opens' | 'cutter-jams' | 'stalls' | 'hangs-up' | 'power-cut'

/** What one connection brought. `tag` is what whoever started it gave it. */
export interface Call {
  readonly tag: string | undefined
  /** Without the questions before and after. */
  readonly slip: Buffer
  /** How much of the slip is on paper. */
  readonly onPaper: number
  /** It ended the connection in order before the other end did: what was still on its way is lost, and nobody learns of it. */
  readonly isHungUp: boolean
}

export interface QuirkyPrinter {
  readonly host: string
  readonly port: number
  calls(): readonly Call[]
  arm(mishap: Mishap, afterBytes: number): void
  /** A person puts it right: paper, cover, cutter, power. What it still holds, it prints. */
  repair(): void
  /** The other end is gone without a word; what it holds, it prints. */
  loseLine(): void
  /** It has nothing to print, or cannot. */
  isIdle(): boolean
  close(): Promise<void>
}

interface Connection {
  readonly tag: string | undefined
  readonly socket: Socket
  heard: Buffer
  pending: Buffer
  printed: number
  turns: number[]
  isOver: boolean
  isHungUp: boolean
}

const flagOf = {
  'paper-ends': 'paperOut',
  'cover-opens': 'coverOpen',
  'cutter-jams': 'cutterJammed',
  stalls: 'stalled',
  'power-cut': 'off',
} as const

const WORK_EVERY_MS = 20
/** What comes last is taken whole: a question is never read in two pieces. */
const TAIL_BYTES = 64

/** `tagOf` is asked when somebody calls, `onBytes` is given how many bytes of all calls have come. */
export async function startQuirkyPrinter(
  quirks: Quirks,
  tagOf: () => string | undefined,
  onBytes: (count: number) => void = () => undefined,
): Promise<QuirkyPrinter> {
  const connections: Connection[] = []
  /** What waits to be printed, in the order in which it came. */
  let memory: { readonly connection: Connection; left: number }[] = []
  const wrong = { paperOut: false, coverOpen: false, cutterJammed: false, stalled: false, off: false }
  let armed: { readonly mishap: Mishap; left: number } | undefined
  let heardBytes = 0
  let workedMs = performance.now()
  let timer: NodeJS.Timeout | undefined

  const isBlocked = () => Object.values(wrong).some(Boolean)
  const held = () => memory.reduce((sum, { left }) => sum + left, 0)

  function befall(mishap: Mishap): void {
    if (mishap === 'hangs-up') hangUp()
    else wrong[flagOf[mishap]] = true
    if (mishap !== 'power-cut') return
    memory = []
    for (const connection of connections) drop(connection)
  }

  function hangUp(): void {
    for (const connection of connections) if (!connection.isOver) drop(connection, true)
  }

  /** Whoever hangs up with nothing unread ends in order; anybody else's system says that bytes were lost, or nothing at all. */
  function drop(connection: Connection, isInOrder = false): void {
    connection.isOver = true
    connection.isHungUp = isInOrder && connection.pending.length === 0 && !connection.socket.readableEnded
    if (connection.isHungUp) connection.socket.destroy()
    else connection.socket.resetAndDestroy()
    connection.pending = Buffer.alloc(0)
  }

  /** Of what is armed for the roll the bytes on paper count, of all else those that came. */
  function count(bytes: number, on: 'paper' | 'line'): void {
    if (!armed || (armed.mishap === 'paper-ends') !== (on === 'paper')) return
    armed.left -= bytes
    if (armed.left > 0) return
    const { mishap } = armed
    armed = undefined
    befall(mishap)
  }

  function answer({ socket, isOver }: Connection, byte: number): void {
    if (!isOver && !socket.destroyed) socket.write(Buffer.of(byte))
  }

  function print(budget: number): void {
    let left = budget
    for (let next = memory[0]; next && left >= 1 && !isBlocked(); next = memory[0]) {
      const { connection } = next
      const rest = armed?.mishap === 'paper-ends' ? armed.left : Number.POSITIVE_INFINITY
      const done = Math.max(1, Math.floor(Math.min(next.left, left, rest)))
      connection.printed += done
      next.left -= done
      left -= done
      if (next.left === 0) memory.shift()
      count(done, 'paper')
      while ((connection.turns[0] ?? Number.POSITIVE_INFINITY) <= connection.printed) {
        connection.turns.shift()
        answer(connection, 0)
      }
    }
  }

  function take(connection: Connection): void {
    const free = quirks.memoryBytes - held()
    const { pending } = connection
    if (pending.length === 0 || wrong.stalled || wrong.off || free <= 0) return
    const isLast = pending.length - free < TAIL_BYTES
    const data = pending.subarray(0, isLast ? pending.length : free)
    connection.pending = pending.subarray(data.length)
    const before = connection.heard.length
    connection.heard = Buffer.concat([connection.heard, data])
    memory.push({ connection, left: data.length })
    heardBytes += data.length
    hearQuestions(connection, before)
    count(data.length, 'line')
    onBytes(heardBytes)
  }

  function hearQuestions(connection: Connection, before: number): void {
    const turns = turnsAtEnd(connection.heard, before)
    if (quirks.turn === 'in-turn') connection.turns.push(...turns)
    if (quirks.turn === 'at-once') for (const _turn of turns) answer(connection, 0)
    if (quirks.answersStatus)
      for (const one of questionsIn(connection.heard, before)) answerStatus(connection, one)
  }

  function answerStatus(connection: Connection, question: number): void {
    const { paperOut, coverOpen, cutterJammed } = wrong
    const paper = paperOut ? 'out' : 'there'
    const byte = answerTo(question, { lies: quirks.lies, paper, coverOpen, cutterJammed })
    answer(connection, byte | (quirks.falseBits[question] ?? 0))
  }

  /** How many bytes the head has had time for since it was asked last; what it has left of one is not lost. */
  function spendTime(): number {
    const nowMs = performance.now()
    const isFast = quirks.bytesPerMs === Number.POSITIVE_INFINITY
    const bytes = isFast ? quirks.bytesPerMs : Math.floor((nowMs - workedMs) * quirks.bytesPerMs)
    if (memory.length === 0 || isBlocked() || bytes > 0) workedMs = nowMs
    return bytes
  }

  function work(): void {
    clearTimeout(timer)
    const bytes = spendTime()
    const open = connections.filter(({ isOver }) => !isOver)
    open.forEach(take)
    print(bytes)
    open.filter(({ isOver }) => !isOver).forEach(settle)
    const waits = memory.length > 0 || open.some(({ pending }) => pending.length > 0)
    if (waits && !isBlocked()) timer = setTimeout(work, WORK_EVERY_MS)
  }

  /** Reads no more than it can keep, and closes behind the last byte that it has read. */
  function settle(connection: Connection): void {
    const { socket, pending } = connection
    if (pending.length > 0 || wrong.stalled) socket.pause()
    else socket.resume()
    if (pending.length > 0 || wrong.stalled || !socket.readableEnded || !quirks.closes) return
    connection.isOver = true
    socket.end()
  }

  function serve(socket: Socket): void {
    const empty = Buffer.alloc(0)
    const connection: Connection = {
      ...{
        tag: tagOf(),
        socket,
        heard: empty,
        pending: empty,
        printed: 0,
        turns: [],
        isOver: false,
        isHungUp: false,
      },
    }
    connections.push(connection)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      if (connection.isOver) return
      connection.pending = Buffer.concat([connection.pending, data])
      work()
    })
    socket.on('end', work)
    socket.on('close', () => {
      // What was read of it is printed all the same.
      if (connection.pending.length === 0) connection.isOver = true
    })
    if (wrong.off) drop(connection)
  }

  const server = createServer({ allowHalfOpen: true }, serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    calls: () =>
      connections.map(({ tag, heard, printed, isHungUp }) => {
        const slip = withoutQuestions(heard)
        const onPaper = printed - (slip.byteOffset - heard.byteOffset)
        return { tag, slip, isHungUp, onPaper: Math.min(slip.length, Math.max(0, onPaper)) }
      }),
    arm(mishap, afterBytes) {
      armed = { mishap, left: afterBytes }
    },
    repair() {
      armed = undefined
      Object.assign(wrong, {
        ...{ paperOut: false, coverOpen: false, cutterJammed: false, stalled: false, off: false },
      })
      workedMs = performance.now()
      work()
    },
    loseLine() {
      for (const connection of connections) drop(connection)
    },
    isIdle: () => memory.length === 0 || isBlocked(),
    async close() {
      clearTimeout(timer)
      for (const connection of connections) drop(connection)
      server.close()
      if (server.listening) await once(server, 'close')
    },
  }
}
