/**
 * Our own sale, from confirmation to its last state, as data. Every (state × event) pair is a row here or a typed
 * refusal (`not-allowed-now`). Local states are stepped, one commit each; what the service says is observed and mapped
 * to one of the `found-…` events first.
 */
import { type Row, step } from '../transition.ts'

/** Each state says what is true now and who moves next. */
export const saleStates = [
  /** The ref and the exact request are on disk; an attempt has begun, its bytes may have left. The engine moves next. */
  'sending',
  /** An attempt ended without a definite answer. The service may hold the order. A look-up moves next. */
  'in-doubt',
  /** Nothing is at the service of this sale: no byte left, or look-ups found none. The cashier moves next. */
  'unsent',
  /** The service holds the order and works on it, or its status is one we do not know. The service moves next. */
  'following',
  /** Final: what was ordered was delivered. */
  'fulfilled',
  /** Final: some of several cards were delivered, and the service gave the money of the others back. */
  'partly-fulfilled',
  /** Final: the service gave the money back. The shop owes it to the customer. */
  'refunded',
  /**
   * The service refused the order, or took it and ended it before charging anything. Of a refused request another delivery
   * may have been taken: it is looked up for a while.
   */
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
  'found-partly',
  'found-refunded',
  /** The service took the order and ended it before any money moved. */
  'found-failed',
  /** Several orders at the service may be this sale's, or one of which that is not sure: only a person can decide. */
  'several-found',
  /** A person said which order is this sale's, or that none is. */
  'linked',
  'released',
  /** A person said how the sale ended, because the service does not. */
  'said-delivered',
  'said-partly',
  'said-refunded',
  /** What the service shows later of a sale that ended by a person's word: its own end, or an order that is still open. */
  'proved-open',
  'proved-fulfilled',
  'proved-partly',
  'proved-refunded',
  'proved-failed',
  'cancelled',
] as const
export type SaleEvent = (typeof saleEvents)[number]

/** What a look-up may find of a sale that the service may hold, wherever the sale stands. */
const foundFrom = (from: SaleState): readonly Row<SaleState, SaleEvent>[] => [
  { from, on: 'found-open', to: 'following' },
  { from, on: 'found-fulfilled', to: 'fulfilled' },
  { from, on: 'found-partly', to: 'partly-fulfilled' },
  { from, on: 'found-refunded', to: 'refunded' },
  { from, on: 'found-failed', to: 'refused' },
]

/** The service's end overrules a person's. An order that is still open proves nothing against it. */
const provedFrom = (from: SaleState): readonly Row<SaleState, SaleEvent>[] => [
  { from, on: 'proved-open', to: from },
  { from, on: 'proved-fulfilled', to: 'fulfilled' },
  { from, on: 'proved-partly', to: 'partly-fulfilled' },
  { from, on: 'proved-refunded', to: 'refunded' },
  { from, on: 'proved-failed', to: 'refused' },
]

export const saleTable: readonly Row<SaleState, SaleEvent>[] = [
  { from: 'sending', on: 'accepted', to: 'following' },
  { from: 'sending', on: 'refused', to: 'refused' },
  { from: 'sending', on: 'not-sent', to: 'unsent' },
  { from: 'sending', on: 'doubted', to: 'in-doubt' },

  { from: 'in-doubt', on: 'doubted', to: 'in-doubt' },
  { from: 'in-doubt', on: 'several-found', to: 'in-doubt' },
  { from: 'in-doubt', on: 'not-found', to: 'unsent' },
  { from: 'in-doubt', on: 'linked', to: 'following' },
  { from: 'in-doubt', on: 'released', to: 'unsent' },
  { from: 'in-doubt', on: 'said-delivered', to: 'fulfilled' },
  { from: 'in-doubt', on: 'said-partly', to: 'partly-fulfilled' },
  { from: 'in-doubt', on: 'said-refunded', to: 'refunded' },
  ...foundFrom('in-doubt'),

  { from: 'unsent', on: 'attempt-started', to: 'sending' },
  { from: 'unsent', on: 'cancelled', to: 'cancelled' },
  // Address changed: an earlier not-found no longer counts.
  { from: 'unsent', on: 'doubted', to: 'in-doubt' },
  { from: 'unsent', on: 'several-found', to: 'in-doubt' },
  ...foundFrom('unsent'),

  // The service took it, and looks do not show how it ends.
  { from: 'following', on: 'doubted', to: 'following' },
  { from: 'following', on: 'said-delivered', to: 'fulfilled' },
  { from: 'following', on: 'said-partly', to: 'partly-fulfilled' },
  { from: 'following', on: 'said-refunded', to: 'refunded' },
  ...foundFrom('following'),

  // From which state a payment's refund is entered is not in the document.
  { from: 'fulfilled', on: 'found-refunded', to: 'refunded' },
  ...provedFrom('fulfilled'),
  ...provedFrom('partly-fulfilled'),
  ...provedFrom('refunded'),

  { from: 'cancelled', on: 'several-found', to: 'in-doubt' },
  ...foundFrom('cancelled'),
  ...foundFrom('refused'),
]

/** The state after `event`, or undefined where the table refuses it. */
export const nextSaleState = (from: SaleState, on: SaleEvent): SaleState | undefined =>
  step(saleTable, from, on)

/** States in which money may still move without the cashier: kept in sight until they end. */
export const openSaleStates: readonly SaleState[] = ['sending', 'in-doubt', 'unsent', 'following']

/** What the cashier is shown: the local state, refined by the service's own status while it works. */
export const salePhases = [
  'sending',
  'in-doubt',
  'unsent',
  'handling',
  'queued',
  'unknown',
  'fulfilled',
  'partly-fulfilled',
  'refunded',
  'refused',
  'cancelled',
] as const
export type SalePhase = (typeof salePhases)[number]

/** The service changes nothing after this. Only where a person said so the service's own word may overrule it. */
export const finalSaleStates: readonly SaleState[] = ['fulfilled', 'partly-fulfilled', 'refunded']
