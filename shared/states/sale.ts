/**
 * Our own sale, from confirmation to its last state, as data. Every (state × event) pair is a row here or a typed
 * refusal (`not-allowed-now`). Local states are stepped, one commit each; what the service says is observed and mapped
 * to one of the three `found-…` events first.
 */
import { type Row, step } from '../transition.ts'

/** Each state says what is true now and who moves next. */
export const saleStates = [
  /** The ref and the exact request are on disk; an attempt has begun, its bytes may have left. The engine moves next. */
  'sending',
  /** An attempt ended without a definite answer. The service may hold the order. A look-up by ref moves next. */
  'in-doubt',
  /** Nothing is at the service under this ref: no byte left, or look-ups found none. The cashier moves next. */
  'unsent',
  /** The service holds the order and works on it (HANDLING, QUEUED, or a status we do not know). The service moves next. */
  'following',
  /** Final: the card was delivered. */
  'fulfilled',
  /** Final: the service gave the money back. The shop owes it to the customer. */
  'refunded',
  /** Final: the service refused the order before charging anything. */
  'refused',
  /** Given up by the cashier while unsent. Still looked up for a while: a late request would surface here. */
  'cancelled',
] as const
export type SaleState = (typeof saleStates)[number]

export const saleEvents = [
  'attempt-started',
  'accepted',
  'refused',
  'not-sent',
  'doubted',
  'not-found',
  'found-open',
  'found-fulfilled',
  'found-refunded',
  'cancelled',
] as const
export type SaleEvent = (typeof saleEvents)[number]

export const saleTable: readonly Row<SaleState, SaleEvent>[] = [
  { from: 'sending', on: 'accepted', to: 'following' },
  { from: 'sending', on: 'refused', to: 'refused' },
  { from: 'sending', on: 'not-sent', to: 'unsent' },
  { from: 'sending', on: 'doubted', to: 'in-doubt' },

  { from: 'in-doubt', on: 'doubted', to: 'in-doubt' },
  { from: 'in-doubt', on: 'not-found', to: 'unsent' },
  { from: 'in-doubt', on: 'found-open', to: 'following' },
  { from: 'in-doubt', on: 'found-fulfilled', to: 'fulfilled' },
  { from: 'in-doubt', on: 'found-refunded', to: 'refunded' },

  { from: 'unsent', on: 'attempt-started', to: 'sending' },
  { from: 'unsent', on: 'cancelled', to: 'cancelled' },
  { from: 'unsent', on: 'found-open', to: 'following' },
  { from: 'unsent', on: 'found-fulfilled', to: 'fulfilled' },
  { from: 'unsent', on: 'found-refunded', to: 'refunded' },

  { from: 'following', on: 'found-open', to: 'following' },
  { from: 'following', on: 'found-fulfilled', to: 'fulfilled' },
  { from: 'following', on: 'found-refunded', to: 'refunded' },

  { from: 'cancelled', on: 'found-open', to: 'following' },
  { from: 'cancelled', on: 'found-fulfilled', to: 'fulfilled' },
  { from: 'cancelled', on: 'found-refunded', to: 'refunded' },
]

/** The state after `event`, or undefined where the table refuses it. */
export const nextSaleState = (from: SaleState, on: SaleEvent): SaleState | undefined =>
  step(saleTable, from, on)

/** States in which money may still move without the cashier: kept in sight until they end. */
export const openSaleStates: readonly SaleState[] = ['sending', 'in-doubt', 'unsent', 'following']

/** What the cashier is told: the local state, refined by the service's own status while it works. */
export const salePhases = [
  'sending',
  'in-doubt',
  'unsent',
  'handling',
  'queued',
  'unknown',
  'fulfilled',
  'refunded',
  'refused',
  'cancelled',
] as const
export type SalePhase = (typeof salePhases)[number]

/** A status that the tables do not know is `unknown`: open, polled, and never a failure. */
export function phaseOf(state: SaleState, serverStatus: string | null): SalePhase {
  if (state !== 'following') return state
  if (serverStatus === null || serverStatus === 'HANDLING') return 'handling'
  return serverStatus === 'QUEUED' ? 'queued' : 'unknown'
}
