/**
 * What the service says of itself rather than of a request: that it is under maintenance, or that too much was asked of it.
 * Owns for how long that is believed. Maintenance is of a part: until the endpoint that said it answers otherwise, whatever
 * the others do. The rate is of the account: until anything is let in; where it has been used up for minutes, the tries of
 * persons may be what keeps it so, and they are asked to stop. Each ends by itself after a while in which it is not said again.
 */
import type { Notice } from '#shared/notices.ts'
import type { ServiceHost } from '#shared/service-errors.ts'
import type { Clock } from '../ports.ts'
import type { CallOutcome } from './outcome.ts'
import type { RateMeter } from './rate.ts'

export type ServiceWord = Extract<
  Notice,
  'service-maintenance' | 'bills-maintenance' | 'too-many-requests' | 'requests-refused-for-long'
>

const MINUTE_MS = 60_000
const believedMs: Readonly<Record<ServiceWord, number>> = {
  'service-maintenance': 5 * MINUTE_MS,
  'bills-maintenance': 5 * MINUTE_MS,
  'too-many-requests': 5 * MINUTE_MS,
  // What the sentence asks for.
  'requests-refused-for-long': 15 * MINUTE_MS,
}
/** Longer than a window of a minute and a request that was late. */
const LONG_MS = 3 * MINUTE_MS

/** A 503 that is no definite refusal; those name a biller, or the time that a key takes. service-api.md, "Errors". */
export const isMaintenance = ({ kind, evidence }: CallOutcome<unknown>): boolean =>
  kind === 'in-doubt' && evidence.httpStatus === 503

const maintenanceOf: Readonly<Record<ServiceHost, ServiceWord>> = {
  platform: 'service-maintenance',
  bills: 'bills-maintenance',
}

interface Said {
  readonly word: ServiceWord
  readonly atMs: number
  /** Its end by itself is off. */
  readonly drop: () => void
}

export interface ServiceWords {
  /** Hears how a call to the host ended. */
  note(host: ServiceHost, outcome: CallOutcome<unknown>): void
  list(nowMs: number): readonly ServiceWord[]
  /** `onChange` is not called any more. */
  stop(): void
}

interface ServiceWordsOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly rate: Pick<RateMeter, 'refusedForMs'>
  /** The words have changed. */
  readonly onChange: () => void
}

export function createServiceWords({ clock, rate, onChange }: ServiceWordsOptions): ServiceWords {
  /** By the endpoint that said it, or by the host whose rate it is. */
  const said = new Map<string, Said>()
  let isStopped = false
  // A machine that slept has waited for less than went by. Either way round: a clock that was set back makes old, not new.
  const list = (nowMs: number): readonly ServiceWord[] => {
    const believed = [...said.values()].filter(({ word, atMs }) => Math.abs(nowMs - atMs) < believedMs[word])
    return [...new Set(believed.map(({ word }) => word))]
  }

  function hear(by: string, word: ServiceWord, isSaid: boolean, atMs: number): void {
    said.get(by)?.drop()
    if (isSaid) said.set(by, { word, atMs, drop: clock.after(believedMs[word], () => end(by)) })
    else said.delete(by)
  }

  function hearOfRate(host: ServiceHost, isFull: boolean, atMs: number): void {
    const isShort = rate.refusedForMs(host) < LONG_MS
    hear(`the rate of ${host}`, isShort ? 'too-many-requests' : 'requests-refused-for-long', isFull, atMs)
  }

  function end(by: string): void {
    said.delete(by)
    onChange()
  }

  return {
    list,
    note(host, outcome) {
      const { endpoint, httpStatus, endedAtMs } = outcome.evidence
      if (httpStatus === null || isStopped) return
      if (said.size === 0 && httpStatus !== 429 && !isMaintenance(outcome)) return
      const before = list(endedAtMs).join()
      hear(endpoint, maintenanceOf[host], isMaintenance(outcome), endedAtMs)
      if (httpStatus === 429 || outcome.kind === 'accepted') hearOfRate(host, httpStatus === 429, endedAtMs)
      if (list(endedAtMs).join() !== before) onChange()
    },
    stop() {
      isStopped = true
      for (const { drop } of said.values()) drop()
    },
  }
}
