/**
 * Compares what belongs together: a sale, the service's orders under its names, the account's movements for them. Pure, and
 * the only place that says what is a finding. Keeps that nothing is found of what may still be on its way, that an absence is
 * believed only after the service was asked about that very sale, and that each case is shown by its gravest finding alone.
 */
import { endsByDecision } from '#shared/decisions.ts'
import { type Centimes, sumCentimes, zeroCentimes } from '#shared/money.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import type { Difference, FindingKind, MovementSide, OrderSide } from '#shared/reconciliation.ts'
import { eventOfStatus, phaseOf } from '#shared/states/observed.ts'
import { openSaleStates, type SaleEvent, type SaleState } from '#shared/states/sale.ts'
import type { StoredSale } from '../journal/journal.ts'
import { deliveredStates } from '../journal/next-sale.ts'
import { saleKinds } from '../products/kinds.ts'
import { differencesOf, differing } from './differences.ts'
import { expectedDebit, isGivenBack, isOfTheAccount, isRefund, isSupposedRefund, movedBy } from './sides.ts'

/** What a look at one sale by its name brought: `unproven` where no answer came, or that path never found anything. */
export type LookedUp = 'found' | 'absent' | 'unproven'

export interface Seen<Side> {
  readonly side: Side
  /** When it was read, by the machine's clock: what the journal learned since is newer. */
  readonly readAtMs: number
}

export interface Case {
  readonly sale: StoredSale | null
  /** When the sale was recorded or sent last, by the machine's clock; null without a sale. */
  readonly lastSentAtMs: number | null
  readonly orders: readonly Seen<OrderSide>[]
  readonly movements: readonly Seen<MovementSide>[]
  readonly look: LookedUp | null
  /** Of an order that no sale names: a sale of the same thing and time, which has an order of its own. */
  readonly twin: StoredSale | null
  /** The same, of a sale that is in doubt about its order: its own look-ups decide. */
  readonly isAwaited: boolean
  /** Of what no sale names: a sale that counts as not sent, refused or given up, of the same thing and time. */
  readonly suspect: StoredSale | null
  /** Other counters use the same key: what no sale of ours explains is theirs. */
  readonly isShared: boolean
  /** It would fit if the service's times were printed in the shop's zone, and too little is listed to know. */
  readonly isUncertain: boolean
  /** An order that nothing else explains may be the sale's, under names that only its list has. */
  readonly isListedOtherwise: boolean
  /** Of a movement: money that came may be that of a sale that counts as delivered. */
  readonly mayBeGivenBack: boolean
}

export interface Known {
  /** The lists that were read to their end. */
  readonly lists: ReadonlySet<OrderKind | 'account'>
  /** Kinds whose debits the account's history shows: a sandbox may keep none. */
  readonly debitedKinds: ReadonlySet<OrderKind>
  /** Whether a day's movements were read, by this run or an earlier one: of a sale of another day only a later part may be known. */
  readonly wasRead: (day: string) => boolean
  /** Until when movements were read: what the journal learned later may have moved money that no list shows yet. */
  readonly untilMs: number
  readonly nowMs: number
}

/** Before its id, its day and the evidence are put to it. */
export interface Verdict {
  readonly kind: FindingKind
  readonly differences: readonly Difference[]
}

export type Judgement =
  | { readonly kind: 'agrees' }
  | { readonly kind: 'found'; readonly verdict: Verdict }
  /** The service has to be asked about this sale before anything is said of it. */
  | { readonly kind: 'ask' }
  /** It changed after it was read: the next run compares it. */
  | { readonly kind: 'later' }
  /** The service cannot be made to say enough of it. `fits`: what it says fits, and would fit something else as well. */
  | { readonly kind: 'unproven'; readonly fits?: true }

/** What the journal learned in the minutes around a reading may not be in it. */
export const SETTLES_WITHIN_MS = 10 * 60_000

