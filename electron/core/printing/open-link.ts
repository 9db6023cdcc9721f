/** Which transport serves a printer. The one place that knows them all. */
import type { PrinterStatus, PrinterTransport } from '#shared/printing.ts'
import { err } from '#shared/result.ts'
import type { Printer } from '../ports.ts'
import type { OpenedLink } from './link.ts'
import { printLimits } from './print-limits.ts'
import type { Printable } from './printable.ts'
import { openCups, readCupsStatus } from './transports/cups.ts'
import { openDevice, readDeviceStatus } from './transports/device.ts'
import { openDriver } from './transports/driver.ts'
import { openTcp, readTcpStatus } from './transports/tcp.ts'
import { loadWindowsFunctions } from './transports/windows-functions.ts'
import { openWindowsPrinter, readWindowsStatus } from './transports/windows-spooler.ts'

/** What is to be printed where, and whether the printer may be asked how it is. */
export interface ToPrint {
  readonly transport: PrinterTransport
  readonly asks: boolean
  readonly printable: Printable
}

/** Makes the link ready. No byte of the slip leaves. */
export async function openLink(
  { transport, asks, printable }: ToPrint,
  printer: Printer,
): Promise<OpenedLink> {
  if (transport.kind === 'driver') {
    return printable.kind === 'page' ? openDriver(transport, printable, printer) : err('unsupported')
  }
  if (printable.kind === 'page') return err('unsupported')
  const { bytes } = printable
  switch (transport.kind) {
    case 'tcp':
      return openTcp(transport, bytes, printLimits, asks)
    case 'cups':
      return openCups(transport, bytes)
    case 'device':
      return openDevice(transport, bytes, printLimits, asks)
    case 'windows': {
      const functions = await loadWindowsFunctions()
      return functions ? openWindowsPrinter(functions, transport, bytes) : err('unsupported')
    }
  }
}

/** How a printer is, where the link can tell. Prints nothing. */
export async function readPrinterStatus(
  { transport, asks }: Pick<ToPrint, 'transport' | 'asks'>,
  printer: Printer,
): Promise<PrinterStatus> {
  switch (transport.kind) {
    case 'tcp':
      return readTcpStatus(transport, printLimits, asks)
    case 'cups':
      return readCupsStatus(transport)
    case 'device':
      return readDeviceStatus(transport, printLimits, asks)
    case 'windows': {
      const functions = await loadWindowsFunctions()
      return functions ? readWindowsStatus(functions, transport) : { kind: 'problem', problem: 'unsupported' }
    }
    case 'driver': {
      const known = await printer.listPrinters()
      const isThere = known.some(({ name }) => transport.deviceName === null || name === transport.deviceName)
      return isThere
        ? { kind: 'ready', isSure: false, paperLow: false }
        : { kind: 'problem', problem: 'not-found' }
    }
  }
}
