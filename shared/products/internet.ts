/**
 * The internet top-up at the service, verbatim from service-api.md, "States and transitions". These states are
 * observed, never stepped: polling may skip some, so a new observation is judged by `reachable`.
 */
import type { ServerRow } from '../transition.ts'

export const internetServerStates = ['HANDLING', 'FULFILLED', 'REFUNDED', 'QUEUED'] as const
export type InternetServerState = (typeof internetServerStates)[number]

export const internetServerTable: readonly ServerRow<InternetServerState>[] = [
  {
    from: '(none)',
    movedBy: 'POST /v3/internet/send accepted',
    condition: 'valid request',
    to: 'HANDLING',
    also: 'processing with the operator, typically 3 to 45 seconds',
  },
  {
    from: 'HANDLING',
    movedBy: 'operator result',
    condition: 'card delivered',
    to: 'FULFILLED',
    also: 'final',
  },
  {
    from: 'HANDLING',
    movedBy: 'operator result',
    condition: 'failed',
    to: 'REFUNDED',
    also: 'final; balance refunded',
  },
  {
    from: 'HANDLING',
    movedBy: 'operator result',
    condition: 'scheduled for later',
    to: 'QUEUED',
    also: 'typically 12 to 48 hours',
  },
  {
    from: 'QUEUED',
    movedBy: 'sandbox only, 15 s after entering QUEUED',
    condition: 'number 030000002',
    to: 'FULFILLED',
    also: 'final',
  },
]

/** The states after which the service changes nothing more. */
export const internetFinalStates: readonly InternetServerState[] = ['FULFILLED', 'REFUNDED']
