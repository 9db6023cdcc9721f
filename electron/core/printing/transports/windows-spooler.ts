/**
 * A printer of Windows, past its driver: the bytes go into the spooler's file as they are, and the job is
 * followed until the spooler has let go of it. Written over plain functions, which windows-functions.ts takes from the system.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterStatus, PrinterTransport, PrintProblem } from '#shared/printing.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  doubted,
  failed,
  type OpenedLink,
  type PrintEnd,
  type PrintLimits,
  printLimits,
  sent,
} from '../link.ts'
import { inTime, late } from './in-time.ts'

/**
 * What is used of winspool.drv. Each is one call; what it answers is the function's own, without interpretation. Any of them
 * may keep its caller for long, so none is made on the thread that sells.
 */
export interface SpoolerFunctions<Printer> {
  /** OpenPrinter; undefined where it refuses. */
  open(name: string): Promise<Printer | undefined>
  /** GetPrinter, level 2: PRINTER_STATUS and PRINTER_ATTRIBUTE flags; undefined where it refuses. */
  readStatus(printer: Printer): Promise<{ readonly status: number; readonly attributes: number } | undefined>
  /** GetPrinterDriver, level 8: PRINTER_DRIVER flags; undefined where it refuses, as it does of a printer elsewhere. */
  readDriver(printer: Printer): Promise<number | undefined>
  /** StartDocPrinter: the job's number, 0 where it refuses. */
  startDocument(printer: Printer, title: string, datatype: Datatype): Promise<number>
  startPage(printer: Printer): Promise<boolean>
  /** WritePrinter: how many bytes it took; undefined where it refuses. */
  write(printer: Printer, bytes: Uint8Array): Promise<number | undefined>
  endPage(printer: Printer): Promise<boolean>
  endDocument(printer: Printer): Promise<boolean>
  /** GetJob, level 1: JOB_STATUS flags; undefined where it refuses, as it does of a job that is not in the queue any more. */
  readJob(printer: Printer, jobId: number): Promise<number | undefined>
  /** SetJob with JOB_CONTROL_DELETE. */
  deleteJob(printer: Printer, jobId: number): Promise<boolean>
  close(printer: Printer): Promise<void>
}

/** A driver that is built on XPS takes bytes past itself under a name of their own, and swallows them under any other. */
export type Datatype = 'RAW' | 'XPS_PASS'

/** Too many calls have not come back: the spooler is to be started anew, and each that comes back makes room. */
export class SpoolerHangs extends Error {}

type WindowsPrinter = Extract<PrinterTransport, { kind: 'windows' }>
type Flags = readonly (readonly [number, PrintProblem])[]

/** PRINTER_STATUS_… of winspool.h, the cause first. */
const printerFlags: Flags = [
  [0x00400000, 'cover-open'],
  [0x00000010 | 0x00000040, 'paper-out'],
  [0x00000080 | 0x00001000, 'offline'],
  [0x00000008 | 0x00100000 | 0x00000002, 'printer-error'],
  [0x00000001, 'queue-stopped'],
]
/** JOB_STATUS_… */
const jobFlags: Flags = [
  [0x00000040, 'paper-out'],
  [0x00000020, 'offline'],
  [0x00000002 | 0x00000200 | 0x00000400, 'printer-error'],
  [0x00000001, 'queue-stopped'],
]
/** Somebody has chosen "use printer offline": jobs wait in the queue until it is taken back. */
const WORK_OFFLINE = 0x00000400
const DRIVER_IS_XPS = 0x00000002
const JOB_DELETED = 0x00000004 | 0x00000100
const JOB_PRINTED = 0x00000080

const CHUNK_BYTES = 16_384

const problemIn = (flags: number | undefined, table: Flags): PrintProblem | undefined =>
  table.find(([bits]) => ((flags ?? 0) & bits) !== 0)?.[1]

/** Opens the printer and asks how it is: what that found, or why not. Whoever opened it closes it. */
async function callUp<Printer>(
  functions: SpoolerFunctions<Printer>,
  { queue }: WindowsPrinter,
  { commandMs }: PrintLimits,
): Promise<Result<Printer, PrintProblem>> {
  const opening = functions.open(queue)
  const printer = await inTime(opening, commandMs)
  if (printer === late) {
    const closeLate = (opened: Printer | undefined) => {
      if (opened !== undefined) letGo(functions, opened)
    }
    void opening.then(closeLate).catch(() => undefined)
    return err('offline')
  }
  if (printer === undefined) return err('not-found')
  const state = await inTime(functions.readStatus(printer), commandMs)
  const problem = state === late ? 'offline' : problemOf(state)
  if (problem === undefined) return ok(printer)
  letGo(functions, printer)
  return err(problem)
}

const problemOf = (state: Awaited<ReturnType<SpoolerFunctions<unknown>['readStatus']>>) =>
  problemIn(state?.status, printerFlags) ??
  (((state?.attributes ?? 0) & WORK_OFFLINE) === 0 ? undefined : 'offline')

/** Names what hangs; any other fault is ours, and thrown on. */
async function namingHangs<Answer>(
  work: () => Promise<Answer>,
  hung: (problem: PrintProblem) => Answer,
): Promise<Answer> {
  try {
    return await work()
  } catch (fault) {
    if (fault instanceof SpoolerHangs) return hung('spooler-hangs')
    throw fault
  }
}

