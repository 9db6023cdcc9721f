/**
 * Puts a paper that is ready into the line of its printer: the job is on disk before it is in the line. Owns the pages that the
 * system's driver is given: each is there while its job is, and no longer, because it may hold codes; and under a name that no
 * window is given, because whoever reads it there has codes of a slip that may never be printed.
 */
import type { AppError } from '#shared/app-error.ts'
import type { PrinterSettings, PrintJobView, PrintProblem } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { PrintEntryBody } from '../journal/print-entry.ts'
import type { StoredPrintJob } from '../journal/print-jobs.ts'
import type { Log, Random } from '../ports.ts'
import type { PageAnswer } from '../slip-pages.ts'
import { type Actor, signedBy } from '../till/actor.ts'
import type { Printable } from './link.ts'
import type { MadeOrNot, MadePaper } from './make-paper.ts'
import { type PrintRepository, viewOfJob } from './print-repository.ts'
import type { PrintQueue } from './queue.ts'

type Queued = Extract<PrintEntryBody, { kind: 'print-queued' }>

/** What is recorded of a job beside its paper, and which undecided job it takes the place of. */
export interface JobOrder extends Pick<Queued, 'ref' | 'what' | 'till' | 'copyNumber' | 'codes' | 'shows'> {
  readonly printer: PrinterSettings
  readonly actor: Actor
  readonly replaces?: string | undefined
}

export interface JobPlacer {
  place(order: JobOrder, made: MadeOrNot): Result<PrintJobView, AppError>
  /** A job of which a person may decide: it failed, or may have printed. */
  readUndecided(jobId: string, action: string): Result<StoredPrintJob, AppError>
  readView(jobId: string): Result<PrintJobView, AppError>
  readPage(path: string): PageAnswer | undefined
}

interface PlacerOptions {
  readonly repository: PrintRepository
  readonly queue: PrintQueue
  readonly random: Random
  readonly log: Log
}

export const refusePrint = (problem: PrintProblem, ref: Ref | null) =>
  err<AppError>({ kind: 'printing', problem, ...(ref && { ref }) })

export function createJobPlacer({ repository, queue, random, log }: PlacerOptions): JobPlacer {
  /** By their path; as many as there are jobs, which the queue bounds. */
  const pages = new Map<string, string>()

  function readUndecided(jobId: string, action: string): Result<StoredPrintJob, AppError> {
    const job = repository.read(jobId)
    if (!job) return noSuchJob
    const { state, ref } = job
    if (state === 'failed' || state === 'may-have-printed') return ok(job)
    return err({ kind: 'not-allowed-now', state, action, ...(ref && { ref }) })
  }

  function readView(jobId: string): Result<PrintJobView, AppError> {
    const job = repository.read(jobId)
    return job ? ok(viewOfJob(job)) : noSuchJob
  }

  function printableOf({ paper }: PrinterSettings, content: MadePaper['content']): Printable {
    if (content.kind === 'bytes') return content
    if (content.kind === 'kept-page') return { kind: 'page', path: content.path, paper }
    const path = `/print/${random.newId()}`
    pages.set(path, content.html)
    return { kind: 'page', path, paper }
  }

  return {
    readUndecided,
    readView,
    place({ printer, actor, replaces, ...asked }, made) {
      const order = { ...asked, ...signedBy(actor, undefined) }
      const { ref } = order
      if (!made.ok) {
        log.write('error', 'a slip cannot be made for the printer', { ref, problem: made.error })
        return refusePrint('not-composed', ref)
      }
      if (queue.isFull(printer.transport)) return refusePrint('queue-full', ref)
      const { documentSha256, content } = made.value
      const jobId = random.newId()
      const queued: Queued = { kind: 'print-queued', jobId, ...order, printer: printer.name, documentSha256 }
      if (replaces === undefined) repository.record([queued])
      else {
        // It may have been decided of since it was asked about.
        const before = readUndecided(replaces, 'print-again')
        if (!before.ok) return before
        repository.record([{ kind: 'print-settled', jobId: replaces, ref, as: 'again', who: null }, queued])
      }
      const printable = printableOf(printer, content)
      const onEnd = () => void (printable.kind === 'page' && pages.delete(printable.path))
      const { transport, asks } = printer
      queue.add({ jobId, ref, transport, asks, printable, onEnd })
      return readView(jobId)
    },
    readPage(path) {
      const body = pages.get(path)
      return body === undefined ? undefined : { status: 200, contentType: 'text/html; charset=utf-8', body }
    },
  }
}

const noSuchJob = err<AppError>({ kind: 'invalid-input', field: 'jobId', problem: 'no-such-job' })
