/**
 * The jobs on their way to the printers, one after the other for each printer. Owns the order "commit, then write, then commit":
 * that a job is begun is on disk before its first byte leaves, and no job is ever begun twice. What is still waiting when the
 * counter ends is said to have failed: its bytes are nowhere but here.
 */
import type { PrinterTransport, PrintProblem } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import type { Log } from '../ports.ts'
import { doubted, type Link, MAX_WAITING_JOBS, type OpenedLink, type PrintEnd, printLimits } from './link.ts'
import type { ToPrint } from './open-link.ts'
import type { PrintRepository } from './print-repository.ts'

export interface QueuedJob extends ToPrint {
  readonly jobId: string
  readonly ref: Ref | null
  /** The job has ended, whatever became of it. */
  onEnd?(): void
}

export interface PrintQueue {
  /** As many jobs wait for this printer as may. */
  isFull(transport: PrinterTransport): boolean
  /** Takes a job that is on disk as queued. */
  add(job: QueuedJob): void
  /** Asks a printer for something between two jobs; undefined where it has jobs: most take one connection at a time. */
  whileIdle<T>(transport: PrinterTransport, ask: () => Promise<T>): Promise<T | undefined>
  /** No job is begun any more; resolves when those that are on their way have ended. */
  stop(): Promise<void>
}

interface QueueOptions {
  readonly repository: Pick<PrintRepository, 'note'>
  readonly log: Log
  open(job: ToPrint): Promise<OpenedLink>
  /** No clock of the day's, which may be set. */
  nowMs?(): number
}

/** A printer's line: who comes next begins when `last` is over. */
interface Line {
  waiting: number
  jobs: number
  last: Promise<unknown>
}

export function createPrintQueue(options: QueueOptions): PrintQueue {
  const { nowMs = () => performance.now() } = options
  const lines = new Map<string, Line>()
  let isStopped = false
  const run = createRun(options)

  /** The same place is the same printer, whatever it is called. */
  function lineOf(transport: PrinterTransport): Line {
    const key = JSON.stringify(transport)
    const line = lines.get(key) ?? { waiting: 0, jobs: 0, last: Promise.resolve() }
    lines.set(key, line)
    return line
  }

  return {
    isFull: (transport) => lineOf(transport).waiting >= MAX_WAITING_JOBS,
    add(job) {
      const line = lineOf(job.transport)
      const addedMs = nowMs()
      /** Why not a byte of it is to leave: whoever asked for a slip minutes ago does not stand there any more, its codes would lie there. */
      const tooLate = (): PrintProblem | undefined => {
        if (isStopped) return 'interrupted'
        return nowMs() - addedMs > printLimits.waitMs ? 'waited-too-long' : undefined
      }
      line.waiting += 1
      line.jobs += 1
      void inTurn(line, async () => {
        line.waiting -= 1
        await run(job, tooLate)
        line.jobs -= 1
        job.onEnd?.()
      })
    },
    async whileIdle(transport, ask) {
      const line = lineOf(transport)
      return line.jobs > 0 ? undefined : inTurn(line, ask)
    },
    async stop() {
      isStopped = true
      await Promise.all([...lines.values()].map(({ last }) => last))
    },
  }
}

function inTurn<T>(line: Line, work: () => Promise<T>): Promise<T> {
  const turn = line.last.then(work)
  line.last = turn.catch(() => undefined)
  return turn
}

/** One job whose turn has come, from the opening of its printer to how it ended. Each step is recorded before the next. */
function createRun({ repository, log, open }: Pick<QueueOptions, 'repository' | 'log' | 'open'>) {
  const fail = ({ jobId, ref }: QueuedJob, problem: PrintProblem) =>
    repository.note({ kind: 'print-failed', jobId, ref, problem })

  async function print(job: QueuedJob, link: Link): Promise<void> {
    const { jobId, ref } = job
    if (!repository.note({ kind: 'print-begun', jobId, ref })) {
      // Not a byte has left, and none will: the failure follows the beginning on disk as soon as that can be written.
      fail(job, 'not-recorded')
      return
    }
    const end = await printSafely(link, job)
    if (end.kind === 'printed') repository.note({ kind: 'print-confirmed', jobId, ref })
    else if (end.kind === 'sent') repository.note({ kind: 'print-sent', jobId, ref })
    else if (end.kind === 'failed') fail(job, end.problem)
    else repository.note({ kind: 'print-doubted', jobId, ref, problem: end.problem })
  }

  async function openSafely(job: QueuedJob): Promise<OpenedLink> {
    const { jobId } = job
    try {
      return await open(job)
    } catch (fault) {
      log.write('error', 'a printer could not be opened by a fault of ours', { jobId, fault: String(fault) })
      return { ok: false, error: 'unknown' }
    }
  }

  async function printSafely(link: Link, { jobId }: QueuedJob): Promise<PrintEnd> {
    try {
      return await link.print()
    } catch (fault) {
      log.write('error', 'a printer failed by a fault of ours', { jobId, fault: String(fault) })
      return doubted('unknown')
    }
  }

  /** `tooLate` is asked before the printer is opened, and again behind that. */
  return async (job: QueuedJob, tooLate: () => PrintProblem | undefined): Promise<void> => {
    const link = tooLate() ? undefined : await openSafely(job)
    const problem = link?.ok === false ? link.error : tooLate()
    if (problem) fail(job, problem)
    else if (link?.ok) await print(job, link.value)
    if (link?.ok) link.value.close()
  }
}
