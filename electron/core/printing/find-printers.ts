/**
 * The printers that this machine knows of: queues, devices, and what the system's driver lists. Nothing is searched for on the
 * network: a network printer's address is typed.
 */
import { readdir } from 'node:fs/promises'
import {
  type FoundPrinter,
  isSerialPort,
  type PrinterTransport,
  printerTransportSchema,
} from '#shared/printing.ts'
import type { Printer, SystemPrinter } from '../ports.ts'
import { listCupsQueues } from './transports/ipp.ts'
import { runCommand, windowsProgram } from './transports/run-command.ts'

/** No list is longer. */
const MAX_FOUND = 100

/** Queues first, the system's default before all. Never rejects. */
export async function findPrinters(
  printer: Pick<Printer, 'listPrinters'>,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly FoundPrinter[]> {
  const [queues, devices, known] = await Promise.all([
    platform === 'win32' ? [] : listCupsQueues().catch(() => []),
    findDevices(platform),
    printer.listPrinters().catch(() => []),
  ])
  const found = [
    ...queues.map(({ name, isDefault }) => ({
      ...{ name, isDefault, transport: { kind: 'cups', queue: name } as const },
    })),
    ...(platform === 'win32' ? known.map(asWindowsQueue) : []),
    ...devices.map((path) => ({ name: path, isDefault: false, transport: deviceAt(path) })),
    ...known.map(asDriver),
  ]
  // What a queue or device of a strange name is called can be no setting, and is not offered.
  return found
    .filter(({ transport }) => printerTransportSchema.safeParse(transport).success)
    .slice(0, MAX_FOUND)
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
}

/** What the driver lists does not say which is the system's default. */
const asWindowsQueue = ({ name, displayName }: SystemPrinter): FoundPrinter => ({
  ...{ name: displayName, isDefault: false, transport: { kind: 'windows', queue: name } },
})
const asDriver = ({ name, displayName }: SystemPrinter): FoundPrinter => ({
  ...{ name: displayName, isDefault: false, transport: { kind: 'driver', deviceName: name } },
})

/** A serial port is first tried at the speed that most printers leave the factory with. */
const deviceAt = (path: string): PrinterTransport => ({
  kind: 'device',
  path,
  baud: isSerialPort(path) ? 9_600 : null,
})

/** Where devices appear. Serial ports that are soldered in are left out: most lead nowhere. */
const deviceFolders: readonly (readonly [string, RegExp])[] = [
  ['/dev/usb', /^lp\d{1,3}$/],
  ['/dev', /^(usblp|ttyUSB|ttyACM|rfcomm)\d{1,3}$|^cu\.(usb|wchusb)/],
]
/** A port has no file on Windows; the first ones of each kind are offered where the system does not say which there are. */
const usualPorts = ['LPT1', 'COM1', 'COM2', 'COM3', 'COM4'] as const
const COMMAND_MS = 3_000

/** The system's own list of serial ports, those of Bluetooth and USB among them. Read without opening one. */
async function findWindowsPorts(): Promise<readonly string[]> {
  const list = ['query', 'HKLM\\HARDWARE\\DEVICEMAP\\SERIALCOMM']
  const answer = await runCommand(windowsProgram('reg.exe'), list, { timeoutMs: COMMAND_MS })
  const output = answer.ok && answer.value.exitCode === 0 ? answer.value.output : ''
  const serial = [...output.matchAll(/REG_SZ\s+(COM[1-9]\d{0,2})\s*$/gm)].flatMap(([, port]) => port ?? [])
  const ports = serial.length > 0 ? ['LPT1', ...serial] : usualPorts
  return ports.map((port) => `\\\\.\\${port}`)
}

async function findDevices(platform: NodeJS.Platform): Promise<readonly string[]> {
  if (platform === 'win32') return findWindowsPorts()
  const lists = await Promise.all(
    deviceFolders.map(async ([folder, names]) => {
      const files = await readdir(folder).catch(() => [])
      return files.filter((file) => names.test(file)).map((file) => `${folder}/${file}`)
    }),
  )
  return lists.flat().sort()
}
