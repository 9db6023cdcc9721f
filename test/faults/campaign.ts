/** Plays many sessions, several at a time, and sums up what came of them. */
import { type SessionReport, sumOf } from './report.ts'
import { playSession, type SessionOptions } from './session.ts'

export interface CampaignOptions extends Pick<SessionOptions, 'mutation' | 'isPlain'> {
  readonly sessions: number
  /** Of the first session; the others follow. */
  readonly seed: number
  /** Sessions at a time. */
  readonly jobs: number
  /** No further session begins once one broke a promise. */
  readonly stopsAtFault?: boolean
  readonly onSession?: (report: SessionReport) => void
  readonly onStep?: (line: string) => void
}

export interface Tally {
  sessions: number
  sales: number
  kills: number
  faults: number
  violations: number
  /** How often each fault struck, and in how many sessions the service behaved in each way. */
  readonly troubles: Record<string, number>
  readonly behaviour: Record<string, number>
}

export async function playSessions(options: CampaignOptions): Promise<Tally> {
  const { sessions, seed, jobs, onSession, onStep, mutation, isPlain, stopsAtFault = false } = options
  const tally: Tally = {
    ...{ sessions: 0, sales: 0, kills: 0, faults: 0, violations: 0 },
    ...{ troubles: {}, behaviour: {} },
  }
  const mayGoOn = () => next < seed + sessions && !(stopsAtFault && tally.violations > 0)
  let next = seed
  const lane = async () => {
    while (mayGoOn()) {
      const own = next
      next += 1
      const report = await playSession(own, {
        mutation,
        isPlain,
        onStep: (line) => onStep?.(`${own}: ${line}`),
      })
      tally.sessions += 1
      tally.sales += report.sales
      tally.kills += report.kills
      tally.faults += sumOf(report.faults)
      tally.violations += report.violations.length
      for (const [name, count] of Object.entries(report.faults)) add(tally.troubles, name, count)
      for (const deviation of report.behaviour) add(tally.behaviour, deviation, 1)
      onSession?.(report)
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, sessions) }, lane))
  return tally
}

function add(counts: Record<string, number>, name: string, count: number): void {
  counts[name] = (counts[name] ?? 0) + count
}
