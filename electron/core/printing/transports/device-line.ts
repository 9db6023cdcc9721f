/**
 * A device file as a line to a printer: its bytes are handed over as far as it takes them, and what comes back is heard. Owns
 * the file, and that no call into the system is waited for without an end.
 */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterTransport, PrintProblem } from '#shared/printing.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { codeOf } from '../../durable-file.ts'
import { createStatusTalk, type StatusTalk } from '../ask-status.ts'
import type { PrintLimits } from '../link.ts'
import { inTime, late } from './in-time.ts'
import { runCommand, windowsProgram } from './run-command.ts'

type Device = Extract<PrinterTransport, { kind: 'device' }>

/** What became of bytes that were handed over. */
interface Taken {
  readonly count: number
  /** Why it is not all of them. */
  readonly problem?: PrintProblem
  /** The last call did not come back: what it was given may yet be taken. */
  readonly isLate?: boolean
}

export interface DeviceLine extends Pick<StatusTalk, 'ask' | 'askInTurn' | 'isStrange'> {
  /** Hands everything over, piece by piece; waits `stallMs` for a device that takes nothing just now. */
  write(bytes: Uint8Array, stallMs: number): Promise<Taken>
  /** What a question was refused with; undefined where it was taken, and where none can be asked. */
  problem(): PrintProblem | undefined
  close(): void
}

/** Few enough that each is a sign of life. */
const CHUNK_BYTES = 4_096
/** Between two tries of a device that takes or brings nothing just now. */
const TRY_AGAIN_MS = 20
/** More than all the answers of a printer. */
const HEARD_BYTES = 256

/** Windows knows neither of the two. */
const quiet = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

const problems: Readonly<Record<string, PrintProblem>> = {
  ENOENT: 'not-found',
  ENXIO: 'offline',
  ENODEV: 'offline',
  EIO: 'offline',
  EBUSY: 'busy',
  EACCES: 'denied',
  EPERM: 'denied',
  // What the kernel's driver of USB printers says of a printer without paper.
  ENOSPC: 'paper-out',
}
const problemOf = (fault: unknown): PrintProblem => problems[codeOf(fault) ?? ''] ?? 'unknown'

/**
 * Whether what comes back can be heard. A read would wait for ever on Windows and keep the slip from being written; a parallel
 * port would have to be turned round for it.
 */
const canHear = (path: string): boolean => process.platform !== 'win32' && !/^\/dev\/lp\d/.test(path)

/** Opens the device and makes it ready. Not a byte leaves. */
export async function openDeviceLine(
  { path, baud }: Device,
  limits: PrintLimits,
): Promise<Result<DeviceLine, PrintProblem>> {
  const opened = await openFile(path)
  if (!opened.ok) return opened
  const { device } = opened.value
  const line = lineOn(device, opened.value.hears, limits)
  const problem = await makeReady(device, path, baud, limits)
  if (!problem) return ok(line)
  line.close()
  return err(problem)
}

/** One that may only be written to is a printer all the same. */
async function openFile(path: string): Promise<Result<{ device: FileHandle; hears: boolean }, PrintProblem>> {
  const ways = canHear(path) ? [constants.O_RDWR, constants.O_WRONLY] : [constants.O_WRONLY]
  let problem: PrintProblem = 'unknown'
  for (const way of ways) {
    try {
      return ok({ device: await open(path, way | quiet), hears: way === constants.O_RDWR })
    } catch (fault) {
      problem = problemOf(fault)
      if (problem !== 'denied') break
    }
  }
  return err(problem)
}

/** A file is no printer; and a port that is set for a person's lines would change the bytes on their way. */
async function makeReady(
  device: FileHandle,
  path: string,
  baud: Device['baud'],
  { commandMs }: PrintLimits,
): Promise<PrintProblem | undefined> {
  if (process.platform !== 'win32' && !(await device.stat()).isCharacterDevice()) return 'not-found'
  if (baud === null) return undefined
  const [command, ...args] = portCommand(path, baud)
  const ran = await runCommand(command, args, { timeoutMs: commandMs })
  return ran.ok && ran.value.exitCode === 0 ? undefined : 'printer-error'
}

/** By its place: whatever the search path of the environment names first is not run. */
function portCommand(path: string, baud: number): readonly [string, ...string[]] {
  if (process.platform === 'win32') {
    const port = path.replace('\\\\.\\', '')
    return [windowsProgram('mode.com'), `${port}:`, `BAUD=${baud}`, 'PARITY=n', 'DATA=8', 'STOP=1']
  }
  const ofFile = process.platform === 'darwin' ? '-f' : '-F'
  // A printer that has no room left says so with XOFF.
  return [
    '/bin/stty',
    ofFile,
    path,
    String(baud),
    'raw',
    '-echo',
    'cs8',
    '-cstopb',
    '-parenb',
    'clocal',
    'ixon',
  ]
}

function lineOn(device: FileHandle, hears: boolean, { statusMs }: PrintLimits): DeviceLine {
  let isDeaf = !hears
  let refused: PrintProblem | undefined

  async function write(bytes: Uint8Array, stallMs: number): Promise<Taken> {
    let count = 0
    let lastTakenMs = performance.now()
    while (count < bytes.length) {
      const wrote = await inTime(writeSome(device, bytes.subarray(count, count + CHUNK_BYTES)), stallMs)
      if (wrote === late) return { count, problem: 'stalled', isLate: true }
      if (typeof wrote === 'string') return { count, problem: wrote }
      if (wrote > 0) lastTakenMs = performance.now()
      else if (performance.now() - lastTakenMs > stallMs) return { count, problem: 'stalled' }
      else await wait(TRY_AGAIN_MS)
      count += wrote
    }
    return { count }
  }

  /** Whether anything came. What cannot be read is heard no more, and its printer is as one that never answers. */
  async function hearSome(): Promise<boolean> {
    const heard = await inTime(readSome(device), statusMs)
    if (heard === late || heard === undefined) {
      isDeaf = true
      return false
    }
    talk.hear(heard)
    return heard.length > 0
  }

  const talk = createStatusTalk({
    async write(question) {
      if (isDeaf) return false
      const { count, problem, isLate } = await write(question, statusMs)
      // A device that takes no question takes no slip, and the slip shows that; half a question would spoil the slip.
      if (problem && (problem !== 'stalled' || count > 0 || isLate)) refused = problem
      return problem === undefined
    },
    async until(isSo, timeoutMs) {
      const endMs = performance.now() + timeoutMs
      while (!isSo() && !isDeaf && performance.now() < endMs) {
        if (!(await hearSome())) await wait(TRY_AGAIN_MS)
      }
      return isSo()
    },
  })

  return {
    ...{ write, ask: talk.ask, askInTurn: talk.askInTurn, isStrange: talk.isStrange },
    problem: () => refused,
    close: () => void device.close().catch(() => undefined),
  }
}

/** How many bytes were taken: none where the device is not ready for more. */
const writeSome = (device: FileHandle, bytes: Uint8Array): Promise<number | PrintProblem> =>
  device.write(bytes).then(
    ({ bytesWritten }) => bytesWritten,
    (fault) => (codeOf(fault) === 'EAGAIN' ? 0 : problemOf(fault)),
  )

/** What came, which may be nothing; undefined where it cannot be read. */
const readSome = (device: FileHandle): Promise<Uint8Array | undefined> =>
  device.read(new Uint8Array(HEARD_BYTES)).then(
    ({ buffer, bytesRead }) => buffer.subarray(0, bytesRead),
    (fault) => (codeOf(fault) === 'EAGAIN' ? new Uint8Array() : undefined),
  )
