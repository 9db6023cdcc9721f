/**
 * The shop's printer, its jobs and what can be wrong with them, as both processes know them. Invariant: no name, path or host
 * that passes these schemas can be an argument of a command, a file of the machine, or a spooler's own command.
 */
import * as z from 'zod'
import { timeMsSchema } from './dates.ts'
import { codePages, headDots, heads, rollWidths } from './printer-models.ts'
import { refSchema } from './ref.ts'
import { tillPaperSchema } from './till/papers.ts'

/** A name as a person reads it: nothing that does not print. */
const printable = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxCharacters)
    .regex(/^\P{C}+$/u, 'must be printable')

const hostName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.?$/i, 'not a host name')

/** As CUPS takes them; none begins with a dash. */
const cupsQueue = z
  .string()
  .max(127)
  .regex(/^[^\s/#\\'"?<>|&;$`(){}*!,\p{C}-][^\s/#\\'"?<>|&;$`(){}*!,\p{C}]*$/u, 'not a queue name')

/** A printer of this machine or of one that is shared; a comma or an exclamation mark would be the spooler's own syntax. */
const windowsQueue = z
  .string()
  .max(220)
  .regex(/^(\\\\[A-Za-z0-9._-]{1,63}\\)?[^\\/,!"\p{C}]+$/u, 'not a printer name')

/** Where printers and serial ports are, by name: no disk and no other device. */
const deviceNames = [
  /^\/dev\/(usb\/lp|lp|usblp|ttyUSB|ttyACM|ttyS|ttyAMA|rfcomm)\d{1,3}$/,
  /^\/dev\/serial\/by-(id|path)\/[A-Za-z0-9][\w.:+-]{0,199}$/,
  /^\/dev\/cu\.[A-Za-z0-9][\w.:+-]{0,99}$/,
  /^\\\\\.\\(COM|LPT)[1-9]\d{0,2}$/,
] as const
const devicePath = z
  .string()
  .refine((path) => deviceNames.some((name) => name.test(path)), 'not a printer’s device')

/** Ports that take every byte, whatever is behind them: no printer has to be there. */
export const isSerialPort = (path: string): boolean => /tty|serial|rfcomm|\/cu\.|COM/.test(path)

export const baudRates = [9_600, 19_200, 38_400, 57_600, 115_200] as const

export const printerTransportSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('tcp'),
    host: z.union([hostName, z.ipv6()]),
    port: z.int().min(1).max(65_535),
  }),
  z.strictObject({ kind: z.literal('cups'), queue: cupsQueue }),
  z.strictObject({ kind: z.literal('windows'), queue: windowsQueue }),
  /** `baud`: of a serial port; null for any other. */
  z.strictObject({
    kind: z.literal('device'),
    path: devicePath,
    baud: z.union(baudRates.map((baud) => z.literal(baud))).nullable(),
  }),
  /** The system's own driver; null is the system's default printer. */
  z.strictObject({ kind: z.literal('driver'), deviceName: printable(300).nullable() }),
])
export type PrinterTransport = z.infer<typeof printerTransportSchema>

/** The raw port of network printers. */
export const RAW_PORT = 9_100

/** Rolls by their width in millimetres; sheets by their name. */
export const printerPapers = [...rollWidths, 'A5', 'A4'] as const
export type PrinterPaperName = (typeof printerPapers)[number]

export const printerSchema = z
  .strictObject({
    name: printable(80),
    transport: printerTransportSchema,
    paper: z.literal(printerPapers),
    /** Of the head across the paper: columns and pictures are as wide, and not a dot wider. */
    dots: z.literal(headDots),
    codePage: z.enum(codePages),
    /** Whether French goes out as the printer's text or, as Arabic always does, as a picture. */
    text: z.enum(['printer', 'raster']),
    /** It draws QR and bar codes itself; one that does not gets them as pictures. */
    drawsCodes: z.boolean(),
    /** It may be asked how it is. One that prints the questions, or never answers, is asked nothing. */
    asks: z.boolean(),
    cuts: z.boolean(),
    /** A drawer hangs on it, and is opened by the slip of a sale. */
    drawer: z.boolean(),
  })
  .refine(({ transport, paper }) => transport.kind === 'driver' || paper === 58 || paper === 80, {
    path: ['paper'],
    message: 'sheets go through the system’s driver',
  })
  .refine(({ transport, paper, dots }) => transport.kind === 'driver' || heads[dots].paper === paper, {
    path: ['dots'],
    message: 'no head of this paper’s',
  })
export type PrinterSettings = z.infer<typeof printerSchema>

