/** Which print jobs belong to what is on the screen. Pure. */
import type { PrintJobView } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'

const isOfSale = ({ what }: PrintJobView, ref: Ref): boolean => what.kind === 'sale' && what.ref === ref

export const slipsOf = (jobs: readonly PrintJobView[], ref: Ref): readonly PrintJobView[] =>
  jobs.filter((job) => isOfSale(job, ref))

/** The newest job of a sale's slip. */
export const jobOfSale = (jobs: readonly PrintJobView[], ref: Ref): PrintJobView | undefined =>
  jobs.findLast((job) => isOfSale(job, ref))

/** The same of the official receipt. */
export const jobOfReceipt = (jobs: readonly PrintJobView[], ref: Ref): PrintJobView | undefined =>
  jobs.findLast(({ what }) => what.kind === 'official' && what.ref === ref)

/** What was asked for once and what events have told since: the later state of each counts. */
export function mergeJobs(
  asked: readonly PrintJobView[],
  told: readonly PrintJobView[],
): readonly PrintJobView[] {
  const byId = new Map(asked.map((job) => [job.jobId, job]))
  for (const job of told) {
    const known = byId.get(job.jobId)
    if (known === undefined || known.atMs <= job.atMs) byId.set(job.jobId, job)
  }
  return [...byId.values()].sort((a, b) => a.queuedAtMs - b.queuedAtMs)
}
