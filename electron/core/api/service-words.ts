/**
 * What the service says of itself rather than of a request: that it is under maintenance, or that too much was asked of it.
 * Owns for how long that is believed. Maintenance is of a part: until the endpoint that said it answers otherwise, whatever
 * the others do, and a few minutes where it is not asked again. The rate is of the account: until anything is let in.
 */
import type { ServiceHost } from '#shared/service-errors.ts'
import type { Notice } from '#shared/views.ts'
import type { CallOutcome } from './outcome.ts'

export type ServiceWord = Extract<Notice, 'service-maintenance' | 'bills-maintenance' | 'too-many-requests'>

const BELIEVED_MS = 5 * 60_000

/** A 503 that is no definite refusal; those name a biller, or the time that a key takes. service-api.md, "Errors". */
export const isMaintenance = ({ kind, evidence }: CallOutcome<unknown>): boolean =>
  kind === 'in-doubt' && evidence.httpStatus === 503

const maintenanceOf: Readonly<Record<ServiceHost, ServiceWord>> = {
  platform: 'service-maintenance',
  bills: 'bills-maintenance',
}

/** In the place of an endpoint, for what is said of the account as a whole. */
const ACCOUNT = 'account'

interface Said {
  readonly word: ServiceWord
  readonly atMs: number
}

export interface ServiceWords {
  /** Hears how a call to the host ended. */
  note(host: ServiceHost, outcome: CallOutcome<unknown>): void
  list(nowMs: number): readonly ServiceWord[]
}

/** `onChange`: another word than before is to be told. */
export function createServiceWords(onChange: () => void): ServiceWords {
  /** By the endpoint that said it. */
  const said = new Map<string, Said>()
  // Either way round: a clock that was set back makes what was said old, not new.
  const list = (nowMs: number): readonly ServiceWord[] => {
    const believed = [...said.values()].filter(({ atMs }) => Math.abs(nowMs - atMs) < BELIEVED_MS)
    return [...new Set(believed.map(({ word }) => word))]
  }

  function hear(by: string, word: ServiceWord, isSaid: boolean, atMs: number): void {
    if (isSaid) said.set(by, { word, atMs })
    else said.delete(by)
  }

  return {
    list,
    note(host, outcome) {
      const { endpoint, httpStatus, endedAtMs } = outcome.evidence
      if (httpStatus === null) return
      const before = list(endedAtMs).join()
      hear(endpoint, maintenanceOf[host], isMaintenance(outcome), endedAtMs)
      if (httpStatus === 429 || outcome.kind === 'accepted')
        hear(ACCOUNT, 'too-many-requests', httpStatus === 429, endedAtMs)
      if (list(endedAtMs).join() !== before) onChange()
    },
  }
}
