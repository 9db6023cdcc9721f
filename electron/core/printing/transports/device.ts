/**
 * A printer behind a device file: USB (`/dev/usb/lp0`), a serial or a parallel port. Opened so that it never waits where the
 * system has that, and written piece by piece. Where bytes come back, the printer is asked how it is before the first byte and
 * after the last. One that never answers was handed the slip where its device takes bytes only for the printer; a serial port
 * takes them all the same with nothing behind it, so that nobody knows, unless a person has said that it is not to be asked.
 */
import { isSerialPort, type PrinterStatus, type PrinterTransport } from '#shared/printing.ts'
import { err, ok } from '#shared/result.ts'
import { askBefore, askBehind } from '../ask-status.ts'
import {
  doubted,
  failed,
  type OpenedLink,
  type PrintEnd,
  type PrintLimits,
  printLimits,
  sent,
} from '../link.ts'
import { type DeviceLine, openDeviceLine } from './device-line.ts'

type Device = Extract<PrinterTransport, { kind: 'device' }>

export async function openDevice(
  printer: Device,
  bytes: Uint8Array,
  limits: PrintLimits = printLimits,
  asks = true,
): Promise<OpenedLink> {
  const opened = await openDeviceLine(printer, limits)
  if (!opened.ok) return opened
  const line = opened.value
  const { status, inTurn } = await askBefore(line, asks, limits)
  const problem = line.problem() ?? status?.problem
  if (problem) {
    line.close()
    return err(problem)
  }
  const answered = status !== undefined
  const isBlind = asks && (printer.baud !== null || isSerialPort(printer.path))
  return ok({ print: () => handOver(line, bytes, { answered, inTurn, isBlind }, limits), close: line.close })
}

/** How it is; one that reports nothing is only not known to be wrong. */
export async function readDeviceStatus(
  printer: Device,
  limits: PrintLimits = printLimits,
  asks = true,
): Promise<PrinterStatus> {
  const opened = await openDeviceLine(printer, limits)
  if (!opened.ok) return { kind: 'problem', problem: opened.error }
  const status = asks ? await opened.value.ask(limits.statusMs) : undefined
  const problem = opened.value.problem() ?? status?.problem
  opened.value.close()
  if (problem) return { kind: 'problem', problem }
  return { kind: 'ready', isSure: status !== undefined, paperLow: status?.paperLow ?? false }
}

/** `answered`: before the slip. `isBlind`: that its bytes were taken says nothing of a printer. */
interface Behind {
  readonly answered: boolean
  readonly inTurn: boolean
  readonly isBlind: boolean
}

async function handOver(
  line: DeviceLine,
  bytes: Uint8Array,
  { answered, inTurn, isBlind }: Behind,
  limits: PrintLimits,
): Promise<PrintEnd> {
  const { count, problem: untaken, isLate } = await line.write(bytes, limits.stallMs)
  // As long as the device has taken no byte, it is known that nothing is printed.
  if (untaken) return count === 0 && !isLate ? failed(untaken) : doubted(untaken)
  if (!answered) return isBlind ? doubted('unconfirmed') : endOfMute(line, limits)
  return askBehind(line, { inTurn, byteCount: bytes.length }, limits, line.problem)
}

/** ESC @, as a slip begins: it prints nothing on any printer. */
const setUp = Uint8Array.of(0x1b, 0x40)

/** The system holds the last piece until the printer takes it: what is taken behind it shows that it was. */
async function endOfMute(line: DeviceLine, { stallMs }: PrintLimits): Promise<PrintEnd> {
  const { problem } = await line.write(setUp, stallMs)
  return problem ? doubted(problem) : sent
}
