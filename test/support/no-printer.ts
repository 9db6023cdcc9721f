/** A machine without a printer. Free of the test runner. */
import type { Printer } from '#core/ports.ts'
import { err } from '#shared/result.ts'

export const noPrinter: Printer = {
  savePdf: async () => err('no printer in this test'),
  listPrinters: async () => [],
  printPage: async () => err('refused'),
}
