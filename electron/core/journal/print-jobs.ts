/** The table of print jobs: each as it stands now, one document a row. A projection. */
import * as z from 'zod'
import type { Ref } from '#shared/ref.ts'
import { canonicalJson } from './canonical.ts'
import type { Db } from './connection.ts'
import { JournalFault } from './faults.ts'
import { type StoredPrintJob, storedPrintJobSchema } from './next-print-job.ts'

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

function parseJob(text: unknown): StoredPrintJob {
  const parsed = storedPrintJobSchema.safeParse(JSON.parse(String(text)))
  if (parsed.success) return parsed.data
  throw new JournalFault('damaged', `a print job cannot be read: ${z.prettifyError(parsed.error)}`)
}
