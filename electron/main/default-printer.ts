/**
 * The system's default printer, which Electron does not tell: where there is none, it prints on the first that it finds, which
 * may be anybody's.
 */
import { listCupsQueues } from '#core/printing/transports/cups-queues.ts'

/** Longer than any name of a printer that Windows takes, in UTF-16 units. */
const MAX_NAME_UNITS = 1024

/** Its name for the system; undefined where there is none, or the system does not say. Never rejects. */
export async function findDefaultPrinter(
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  try {
    if (platform === 'win32') return await askWindows()
    return (await listCupsQueues()).find(({ isDefault }) => isDefault)?.name
  } catch {
    return undefined
  }
}

async function askWindows(): Promise<string | undefined> {
  const { default: koffi } = await import('koffi')
  const read = koffi
    .load('winspool.drv')
    .func('bool __stdcall GetDefaultPrinterW(_Out_ uint8_t *name, _Inout_ uint32_t *units)')
  const name = Buffer.alloc(2 * MAX_NAME_UNITS)
  const units = [MAX_NAME_UNITS]
  if (read(name, units) !== true) return undefined
  return name.toString('utf16le').split('\0')[0] || undefined
}
