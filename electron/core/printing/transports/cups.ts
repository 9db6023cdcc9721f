/**
 * A raw queue of CUPS (Linux, macOS). The bytes go to the spooler as they are, and the job is followed until the spooler has
 * ended it: only its word "completed" means that it was handed over. A job that does not end in time is taken out of the queue, so that it is not
 * printed when nobody waits for it any more.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterStatus, PrinterTransport, PrintProblem } from '#shared/printing.ts'
import { err, ok } from '#shared/result.ts'
import {
  doubted,
  failed,
  type OpenedLink,
  type PrintEnd,
  type PrintLimits,
  printLimits,
  sent,
} from '../link.ts'
import { askSpooler, findSpooler, operations } from './ipp.ts'
import type { IppAttributes } from './ipp-message.ts'

type CupsPrinter = Extract<PrinterTransport, { kind: 'cups' }>

const uriOf = (queue: string): string => `ipp://localhost/printers/${encodeURIComponent(queue)}`

/** RFC 8011, 5.3.7 and 5.4.12. */
const jobStates = { canceled: 7, aborted: 8, completed: 9 } as const
const PRINTER_STOPPED = 5
const FIRST_ERROR_STATUS = 0x0400

const statusProblems: Readonly<Record<number, PrintProblem>> = {
  1025: 'denied',
  1026: 'denied',
  1027: 'denied',
  1030: 'not-found',
  1286: 'queue-stopped',
}

/** What of a printer's state reasons keeps it from printing (RFC 8011, 5.4.12, and CUPS's own), the cause first. */
const reasonProblems: readonly (readonly [RegExp, PrintProblem])[] = [
  [/^cover-open|^door-open|^interlock-open/, 'cover-open'],
  [/^media-(empty|needed)|^input-tray-missing/, 'paper-out'],
  [/^media-jam|^cutter-|-error$/, 'printer-error'],
  [/^(offline|shutdown|timed-out|connecting-to-device|cups-.*missing)/, 'offline'],
  [/^(paused|moving-to-paused|stopped)/, 'queue-stopped'],
]

export async function openCups(
  { queue }: CupsPrinter,
  bytes: Uint8Array,
  limits: PrintLimits = printLimits,
  spooler: string | undefined = findSpooler(),
): Promise<OpenedLink> {
  if (spooler === undefined) return err('unsupported')
  const { refuses } = await readQueue(spooler, queue, limits)
  if (refuses) return err(refuses)
  return ok({ print: () => handOver(spooler, queue, bytes, limits), close: () => undefined })
}

export async function readCupsStatus(
  { queue }: CupsPrinter,
  limits: PrintLimits = printLimits,
  spooler: string | undefined = findSpooler(),
): Promise<PrinterStatus> {
  if (spooler === undefined) return { kind: 'problem', problem: 'unsupported' }
  const { problem, paperLow } = await readQueue(spooler, queue, limits)
  return problem ? { kind: 'problem', problem } : { kind: 'ready', isSure: false, paperLow }
}

interface QueueState {
  /** Why it would print no job just now: it is stopped, or takes none. */
  readonly refuses: PrintProblem | undefined
  /** The same, or what it says of its printer: that may be of an earlier job, and only the next one makes it say otherwise. */
  readonly problem: PrintProblem | undefined
  readonly paperLow: boolean
}

const refusing = (problem: PrintProblem): QueueState => ({ refuses: problem, problem, paperLow: false })

async function readQueue(
  spooler: string,
  queue: string,
  { commandMs: timeoutMs }: PrintLimits,
): Promise<QueueState> {
  const wanted = ['printer-state', 'printer-state-reasons', 'printer-is-accepting-jobs'] as const
  const asked = [
    ['uri', 'printer-uri', uriOf(queue)],
    ['keyword', 'requested-attributes', ...wanted],
  ] as const
  const answer = await askSpooler(spooler, operations.getPrinterAttributes, asked, { timeoutMs })
  if (!answer.ok) return refusing('offline')
  const { status, groups } = answer.value
  if (status >= FIRST_ERROR_STATUS) return refusing(statusProblems[status] ?? 'unknown')
  return stateOf(groups[1] ?? new Map())
}

function stateOf(printer: IppAttributes): QueueState {
  const reasons = (printer.get('printer-state-reasons') ?? []).map(String)
  const paperLow = reasons.some((reason) => reason.startsWith('media-low'))
  const reported = problemIn(reasons)
  const isStopped = printer.get('printer-state')?.[0] === PRINTER_STOPPED
  const takesNone = printer.get('printer-is-accepting-jobs')?.[0] === false
  const refuses = isStopped || takesNone ? (reported ?? 'queue-stopped') : undefined
  return { refuses, problem: refuses ?? reported, paperLow }
}