const agrees: Judgement = { kind: 'agrees' }
const agreesWith = ({ movements }: Pick<Case, 'movements'>): Judgement =>
  movements.some(({ side }) => isSupposedRefund(side)) ? { kind: 'unproven', fits: true } : agrees
const found = (kind: FindingKind, differences: readonly Difference[] = []): Judgement => ({
  kind: 'found',
  verdict: { kind, differences },
})

export function judge(one: Case, known: Known): Judgement {
  if (one.sale) return judgeSale(one, one.sale, known)
  return one.orders.length > 0 ? judgeOrders(one) : judgeMovements(one)
}

function judgeSale(one: Case, sale: StoredSale, known: Known): Judgement {
  const readAtMs = Math.min(...[...one.orders, ...one.movements].map((seen) => seen.readAtMs))
  if (sale.changedAtMs > Math.min(readAtMs - SETTLES_WITHIN_MS, known.untilMs)) return { kind: 'later' }
  if (isTwice(one, sale)) return found('duplicate')
  const order = one.orders.at(0)?.side
  const event = order && eventOfStatus(order.kind, order.status)
  if (openSaleStates.includes(sale.state)) return judgeOpen(one, sale, event, known)
  const byState = stateFinding(sale, event, one)
  // A list may lag, and have words of its own: the order itself is asked before it is held against the sale.
  if (byState) return event !== undefined && one.look === null ? { kind: 'ask' } : byState
  const absence = event === undefined ? judgeAbsence(one, sale, known) : undefined
  if (absence) return absence
  const differences = differencesOf(one, sale, known)
  if (differences.length === 0) return agreesWith(one)
  const isOfTime = one.isUncertain && differences.every(({ what }) => what === 'moved')
  return isOfTime ? { kind: 'unproven' } : found('amount-differs', differences)
}

/** By then a service that works has reported an end, or a person has to ask it. */
const ENDS_WITHIN_MS = 24 * 3_600_000
/** Queued orders take 12 to 48 hours. */
const QUEUED_ENDS_WITHIN_MS = 48 * 3_600_000

/**
 * The engine looks after an open sale. Where the service has ended it, and a look of the engine's does not, that is a finding; so
 * is one that the service took and does not know any more, or does not end.
 */
function judgeOpen(
  { look, orders, movements, lastSentAtMs }: Case,
  { state, order, serverStatus, recordedAtMs }: StoredSale,
  event: SaleEvent | undefined,
  { nowMs }: Known,
): Judgement {
  if (event !== undefined && event !== 'found-open')
    return look === null ? { kind: 'ask' } : found('state-differs')
  if (state === 'unsent') return judgeUnsent(look, movedBy(movements.map(({ side }) => side)))
  if (state === 'following' && event === undefined) {
    if (look === null) return { kind: 'ask' }
    if (look === 'absent') return found('unknown-at-service')
  }
  const isQueued = phaseOf('following', order.kind, orders.at(0)?.side.status ?? serverStatus) === 'queued'
  const isLate = nowMs - (lastSentAtMs ?? recordedAtMs) > (isQueued ? QUEUED_ENDS_WITHIN_MS : ENDS_WITHIN_MS)
  return isLate ? found('not-ended') : agrees
}

/** What is not at the service waits for the cashier, and has cost nothing. */
function judgeUnsent(look: Case['look'], moved: Centimes): Judgement {
  if (moved <= 0) return agrees
  return look === null ? { kind: 'ask' } : found('amount-differs', differing('moved', zeroCentimes, moved))
}

/** Two orders, or two debits that are not its one in parts, for one sale. A row without an id may be that of the order beside it. */
function isTwice({ orders, movements }: Case, sale: StoredSale): boolean {
  const orderIds = new Set(orders.flatMap(({ side }) => side.orderId ?? []))
  const debits = movements.flatMap(({ side }) => (side.direction === 'out' ? side.amountCentimes : []))
  // What was given back was debited whole before.
  const isInParts = [expectedDebit(sale), sale.costCentimes].includes(sumCentimes(debits))
  return orderIds.size > 1 || (debits.length > 1 && !isInParts)
}

