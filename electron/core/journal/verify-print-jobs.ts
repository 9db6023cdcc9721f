/** The check of the print jobs: each is replayed from its entries and compared with what the table holds of it. Reads only. */
import { isDeepStrictEqual } from 'node:util'
import type { Db } from './connection.ts'
import { readEntriesOfJob, walkEntriesByJob } from './entries.ts'
import type { Entry } from './entry.ts'
import { JournalFault } from './faults.ts'
import { nextPrintJob, type StoredPrintJob } from './next-print-job.ts'
import { isPrintEntry } from './print-entry.ts'
import { countPrintJobs, listPrintJobsNotDone, readPrintJob, readPrintJobSpan } from './print-jobs.ts'
import type { Steps } from './steps.ts'

/** Compares every job, and answers how many there are. Throws JournalFault('damaged'). */
export const verifyPrintJobs = (db: Db): Steps<number> => verifyJobs(db, walkEntriesByJob(db))

/** Compares these jobs, and those that are not done with: the counter acts on them. Throws as above. */
export function* verifySomePrintJobs(db: Db, jobIds: ReadonlySet<string>): Steps<void> {
  const notDone = listPrintJobsNotDone(db).map(({ jobId }) => jobId)
  for (const jobId of new Set([...jobIds, ...notDone])) yield* verifyJobs(db, readEntriesOfJob(db, jobId))
}

export function checkPrintJobCount(db: Db, count: number): void {
  if (countPrintJobs(db) !== count) differs(`there are not as many as were queued, ${count}`)
}

interface Replay {
  readonly job: StoredPrintJob
  readonly span: readonly [number, number]
}

/** Replays entries that come job by job. */
function* verifyJobs(db: Db, entries: Iterable<Entry>): Steps<number> {
  let current: Replay | undefined
  let jobs = 0
  for (const { body, atMs, sequence } of entries) {
    if (!isPrintEntry(body)) continue
    if (current && current.job.jobId !== body.jobId) {
      compare(db, current)
      current = undefined
    }
    if (!current) jobs += 1
    const job = nextPrintJob(current?.job, { body, atMs })
    current = { job, span: [current?.span[0] ?? sequence, sequence] }
    yield
  }
  if (current) compare(db, current)
  return jobs
}

function compare(db: Db, { job, span }: Replay): void {
  if (!isDeepStrictEqual(readPrintJob(db, job.jobId), job)) differs(`job ${job.jobId}`)
  if (!isDeepStrictEqual(readPrintJobSpan(db, job.jobId), span)) differs(`the place of job ${job.jobId}`)
}

function differs(what: string): never {
  throw new JournalFault('damaged', `the print jobs do not agree with the entries: ${what}`)
}
