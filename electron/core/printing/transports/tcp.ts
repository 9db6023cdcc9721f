/**
 * Network printers on their raw port (9100). They are asked how they are before the first byte and after the last: one that
 * answers behind the slip, in its turn, has printed it; one that answers at once only has it. One that never answers has to
 * close the connection from its side, in order; anything else may have printed.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterStatus, PrinterTransport, PrintProblem } from '#shared/printing.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { codeOf } from '../../durable-file.ts'
import { askBefore, askBehind, type Before, createStatusTalk, type StatusTalk } from '../ask-status.ts'
import {
  doubted,
  failed,
  type OpenedLink,
  type PrintEnd,
  type PrintLimits,
  printLimits,
  sent,
} from '../link.ts'

type TcpPrinter = Extract<PrinterTransport, { kind: 'tcp' }>

/** Few enough that each is a sign of life, and more than a small printer's buffer. */
const CHUNK_BYTES = 4_096

export async function openTcp(
  printer: TcpPrinter,
  bytes: Uint8Array,
  limits: PrintLimits = printLimits,
  asks = true,
): Promise<OpenedLink> {
  const line = await callUp(printer, limits)
  if (!line.ok) return line
  const before = await askBefore(line.value, asks, limits)
  // Whoever says what no receipt printer says is none: no byte of a slip is for them.
  const problem = line.value.isStrange() ? 'not-found' : before.status?.problem
  if (!line.value.takesBytes() || problem) {
    line.value.close()
    return err(problem ?? 'offline')
  }
  return ok({
    print: () => handOver(line.value, bytes, { ...before, asks }, limits),
    close: line.value.close,
  })
}

/** How it is; a printer that takes the connection and reports nothing is only not known to be wrong. */
export async function readTcpStatus(
  printer: TcpPrinter,
  limits: PrintLimits = printLimits,
  asks = true,
): Promise<PrinterStatus> {
  const line = await callUp(printer, limits)
  if (!line.ok) return { kind: 'problem', problem: line.error }
  const status = asks ? await line.value.ask(limits.statusMs) : undefined
  const isStrange = line.value.isStrange()
  line.value.close()
  if (isStrange) return { kind: 'problem', problem: 'not-found' }
  if (status?.problem) return { kind: 'problem', problem: status.problem }
  return { kind: 'ready', isSure: status !== undefined, paperLow: status?.paperLow ?? false }
}

async function handOver(
  line: Line,
  bytes: Uint8Array,
  { status, inTurn, asks }: Before & { readonly asks: boolean },
  limits: PrintLimits,
): Promise<PrintEnd> {
  // Nothing was handed to the system yet.
  if (!line.takesBytes()) return failed('offline')
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const problem = await line.write(bytes.subarray(from, from + CHUNK_BYTES), limits.stallMs)
    if (problem) return doubted(problem)
  }
  if (status === undefined) {
    const isOver = await line.endInOrder(limits.closeMs)
    // Of one that is not asked, a person has said that its silence is no trouble.
    const isTaken = isOver || (!asks && line.problem() === undefined)
    return isTaken && !line.isStrange() ? sent : doubted(line.problem() ?? 'unconfirmed')
  }
  const end = await askBehind(line, { inTurn, byteCount: bytes.length }, limits, line.problem)
  if (end.kind !== 'doubted') await line.endInOrder(limits.statusMs)
  return end
}

interface Line extends Pick<StatusTalk, 'ask' | 'askInTurn' | 'isStrange'> {
  /** What has cut it; undefined where it stands, or was ended in order. */
  problem(): PrintProblem | undefined
  takesBytes(): boolean
  /** Undefined once the system has taken them. */
  write(bytes: Uint8Array, timeoutMs: number): Promise<PrintProblem | undefined>
  /** Ends our side, and waits for the other to do the same. */
  endInOrder(timeoutMs: number): Promise<boolean>
  close(): void
}

async function callUp(printer: TcpPrinter, limits: PrintLimits): Promise<Result<Line, PrintProblem>> {
  let problem: PrintProblem = 'offline'
  for (let tries = 1; tries <= limits.connectTries; tries += 1) {
    if (tries > 1) await wait(limits.connectAgainMs)
    const called = await connectOnce(printer, limits.connectMs)
    if (called.ok) return ok(lineOn(called.value))
    problem = called.error === 'ENOTFOUND' || called.error === 'EAI_AGAIN' ? 'not-found' : 'offline'
    if (called.error !== 'ECONNREFUSED') break
  }
  return err(problem)
}

async function connectOnce({ host, port }: TcpPrinter, timeoutMs: number): Promise<Result<Socket, string>> {
  const socket = connect({ host, port, noDelay: true })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) })
    return ok(socket)
  } catch (fault) {
    socket.on('error', () => undefined).destroy()
    return err(codeOf(fault) ?? 'ETIMEDOUT')
  }
}

function lineOn(socket: Socket): Line {
  let cut: PrintProblem | undefined
  let ending = false
  let ended = false
  let wake = () => {}
  const note = (problem: PrintProblem | undefined) => {
    cut ??= problem
    wake()
  }
  socket.once('error', () => note('cut-off'))
  socket.once('end', () => {
    ended = true
    // Whoever ends first has not waited for the rest of the slip.
    note(ending ? undefined : 'cut-off')
  })
  socket.once('close', () => note(ended && socket.writableFinished ? undefined : 'cut-off'))

  /** Waits until it is so, the line is cut, or the time is over. */
  async function until(isSo: () => boolean, timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs
    while (!isSo() && cut === undefined && !socket.destroyed) {
      const leftMs = end - performance.now()
      if (leftMs <= 0) return false
      const woken = Promise.withResolvers<void>()
      wake = woken.resolve
      const timer = setTimeout(woken.resolve, leftMs)
      await woken.promise
      clearTimeout(timer)
    }
    return isSo()
  }

  const talk = createStatusTalk({
    write(question) {
      const isOpen = cut === undefined && socket.writable
      if (isOpen) socket.write(question)
      return isOpen
    },
    until,
  })
  socket.on('data', (data) => {
    talk.hear(data)
    wake()
  })

  return {
    problem: () => cut,
    takesBytes: () => cut === undefined && socket.writable,
    async write(bytes, timeoutMs) {
      let taken = false
      socket.write(bytes, (fault) => {
        taken = !fault
        wake()
      })
      if (await until(() => taken, timeoutMs)) return undefined
      return cut ?? 'stalled'
    },
    ...{ ask: talk.ask, askInTurn: talk.askInTurn, isStrange: talk.isStrange },
    async endInOrder(timeoutMs) {
      ending = true
      socket.end()
      return until(() => ended && socket.writableFinished, timeoutMs)
    },
    close: () => void socket.destroy(),
  }
}