/** What the service's word must have meant for a sale that stands so; no order at all fits where nothing is listed. */
const eventsOf: Partial<Readonly<Record<SaleState, readonly SaleEvent[]>>> = {
  fulfilled: ['found-fulfilled'],
  'partly-fulfilled': ['found-partly'],
  refunded: ['found-refunded'],
  refused: ['found-failed'],
  cancelled: ['found-failed'],
}

/** What the service's word may mean for a sale that stands so. */
export const endsOf = (state: SaleState): readonly SaleEvent[] => eventsOf[state] ?? []

function stateFinding(
  sale: StoredSale,
  event: SaleEvent | undefined,
  { movements }: Case,
): Judgement | undefined {
  const { state } = sale
  // A person said how it ended because the service does not: that it still does not is no contradiction.
  if (endsByDecision(sale) && event === 'found-open') return undefined
  const isDelivered = deliveredStates.includes(state)
  if (event === 'found-refunded' && isDelivered) return found('refunded-without-notice')
  if (event !== undefined && !endsOf(state).includes(event)) return found('state-differs')
  // What is missing of a partial delivery is given back: there the sums say it.
  return state === 'fulfilled' && movements.some(({ side }) => isGivenBack(side))
    ? found('refunded-without-notice')
    : undefined
}

/** The states in which the service is known to have held the order. */
const heldStates: readonly SaleState[] = ['fulfilled', 'partly-fulfilled', 'refunded']

function judgeAbsence(
  { look, movements, isListedOtherwise }: Case,
  sale: StoredSale,
  { lists }: Known,
): Judgement | undefined {
  const { kind } = sale.order
  if (!heldStates.includes(sale.state)) return undefined
  // A person who says that the money is back, or was never taken, does not say that there is an order.
  if (endsByDecision(sale) && sale.state === 'refunded') return undefined
  const isListed = saleKinds[kind].list !== undefined
  // The document shows no list of some kinds: a movement that names an order shows it.
  if (!isListed && movements.length > 0) return undefined
  if (look === 'absent' && !isListedOtherwise) return found('unknown-at-service')
  if (look !== null || (isListed && !lists.has(kind))) return { kind: 'unproven' }
  return { kind: 'ask' }
}

function judgeOrders({ orders, movements, twin, suspect, isAwaited, isShared }: Case): Judgement {
  const isFailed = orders.every(({ side }) => eventOfStatus(side.kind, side.status) === 'found-failed')
  // Where no money moved there is nothing to explain; that it failed says so, unless the account says otherwise.
  if (isFailed && movedBy(movements.map(({ side }) => side)) === 0) return agreesWith({ movements })
  if (isAwaited) return { kind: 'later' }
  if (isShared && !suspect) return agrees
  return found(twin ? 'duplicate' : 'unknown-to-journal')
}

function judgeMovements({ movements, suspect, isShared, isUncertain, mayBeGivenBack }: Case): Judgement {
  // A row of nothing, as some list for what costs nothing, moved nothing.
  const sides = movements
    .map(({ side }) => side)
    .filter((side) => !isOfTheAccount(side) && side.amountCentimes !== 0)
  const isNamed = sides.some(({ objectId }) => objectId !== null)
  if (sides.length === 0 || (isShared && isNamed && !suspect)) return agrees
  const isPaid = sides.some(({ direction }) => direction === 'out')
  const isBack = sides.some(isRefund)
  if ((isPaid || isBack) && (suspect || !(isUncertain || isShared)))
    return found(isPaid ? 'debited-without-sale' : 'refunded-without-notice')
  // Money that came under a word that says nothing is a deposit, where it is not what some sale cost.
  const isExplained = sides.every(({ direction }) => direction === 'in') && !isBack && !mayBeGivenBack
  return isExplained ? agrees : { kind: 'unproven' }
}
