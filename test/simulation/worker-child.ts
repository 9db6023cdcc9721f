/**
 * A process that plays a share of the seeds and sends each day's report to its parent. A mutation is put in before the
 * engine is loaded, which is why nothing of it is imported above.
 */

import type { DayReport } from './day.ts'
import { mutate } from './mutate.ts'
import { findMutation, leftOut } from './mutations.ts'
import type { Share } from './simulate.ts'

const share: Share = JSON.parse(process.argv[2] ?? '')
const mutation = share.mutation === undefined ? undefined : findMutation(share.mutation)
mutate(leftOut)
if (mutation !== undefined) mutate(mutation)

const { keepStatements } = await import('./statements.ts')
const { playDay } = await import('./day.ts')

/** Resolves when the parent has it: an end before that would lose it. */
const tell = (report: DayReport) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(report, undefined, undefined, (fault) => (fault ? reject(fault) : resolve()))
  })

keepStatements()
for (let seed = share.first; seed < share.end; seed += share.step) {
  await tell(await playDay(seed, { keepsTrace: share.keepsTrace, plenty: mutation?.plenty }))
}
process.disconnect()
