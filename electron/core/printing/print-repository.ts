/**
 * The print jobs of one journal. Owns the order "commit, then publish"; what the disk did not take is kept here and tried again
 * before anything else is written, so that a job's end is not lost while the counter runs.
 */
import type { PrintJobView } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import { unreachable } from '#shared/result.ts'
import type { TillPaper } from '#shared/till/papers.ts'
import type { Events } from '../events.ts'
import { JournalRefusal } from '../journal/faults.ts'
import type { Journal } from '../journal/journal.ts'
import type { PrintEntryBody } from '../journal/print-entry.ts'
import type { StoredPrintJob } from '../journal/print-jobs.ts'
import type { Clock, Log } from '../ports.ts'

export interface PrintRepository {
  read(jobId: string): StoredPrintJob | undefined
  listOf(ref: Ref): readonly StoredPrintJob[]
  listOfPaper(paper: TillPaper): readonly StoredPrintJob[]
  /** Under way, or waiting for a person; oldest first. */
  listNotDone(): readonly StoredPrintJob[]
  /** Commits, in one commit, and publishes each job. Throws as Journal.recordBeside. */
  record(bodies: readonly [PrintEntryBody, ...PrintEntryBody[]]): void
  /** The same for how a job went on: never throws; what the disk refuses is written before the next entry. Whether it is on disk. */
  note(body: PrintEntryBody): boolean
}

type BookOptions = {
  readonly journal: Pick<
    Journal,
    'recordBeside' | 'readPrintJob' | 'listPrintJobsOf' | 'listPrintJobsOfPaper' | 'listPrintJobsNotDone'
  >
  readonly events: Events
  readonly clock: Clock
  readonly log: Log
}

export function createPrintRepository({ journal, events, clock, log }: BookOptions): PrintRepository {
  /** At most one for each job of the queue. */
  const unwritten: PrintEntryBody[] = []

  const commit = (bodies: readonly [PrintEntryBody, ...PrintEntryBody[]]): void =>
    void journal.recordBeside(bodies, clock.nowMs())

  function publish(bodies: readonly PrintEntryBody[]): void {
    for (const jobId of new Set(bodies.map((body) => body.jobId))) {
      const job = journal.readPrintJob(jobId)
      if (job) events.publish({ kind: 'print-changed', job: viewOfJob(job) })
    }
  }

  /**
   * Whether the last of it is on disk. What the journal refuses for good is let go of, else no other entry could ever follow;
   * the disk's own refusal is thrown, and everything from there on stays.
   */
  function writeWhatIsLeft(): boolean {
    let isWritten = true
    for (let body = unwritten[0]; body; body = unwritten[0]) {
      isWritten = commitOrRefuse(body)
      unwritten.shift()
      if (isWritten) publish([body])
    }
    return isWritten
  }

  function commitOrRefuse(body: PrintEntryBody): boolean {
    try {
      commit([body])
      return true
    } catch (fault) {
      if (!(fault instanceof JournalRefusal)) throw fault
      log.write('error', 'what became of a print job does not fit the journal', {
        ...{ jobId: body.jobId, entry: body.kind, fault: String(fault) },
      })
      return false
    }
  }

  return {
    read: (jobId) => journal.readPrintJob(jobId),
    listOf: (ref) => journal.listPrintJobsOf(ref),
    listOfPaper: (paper) => journal.listPrintJobsOfPaper(paper),
    listNotDone: () => journal.listPrintJobsNotDone(),
    record(bodies) {
      writeWhatIsLeft()
      commit(bodies)
      publish(bodies)
    },
    note(body) {
      unwritten.push(body)
      try {
        return writeWhatIsLeft()
      } catch (fault) {
        log.write('error', 'what became of a print job is not on disk', {
          ...{ jobId: body.jobId, entry: body.kind, fault: String(fault) },
        })
        return false
      }
    },
  }
}

/** What the screens are given of a job. */
export function viewOfJob(job: StoredPrintJob): PrintJobView {
  const { jobId, printer, state, problem, settledAs, codes, queuedAtMs, changedAtMs } = job
  return {
    ...{ jobId, printer, state, problem, settledAs, queuedAtMs },
    ...{ what: whatOf(job), codes, atMs: changedAtMs },
  }
}

function whatOf({ what, ref, till, copyNumber }: StoredPrintJob): PrintJobView['what'] {
  if (till) return { kind: 'till', of: till, copyNumber }
  if (what === 'test' || what === 'till' || ref === null) return { kind: 'test' }
  if (what === 'official') return { kind: what, ref }
  return what === 'sale' ? { kind: what, ref, copyNumber } : unreachable(what)
}