const problemIn = (reasons: readonly string[]): PrintProblem | undefined =>
  reasonProblems.find(([words]) => reasons.some((reason) => words.test(reason)))?.[1]

async function handOver(
  spooler: string,
  queue: string,
  bytes: Uint8Array,
  limits: PrintLimits,
): Promise<PrintEnd> {
  const asked = [
    ['uri', 'printer-uri', uriOf(queue)],
    ['name', 'job-name', 'Comptoir'],
    ['mime', 'document-format', 'application/vnd.cups-raw'],
  ] as const
  const answer = await askSpooler(spooler, operations.printJob, asked, {
    timeoutMs: limits.commandMs,
    document: bytes,
  })
  if (!answer.ok) return answer.error === 'absent' ? failed('offline') : doubted('unconfirmed')
  const { status, groups } = answer.value
  if (status >= FIRST_ERROR_STATUS) return failed(statusProblems[status] ?? 'unknown')
  const jobId = groups[1]?.get('job-id')?.[0]
  if (typeof jobId !== 'number') return doubted('unconfirmed')
  return follow({ spooler, queue, jobId, byteCount: bytes.length, limits })
}

interface SpooledJob {
  readonly spooler: string
  readonly queue: string
  readonly jobId: number
  readonly byteCount: number
  readonly limits: PrintLimits
}

/** Follows the job to its end, and has the spooler forget it: it would keep the slip, and the codes on it, for a day. */
async function follow(job: SpooledJob): Promise<PrintEnd> {
  const end = await awaitEnd(job)
  await cancel(job, ['boolean', 'purge-job', true])
  return end
}

/** A job that has ended is as little undone by it as one that is not there. */
async function cancel(
  { spooler, queue, jobId, limits }: SpooledJob,
  ...how: readonly (readonly ['boolean', 'purge-job', true])[]
): Promise<void> {
  const job = [['uri', 'printer-uri', uriOf(queue)], ['integer', 'job-id', jobId], ...how] as const
  await askSpooler(spooler, operations.cancelJob, job, { timeoutMs: limits.commandMs })
}

/** Waits until the spooler has ended the job, and takes it back where that does not come in time. */
async function awaitEnd(job: SpooledJob): Promise<PrintEnd> {
  const { followMs, followEveryMs, msPerByte } = job.limits
  const endMs = performance.now() + followMs + job.byteCount * msPerByte
  while (performance.now() < endMs) {
    const end = endOf(await readJob(job))
    if (end) return end.kind === 'sent' ? end : doubted((await problemNow(job)) ?? end.problem)
    await wait(followEveryMs)
  }
  const problem = (await problemNow(job)) ?? 'unconfirmed'
  await cancel(job)
  const last = await readJob(job)
  if (endOf(last)?.kind === 'sent') return sent
  // A job that was taken back before the spooler had begun it printed nothing.
  const neverBegun = last?.get('job-state')?.[0] === jobStates.canceled && !last.has('time-at-processing')
  return neverBegun ? failed(problem) : doubted(problem)
}

const problemNow = async ({ spooler, queue, limits }: SpooledJob): Promise<PrintProblem | undefined> =>
  (await readQueue(spooler, queue, limits)).problem

async function readJob({ spooler, queue, jobId, limits }: SpooledJob): Promise<IppAttributes | undefined> {
  const asked = [
    ['uri', 'printer-uri', uriOf(queue)],
    ['integer', 'job-id', jobId],
    ['keyword', 'requested-attributes', 'job-state', 'job-state-reasons', 'time-at-processing'],
  ] as const
  const answer = await askSpooler(spooler, operations.getJobAttributes, asked, {
    timeoutMs: limits.commandMs,
  })
  return answer.ok && answer.value.status < FIRST_ERROR_STATUS ? answer.value.groups[1] : undefined
}

type SpoolerEnd = Exclude<PrintEnd, { kind: 'printed' }>

/** How the spooler ended it; undefined while it has not, or does not say. */
function endOf(job: IppAttributes | undefined): SpoolerEnd | undefined {
  switch (job?.get('job-state')?.[0]) {
    case jobStates.completed:
      return sent
    case jobStates.canceled:
      return doubted('cancelled')
    case jobStates.aborted:
      return doubted('printer-error')
    default:
      return undefined
  }
}
