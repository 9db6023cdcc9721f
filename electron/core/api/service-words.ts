/**
 * What the service says of itself rather than of a request: that it is under maintenance, or that too much was asked of it.
 * Owns for how long that is believed: until the same host answers otherwise, and a few minutes where nothing more is asked.
 */
import type { ServiceHost } from '#shared/service-errors.ts'
import type { Notice } from '#shared/views.ts'
import type { CallOutcome } from './outcome.ts'

export type ServiceWord = Extract<Notice, 'service-maintenance' | 'bills-maintenance' | 'too-many-requests'>

const BELIEVED_MS = 5 * 60_000

/** A 503 that is no definite refusal; those name a biller, or the time that a key takes. service-api.md, "Errors". */
export const isMaintenance = ({ kind, evidence }: CallOutcome<unknown>): boolean =>
  kind === 'in-doubt' && evidence.httpStatus === 503

export interface ServiceWords {
  /** Hears how a call to the host ended. */
  note(host: ServiceHost, outcome: CallOutcome<unknown>): void
  list(nowMs: number): readonly ServiceWord[]
}

/** `onChange`: another word than before is to be told. */
export function createServiceWords(onChange: () => void): ServiceWords {
  const saidAtMs = new Map<ServiceWord, number>()
  // Either way round: a clock that was set back makes what was said old, not new.
  const list = (nowMs: number): readonly ServiceWord[] =>
    [...saidAtMs].filter(([, atMs]) => Math.abs(nowMs - atMs) < BELIEVED_MS).map(([word]) => word)

  function hear(word: ServiceWord, isSaid: boolean, nowMs: number): void {
    if (isSaid) saidAtMs.set(word, nowMs)
    else saidAtMs.delete(word)
  }

  return {
    list,
    note(host, outcome) {
      const { httpStatus, endedAtMs } = outcome.evidence
      if (httpStatus === null) return
      const before = list(endedAtMs).join()
      const maintenance = host === 'platform' ? 'service-maintenance' : 'bills-maintenance'
      hear(maintenance, isMaintenance(outcome), endedAtMs)
      if (httpStatus === 429 || outcome.kind === 'accepted')
        hear('too-many-requests', httpStatus === 429, endedAtMs)
      if (list(endedAtMs).join() !== before) onChange()
    },
  }
}
