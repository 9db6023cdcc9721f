/** Which transport serves a printer. The one place that knows them all. */
import type { PrinterStatus, PrinterTransport } from '#shared/printing.ts'
import { err, ok } from '#shared/result.ts'
import type { Printer } from '../ports.ts'
import {
  doubted,
  failed,
  type OpenedLink,
  type Printable,
  type PrinterPage,
  type PrintLimits,
  printLimits,
  sent,
} from './link.ts'
import { openCups, readCupsStatus } from './transports/cups.ts'
import { openDevice, readDeviceStatus } from './transports/device.ts'
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
  limits: PrintLimits = printLimits,
): Promise<OpenedLink> {
  if (transport.kind === 'driver') {
    return printable.kind === 'page' ? openDriver(transport, printable, printer) : err('unsupported')
  }
  if (printable.kind === 'page') return err('unsupported')
  const { bytes } = printable
  switch (transport.kind) {
    case 'tcp':
      return openTcp(transport, bytes, limits, asks)
    case 'cups':
      return openCups(transport, bytes)
    case 'device':
      return openDevice(transport, bytes, limits, asks)
    case 'windows': {
      const functions = await loadWindowsFunctions()
      return functions ? openWindowsPrinter(functions, transport, bytes) : err('unsupported')
    }
  }
}

/** How a printer is, where the link can report it. Prints nothing. */
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

// A printer by the system's own driver: a page of ours goes to it, for sheets and for printers that know no ESC/POS. The
// system says whether it took the page, and nothing of the paper.

type DriverPrinter = Extract<PrinterTransport, { kind: 'driver' }>

async function openDriver(
  { deviceName }: DriverPrinter,
  page: PrinterPage,
  printer: Pick<Printer, 'printPage' | 'listPrinters'>,
): Promise<OpenedLink> {
  const known = await printer.listPrinters()
  if (known.length === 0) return err('unsupported')
  if (deviceName !== null && !known.some(({ name }) => name === deviceName)) return err('not-found')
  return ok({
    async print() {
      const printed = await printer.printPage(page.path, { deviceName, paper: page.paper })
      if (printed.ok) return sent
      return printed.error === 'refused' ? failed('printer-error') : doubted('unconfirmed')
    },
    close: () => undefined,
  })
}
