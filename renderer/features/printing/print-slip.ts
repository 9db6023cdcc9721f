/** Asks for the slip of a sale, from a button or a key alike. What becomes of the job is told by its events. */
import type { Ref } from '#shared/ref.ts'
import type { Parts } from '../../counter-context.tsx'
import { isOver } from '../../mirror.ts'
import { jobOfSale, mergeJobs, slipsOf } from './jobs.ts'

/**
 * A second press while the first one's job is under way, or waits for a person, prints nothing; nor does one in the moment in
 * which the slip prints by itself: the journal knows of a job then that was not on the screen.
 */
export async function printSlip(
  { client, counter, screen }: Pick<Parts, 'client' | 'counter' | 'screen'>,
  ref: Ref,
  withCodes = false,
): Promise<void> {
  const { mirror } = counter.store.getState()
  const before = await client.command('print.of-sale', { ref })
  const jobs = mergeJobs(before.ok ? before.value.jobs : [], mirror?.printJobs ?? [])
  const job = jobOfSale(jobs, ref)
  if (job !== undefined && !isOver(job)) return
  if (mirror?.settings.printer === null) {
    screen.open({ kind: 'printer' })
    return
  }
  const known = slipsOf(jobs, ref).length
  const asked = await client.command('print.slip', { ref, known, ...(withCodes && { withCodes }) })
  if (!asked.ok) screen.tell({ kind: 'error', error: asked.error })
}
