/**
 * Plays many seeds in several processes. Owns the division of the seeds and the sum of what came of them: a process that
 * ends before its share is played is a fault like any other.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Deviations, deviationTexts } from '../support/drawn-behaviour.ts'
import type { DayReport } from './day.ts'

export interface SimulationOptions {
  /** How many seeds, and the first of them. */
  readonly seeds: number
  readonly firstSeed?: number
  /** Processes at a time; as many as the machine has cores where none is given. */
  readonly workers?: number
  /** The name of a mutation that the engine is given. */
  readonly mutation?: string | undefined
  /** The name of a mutation whose days are played, with or without it. */
  readonly daysOf?: string | undefined
  readonly keepsTrace?: boolean
  /** How the service behaves on every day, whatever is drawn; `isUsual`: nothing is drawn. */
  readonly behaviour?: Deviations
  readonly isUsual?: boolean
  /** Nothing more is played once something went wrong, not even the rest of its day. */
  readonly stopsAtFault?: boolean
  readonly onDay?: (report: DayReport) => void
}

export interface Tally {
  seeds: number
  sales: number
  crashes: number
  faults: number
  violations: number
  /** How often each trouble came, and on how many days the service behaved in each way. */
  readonly troubles: Record<string, number>
  readonly behaviour: Record<string, number>
}

/** What one process plays: every `step`-th seed from `first`, below `end`. */
export interface Share {
  readonly first: number
  readonly end: number
  readonly step: number
  readonly mutation: string | undefined
  readonly daysOf: string | undefined
  readonly keepsTrace: boolean
  readonly stopsAtFault: boolean
  readonly behaviour: Deviations
  readonly isUsual: boolean
}

const workerFile = fileURLToPath(new URL('worker-child.ts', import.meta.url))
/** A process loads the whole engine: what was compiled once is not compiled again by the next. */
const compiled = fileURLToPath(new URL('../../out/test/compiled', import.meta.url))

/** How many things went wrong in a day. */
export const faultsOf = ({ violations, failure }: DayReport): number =>
  violations.length + (failure === undefined ? 0 : 1)

/** Rejects where a process fails otherwise than by a day that went wrong: a mutation that does not fit, for one. */
export async function simulate(options: SimulationOptions): Promise<Tally> {
  const { seeds, firstSeed = 1, mutation, keepsTrace = false, stopsAtFault = false, onDay } = options
  const { behaviour = {}, isUsual = false, daysOf } = options
  const step = Math.min(seeds, options.workers ?? availableParallelism())
  const tally: Tally = {
    ...{ seeds: 0, sales: 0, crashes: 0, faults: 0, violations: 0 },
    ...{ troubles: {}, behaviour: {} },
  }
  const stop = new AbortController()
  const hear = (report: DayReport) => {
    if (stop.signal.aborted) return
    tally.seeds += 1
    tally.sales += report.sales
    tally.crashes += report.crashes
    for (const [name, count] of Object.entries(report.faults)) {
      tally.faults += count
      add(tally.troubles, name, count)
    }
    for (const deviation of deviationTexts(report.behaviour)) add(tally.behaviour, deviation, 1)
    tally.violations += faultsOf(report)
    onDay?.(report)
    if (stopsAtFault && faultsOf(report) > 0) stop.abort()
  }
  const shares = Array.from({ length: step }, (_, place): Share => {
    return {
      ...{ first: firstSeed + place, end: firstSeed + seeds, step, mutation, keepsTrace, stopsAtFault },
      ...{ behaviour, isUsual, daysOf },
    }
  })
  await Promise.all(shares.map((share) => play(share, hear, stop.signal)))
  if (tally.seeds < seeds && !stop.signal.aborted)
    throw new Error(`only ${tally.seeds} of ${seeds} seeds were reported`)
  return tally
}

function add(counts: Record<string, number>, name: string, count: number): void {
  counts[name] = (counts[name] ?? 0) + count
}

function play(share: Share, hear: (report: DayReport) => void, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(workerFile, [JSON.stringify(share)], {
      ...{ execArgv: [], serialization: 'advanced' },
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    })
    const end = () => child.kill()
    stop.addEventListener('abort', end)
    child.on('message', (message) => hear(message as DayReport))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      stop.removeEventListener('abort', end)
      if (code === 0 || stop.aborted) resolve()
      else reject(new Error(`a process of the simulation ended with ${signal ?? code}`))
    })
  })
}
