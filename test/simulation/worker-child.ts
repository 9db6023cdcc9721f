/**
 * A process that plays a share of the seeds and sends each day's report to its parent. A mutation is put in before the
 * engine is loaded, which is why nothing of it is imported above.
 */
import { assertReplaced, replaceExports } from '../support/replaced-exports.ts'
import type { DayReport } from './day.ts'
import { findMutation, withoutDailyBackup, withQuickPins } from './mutations.ts'
import type { Share } from './simulate.ts'

const share: Share = JSON.parse(process.argv[2] ?? '')
const mutation = share.mutation === undefined ? undefined : findMutation(share.mutation)
replaceExports([withoutDailyBackup, withQuickPins, ...(mutation?.replaced ?? [])])

const { playDay } = await import('./day.ts')
assertReplaced()

/** Resolves when the parent has it: an end before that would lose it. */
const send = (report: DayReport) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(report, undefined, undefined, (fault) => (fault ? reject(fault) : resolve()))
  })

const { first, end, step, keepsTrace, stopsAtFault } = share
const days = share.daysOf === undefined ? mutation : findMutation(share.daysOf)
const options = {
  ...{ keepsTrace, stopsAtFault, plenty: days?.plenty },
  behaviour: { ...days?.behaviour, ...share.behaviour },
  isUsual: share.isUsual || days?.behaviour !== undefined,
}
for (let seed = first; seed < end; seed += step) await send(await playDay(seed, options))
process.disconnect()
