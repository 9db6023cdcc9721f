/**
 * A printer by the system's own driver: a page of ours goes to it, for sheets and for printers that know no ESC/POS. The
 * system tells whether it took the page, and nothing of the paper.
 */
import type { PrinterTransport } from '#shared/printing.ts'
import { err, ok } from '#shared/result.ts'
import type { Printer } from '../../ports.ts'
import { doubted, failed, type OpenedLink, sent } from '../link.ts'
import type { PrinterPage } from '../printable.ts'

type DriverPrinter = Extract<PrinterTransport, { kind: 'driver' }>

export async function openDriver(
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
