/**
 * A mobile top-up at the service. service-api.md shows FULFILLED and REFUNDED and no transitions; the others come from
 * the operator's public documentation. Observed, never stepped; a word that is not here is open, and polled.
 */
import type { ServerRow } from './server-row.ts'

/** The statuses that the document names ("Mobile top-up record"). */
export const mobileDocumentedStates = ['FULFILLED', 'REFUNDED'] as const

export const mobileServerStates = ['PENDING', 'HANDLING', 'UNKNOWN_ERROR', ...mobileDocumentedStates] as const
export type MobileServerState = (typeof mobileServerStates)[number]

export const mobileServerTable: readonly ServerRow<MobileServerState>[] = [
  {
    from: '(none)',
    movedBy: 'POST /v3/mobile/send accepted',
    condition: 'valid request',
    to: 'PENDING',
    also: 'typically 2 to 15 seconds',
  },
  {
    from: 'PENDING',
    movedBy: 'the operator takes it',
    condition: '',
    to: 'HANDLING',
    also: 'typically 3 to 8 seconds',
  },
  { from: 'HANDLING', movedBy: 'operator result', condition: 'delivered', to: 'FULFILLED', also: 'final' },
  {
    from: 'HANDLING',
    movedBy: 'operator result',
    condition: 'failed',
    to: 'REFUNDED',
    also: 'final; balance refunded; refund_message says why',
  },
  {
    from: 'HANDLING',
    movedBy: 'operator result',
    condition: 'outcome unconfirmed',
    to: 'UNKNOWN_ERROR',
    also: 'settled by hand within 1 to 24 hours; never a failure',
  },
  {
    from: 'UNKNOWN_ERROR',
    movedBy: 'settled by hand',
    condition: 'delivered',
    to: 'FULFILLED',
    also: 'final',
  },
  {
    from: 'UNKNOWN_ERROR',
    movedBy: 'settled by hand',
    condition: 'not delivered',
    to: 'REFUNDED',
    also: 'final; balance refunded',
  },
]

/** The states after which the service changes nothing more. */
export const mobileFinalStates: readonly MobileServerState[] = mobileDocumentedStates