/** Nobody waits for the end of it, and nothing hangs on it. */
const letGo = <Printer>({ close }: SpoolerFunctions<Printer>, printer: Printer): void =>
  void close(printer).catch(() => undefined)

export async function openWindowsPrinter<Printer>(
  functions: SpoolerFunctions<Printer>,
  settings: WindowsPrinter,
  bytes: Uint8Array,
  limits: PrintLimits = printLimits,
): Promise<OpenedLink> {
  const opened = await namingHangs(() => callUp(functions, settings, limits), err)
  if (!opened.ok) return opened
  const printer = opened.value
  return ok({
    print: () => namingHangs(() => handOver(functions, printer, bytes, limits), doubted),
    close: () => letGo(functions, printer),
  })
}

export async function readWindowsStatus<Printer>(
  functions: SpoolerFunctions<Printer>,
  settings: WindowsPrinter,
  limits: PrintLimits = printLimits,
): Promise<PrinterStatus> {
  const opened = await namingHangs(() => callUp(functions, settings, limits), err)
  if (!opened.ok) return { kind: 'problem', problem: opened.error }
  letGo(functions, opened.value)
  return { kind: 'ready', isSure: false, paperLow: false }
}

async function handOver<Printer>(
  functions: SpoolerFunctions<Printer>,
  printer: Printer,
  bytes: Uint8Array,
  limits: PrintLimits,
): Promise<PrintEnd> {
  const { commandMs, stallMs } = limits
  const driver = await inTime(functions.readDriver(printer), commandMs)
  if (driver === late) return failed('stalled')
  const datatype = ((driver ?? 0) & DRIVER_IS_XPS) === 0 ? 'RAW' : 'XPS_PASS'
  const jobId = await inTime(functions.startDocument(printer, 'Comptoir', datatype), commandMs)
  // Whatever becomes of a document that is begun late: no byte is ever put into it.
  if (jobId === late) return failed('stalled')
  if (jobId === 0) return failed('denied')
  const isBegun = await inTime(functions.startPage(printer), commandMs)
  const taken = isBegun === true ? await writeAll(functions, printer, bytes, stallMs) : 0
  // A call that does not come back may yet be carried out.
  if (taken === late) return doubted('stalled')
  if (taken < bytes.length) {
    // A spooler may print while it is still being written to, so a part of a slip may be on paper.
    await inTime(functions.deleteJob(printer, jobId), commandMs)
    await inTime(functions.endDocument(printer), commandMs)
    return taken === 0 ? failed('unknown') : doubted('cut-off')
  }
  const isPageOver = (await inTime(functions.endPage(printer), commandMs)) === true
  const isOver = isPageOver && (await inTime(functions.endDocument(printer), commandMs)) === true
  return isOver
    ? follow(functions, printer, { jobId, byteCount: bytes.length }, limits)
    : doubted('unconfirmed')
}

/** How many bytes were taken. Each turn that goes on has taken some, so their number bounds the loop. */
async function writeAll<Printer>(
  { write }: SpoolerFunctions<Printer>,
  printer: Printer,
  bytes: Uint8Array,
  stallMs: number,
): Promise<number | typeof late> {
  let taken = 0
  while (taken < bytes.length) {
    const wrote = await inTime(write(printer, bytes.subarray(taken, taken + CHUNK_BYTES)), stallMs)
    if (wrote === late) return late
    if (!wrote) break
    taken += wrote
  }
  return taken
}

/**
 * The spooler forgets a job as soon as it is printed, so one that is gone was handed over: where the spooler still answers for the
 * printer, and had no trouble with the job when it was last seen. One that was stuck may have been taken out by a person.
 */
async function follow<Printer>(
  functions: SpoolerFunctions<Printer>,
  printer: Printer,
  { jobId, byteCount }: { readonly jobId: number; readonly byteCount: number },
  { followMs, followEveryMs, commandMs, msPerByte }: PrintLimits,
): Promise<PrintEnd> {
  const endMs = performance.now() + followMs + byteCount * msPerByte
  let problem: PrintProblem | undefined
  while (performance.now() < endMs) {
    const flags = await inTime(functions.readJob(printer, jobId), commandMs)
    if (typeof flags === 'number') {
      if ((flags & (JOB_PRINTED | JOB_DELETED)) !== 0) return endOf(flags)
      problem = problemIn(flags, jobFlags)
    } else if (flags === undefined && (await answersFor(functions, printer, commandMs))) {
      return problem === undefined ? sent : doubted('unconfirmed')
    }
    await wait(followEveryMs)
  }
  await inTime(functions.deleteJob(printer, jobId), commandMs)
  const state = await inTime(functions.readStatus(printer), commandMs)
  return doubted(problem ?? (state === late ? undefined : problemOf(state)) ?? 'unconfirmed')
}

const endOf = (flags: number): PrintEnd => ((flags & JOB_PRINTED) !== 0 ? sent : doubted('cancelled'))

const answersFor = async <Printer>(
  { readStatus }: SpoolerFunctions<Printer>,
  printer: Printer,
  timeoutMs: number,
): Promise<boolean> => typeof (await inTime(readStatus(printer), timeoutMs)) === 'object'
