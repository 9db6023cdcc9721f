/**
 * What one entry makes of a print job. Pure: the same function serves a live write, a rebuild and the check at opening.
 * Invariant: no job is begun twice, and what may be on paper is never said to be not.
 */
import * as z from 'zod'
import { type PrintJobState, printJobStates, printProblems, printSettlements } from '#shared/printing.ts'
import { refSchema } from '#shared/ref.ts'
import { JournalRefusal } from './faults.ts'
import type { PrintEntryBody } from './print-entry.ts'

export const storedPrintJobSchema = z.strictObject({
  jobId: z.string(),
  ref: refSchema.nullable(),
  what: z.enum(['sale', 'official', 'test']),
  copyNumber: z.int().nonnegative(),
  printer: z.string(),
  codes: z.int().nonnegative(),
  /** Null where the entry did not say it yet. */
  shows: z.string().nullable().default(null),
  state: z.enum(printJobStates),
  problem: z.enum(printProblems).nullable(),
  settledAs: z.enum(printSettlements).nullable(),
  who: z.string().nullable(),
  /** Whatever became of it: a later slip of the same sale is a DUPLICATA. */
  mayBeOnPaper: z.boolean(),
  queuedAtMs: z.int().nonnegative(),
  changedAtMs: z.int().nonnegative(),
})
export type StoredPrintJob = z.infer<typeof storedPrintJobSchema>

type Step = Exclude<PrintEntryBody, { kind: 'print-queued' }>

/** From which states an entry leads on. */
const stepsFrom: Readonly<Record<Step['kind'], readonly PrintJobState[]>> = {
  'print-begun': ['queued'],
  'print-sent': ['sending'],
  'print-confirmed': ['sending'],
  'print-failed': ['queued', 'sending'],
  'print-doubted': ['sending'],
  'print-settled': ['failed', 'may-have-printed'],
}

/** The job after `body`. Throws JournalRefusal; `job` is undefined where the journal has none of this id. */
export function nextPrintJob(
  job: StoredPrintJob | undefined,
  { body, atMs }: { readonly body: PrintEntryBody; readonly atMs: number },
): StoredPrintJob {
  if (body.kind === 'print-queued') {
    if (job) throw new JournalRefusal('job-taken', body.jobId)
    return queuedJob(body, atMs)
  }
  if (job?.ref !== body.ref) throw new JournalRefusal('unknown-job', `${body.kind} of ${body.jobId}`)
  if (!stepsFrom[body.kind].includes(job.state)) {
    throw new JournalRefusal('step-refused', `${body.kind} of ${body.jobId}, which is ${job.state}`)
  }
  return { ...job, ...stepped(job, body), changedAtMs: atMs }
}

function queuedJob(body: Extract<PrintEntryBody, { kind: 'print-queued' }>, atMs: number): StoredPrintJob {
  const { kind: _kind, documentSha256: _digest, ...told } = body
  if ((told.what === 'test') !== (told.ref === null)) {
    throw new JournalRefusal('invalid-entry', `print job ${told.jobId} is of no sale`)
  }
  const open = { state: 'queued', problem: null, settledAs: null, who: null } as const
  return {
    ...told,
    shows: told.shows ?? null,
    ...open,
    mayBeOnPaper: true,
    queuedAtMs: atMs,
    changedAtMs: atMs,
  }
}

function stepped(job: StoredPrintJob, body: Step): Partial<StoredPrintJob> {
  switch (body.kind) {
    case 'print-begun':
      return { state: 'sending' }
    case 'print-sent':
      return { state: 'sent' }
    case 'print-confirmed':
      return { state: 'printed' }
    case 'print-failed':
      return { state: 'failed', problem: body.problem, mayBeOnPaper: false }
    case 'print-doubted':
      return { state: 'may-have-printed', problem: body.problem }
    case 'print-settled':
      if (body.as === 'printed' && !job.mayBeOnPaper) {
        throw new JournalRefusal('step-refused', `${job.jobId} failed, and cannot have printed`)
      }
      return { state: 'settled', settledAs: body.as, who: body.who }
  }
}
