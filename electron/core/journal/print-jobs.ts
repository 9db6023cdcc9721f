/** The table of print jobs: each as it stands now, one document a row. A projection. */
import * as z from 'zod'
import { type PrintJobState, printJobStates, printProblems, printSettlements } from '#shared/printing.ts'
import { type Ref, refSchema } from '#shared/ref.ts'
import { type TillPaper, tillPaperSchema } from '#shared/till/papers.ts'
import type { Db } from './connection.ts'
import { parseDocument } from './documents.ts'
import { canonicalJson } from './entries.ts'
import { JournalRefusal } from './faults.ts'
import type { PrintEntryBody } from './print-entry.ts'

/** No list is longer, whatever is asked. */
const MAX_LISTED_JOBS = 1_000

/** Writes what the entry `sequence` made of a job: its first one adds it. */
export function writePrintJob(db: Db, job: StoredPrintJob, sequence: number): void {
  db.prepare(
    `INSERT INTO print_jobs (queued_sequence, changed_sequence, job_id, job) VALUES (@sequence, @sequence, @jobId, @job)
     ON CONFLICT (job_id) DO UPDATE SET job = excluded.job, changed_sequence = excluded.changed_sequence`,
  ).run({ sequence, jobId: job.jobId, job: canonicalJson(job) })
}

export const readPrintJob = (db: Db, jobId: string): StoredPrintJob | undefined =>
  readJobs(db, 'WHERE job_id = ?', jobId)[0]

/** The jobs of one sale, oldest first. */
export const listPrintJobsOf = (db: Db, ref: Ref): readonly StoredPrintJob[] =>
  readJobs(db, 'WHERE ref = ? ORDER BY queued_sequence LIMIT ?', ref, MAX_LISTED_JOBS)

/** The jobs of one paper of the till, oldest first. */
export const listPrintJobsOfPaper = (db: Db, paper: TillPaper): readonly StoredPrintJob[] =>
  readJobs(
    db,
    `INDEXED BY print_jobs_of_till WHERE job ->> '$.till' IS NOT NULL AND job ->> '$.till' = ?
      ORDER BY queued_sequence LIMIT ?`,
    canonicalJson(paper),
    MAX_LISTED_JOBS,
  )

/** The jobs that are under way or wait for a person, oldest first; of too many, the newest. */
export const listPrintJobsNotDone = (db: Db): readonly StoredPrintJob[] =>
  readJobs(
    db,
    `WHERE state IN ('queued', 'sending', 'failed', 'may-have-printed') ORDER BY queued_sequence DESC LIMIT ?`,
    MAX_LISTED_JOBS,
  ).toReversed()

/** The entries that brought a job in, and where it is now. */
export const readPrintJobSpan = (db: Db, jobId: string): unknown =>
  db.prepare('SELECT queued_sequence, changed_sequence FROM print_jobs WHERE job_id = ?').raw().get(jobId)

export const countPrintJobs = (db: Db): unknown => db.prepare('SELECT count(*) FROM print_jobs').pluck().get()

export const deletePrintJobs = (db: Db): void => void db.prepare('DELETE FROM print_jobs').run()

const readJobs = (db: Db, clauses: string, ...values: readonly unknown[]): readonly StoredPrintJob[] =>
  db
    .prepare(`SELECT job FROM print_jobs ${clauses}`)
    .pluck()
    .all(...values)
    .map(parseJob)

const parseJob = (text: unknown): StoredPrintJob => parseDocument(storedPrintJobSchema, text, 'a print job')

// What one entry makes of a print job. Pure: the same function serves a live write, a rebuild and the check at opening.
// Invariant: no job is begun twice, and what may be on paper is never said to be not.

const storedPrintJobSchema = z.strictObject({
  jobId: z.string(),
  ref: refSchema.nullable(),
  what: z.enum(['sale', 'official', 'till', 'test']),
  /** Which paper of the till; null for any other. */
  till: tillPaperSchema.nullable().default(null),
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
  const { kind: _kind, documentSha256: _digest, who: _who, personId: _id, approvedBy: _by, ...queued } = body
  const isOfNoSale = queued.what === 'test' || queued.what === 'till'
  if (isOfNoSale !== (queued.ref === null) || (queued.what === 'till') !== (queued.till !== undefined)) {
    throw new JournalRefusal('invalid-entry', `print job ${queued.jobId} is of no sale`)
  }
  const open = { state: 'queued', problem: null, settledAs: null, who: null } as const
  return {
    ...queued,
    ...{ shows: queued.shows ?? null, till: queued.till ?? null },
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
