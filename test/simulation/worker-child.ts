/**
 * A process that plays a share of the seeds and sends each day's report to its parent. A mutation is put in before the
 * engine is loaded, which is why nothing of it is imported above.
 */

import { assertReplaced, replaceExports } from '../support/replaced-exports.ts'
import type { DayReport } from './day.ts'
import { findMutation, withoutDailyBackup } from './mutations.ts'
import type { Share } from './simulate.ts'

const share: Share = JSON.parse(process.argv[2] ?? '')
const mutation = share.mutation === undefined ? undefined : findMutation(share.mutation)
replaceExports([withoutDailyBackup, ...(mutation?.replaced ?? [])])

const { keepStatements } = await import('./statements.ts')
const { playDay } = await import('./day.ts')
assertReplaced()

/** Resolves when the parent has it: an end before that would lose it. */
const tell = (report: DayReport) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(report, undefined, undefined, (fault) => (fault ? reject(fault) : resolve()))
  })

keepStatements()
const { first, end, step, keepsTrace, stopsAtFault, behaviour, isUsual } = share
for (let seed = first; seed < end; seed += step) {
  const options = { keepsTrace, stopsAtFault, behaviour, isUsual, plenty: mutation?.plenty }
  await tell(await playDay(seed, options))
}
process.disconnect()