/** The width of the roll in the printer; undefined where there is no printer, or one of sheets. */
export const rollWidthOf = (printer: Pick<PrinterSettings, 'paper'> | null) =>
  rollWidths.find((width) => width === printer?.paper)

/** Why nothing was printed, or why nobody can say whether it was; `printing.problem.<name>` in the locales has the words. */
export const printProblems = [
  /** No printer is set. */
  'no-printer',
  /** It is off, off line, or cannot be reached. */
  'offline',
  /** There is no such queue, device or host. */
  'not-found',
  /** Another program holds it. */
  'busy',
  /** This user may not print there. */
  'denied',
  'paper-out',
  'cover-open',
  /** It reports an error of its own: a jammed cutter, an overheated head. */
  'printer-error',
  /** The queue is stopped or takes no jobs. */
  'queue-stopped',
  /** Somebody took the job out of the queue. */
  'cancelled',
  /** It took no more bytes in time. */
  'stalled',
  /** The link was cut on the way. */
  'cut-off',
  /** The queue, the port or the line took everything, and nothing says what became of it. */
  'unconfirmed',
  /** The counter ended before the job did. */
  'interrupted',
  /** Its turn did not come while anybody still stood there. */
  'waited-too-long',
  /** Calls to the system's spooler do not come back. */
  'spooler-hangs',
  /** This machine has no such way to print. */
  'unsupported',
  /** A line could not be laid out whole, and a slip without it is not printed. */
  'not-composed',
  /** The keychain did not open the codes that were to be on the slip. */
  'codes-closed',
  /** Too many jobs wait for this printer already. */
  'queue-full',
  /** The journal did not take the job. */
  'not-recorded',
  'unknown',
] as const
export type PrintProblem = (typeof printProblems)[number]

export const printJobWhatSchema = z.discriminatedUnion('kind', [
  /** A sale's slip. `copyNumber` 0 is the slip itself, n the DUPLICATA n. */
  z.strictObject({ kind: z.literal('sale'), ref: refSchema, copyNumber: z.int().nonnegative() }),
  /** The biller's own receipt of a bill. */
  z.strictObject({ kind: z.literal('official'), ref: refSchema }),
  /** A paper of the till. `copyNumber` 0 is the slip itself, n the DUPLICATA n. */
  z.strictObject({ kind: z.literal('till'), of: tillPaperSchema, copyNumber: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal('test') }),
])

/** `printed`: the printer said so behind the slip. `sent`: it was handed over. `failed`: nothing is on paper. `may-have-printed`: nobody knows, and a person has to look. */
export const printJobStates = [
  'queued',
  'sending',
  'printed',
  'sent',
  'failed',
  'may-have-printed',
  'settled',
] as const
export type PrintJobState = (typeof printJobStates)[number]

/** How a job that failed or may have printed was done with: what a person saw, or that it was printed again. */
export const printSettlements = ['printed', 'not-printed', 'again'] as const

/** The printer of a slip that was saved as a file: nothing was handed to anybody. */
export const pdfFile = 'PDF'

export const printJobViewSchema = z.object({
  jobId: z.string(),
  what: printJobWhatSchema,
  /** The printer's name as it was set then. */
  printer: z.string(),
  state: z.enum(printJobStates),
  problem: z.enum(printProblems).nullable(),
  settledAs: z.enum(printSettlements).nullable(),
  /** How many codes of cards are on the paper. */
  codes: z.int().nonnegative(),
  queuedAtMs: timeMsSchema,
  /** When the state was last changed. */
  atMs: timeMsSchema,
})
export type PrintJobView = z.infer<typeof printJobViewSchema>

/**
 * Whether `codes` that were given are all that a sale of so many `cards` has now: one that arrives later is in nobody's hands.
 * Each report of a sale's cards takes the place of the one before and is sealed with one key: all of them open, or none.
 */
export const areAllCodes = (codes: number, cards: number): boolean => codes > 0 && codes >= cards

/** What a printer says of itself where the link can ask it; `isSure` is false where it is only not known to be wrong. */
export const printerStatusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('ready'), isSure: z.boolean(), paperLow: z.boolean() }),
  z.object({ kind: z.literal('problem'), problem: z.enum(printProblems) }),
])
export type PrinterStatus = z.infer<typeof printerStatusSchema>

/** A printer that the machine knows of. */
export const foundPrinterSchema = z.object({
  name: z.string(),
  transport: printerTransportSchema,
  isDefault: z.boolean(),
})
export type FoundPrinter = z.infer<typeof foundPrinterSchema>
