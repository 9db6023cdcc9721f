/**
 * Which movement of the account pays for what, where movements name nothing: by amount, way and time. Pure. Keeps that as many
 * as possible find their place, those that must be there first, so that of several alike one too few or too many is left over
 * whichever of them it is.
 */
import type { Centimes } from '#shared/money.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import type { MovementSide } from '#shared/reconciliation.ts'
import type { Steps } from '../journal/steps.ts'
import { isWithin, type TimeWindow } from '../sale/time-window.ts'
import { isRefund, kindNamedBy, mayBeRefundOf } from './sides.ts'

/** A movement that there must be, or may be. */
export interface Claim {
  readonly kind: OrderKind
  readonly direction: 'out' | 'in'
  /** Any of these. */
  readonly amounts: readonly Centimes[]
  /** By the service's clock. */
  readonly windows: readonly TimeWindow[]
  /** A movement that is missing if there is none; of any other there may be none. */
  readonly isDue: boolean
  /** Its movement may have a name that nothing else has. */
  readonly hasUnknownName: boolean
  /** What came back, where the history may show no more of it than the debit's own word; null where it shows more, or nothing came. */
  readonly underDebitsWord: UnderDebitsWord | null
  /** What moved may be listed as two movements, an amount and the fee on it. */
  readonly hasFee: boolean
}

export interface UnderDebitsWord {
  /** What of the debit did not come back. */
  readonly keptCentimes: Centimes
  /** When it came back, at the latest: a further debit of a later time has the same word. */
  readonly windows: readonly TimeWindow[]
}

/** Each claim's movements, by their places: one, or an amount and the fee on it. */
export type Matches = ReadonlyMap<number, readonly number[]>

/** `shiftMs`: by how much the movements' times are too late. */
export function* matchMovements(
  claims: readonly Claim[],
  movements: readonly MovementSide[],
  shiftMs: number,
): Steps<Matches> {
  const fits = (at: number, { places, sum }: Moved, byWord: boolean): boolean => {
    const claim = claims[at]
    if (!claim?.amounts.some((amount) => amount === sum)) return false
    return places.every((place) => {
      const movement = movements[place]
      return movement && mayPay(claim, movement, shiftMs) && (!byWord || isOfWord(claim, movement))
    })
  }
  const whole = movements.map(({ amountCentimes }, place) => ({ places: [place], sum: amountCentimes }))
  const wholeBySum = Map.groupBy(whole, ({ sum }) => sum)
  const wholeOf = (at: number, byWord: boolean) =>
    (claims[at]?.amounts ?? [])
      .flatMap((amount) => wholeBySum.get(amount) ?? [])
      .filter((moved) => fits(at, moved, byWord))
  const pairs = pairsIn(movements, new Set(claims.flatMap(({ hasFee, amounts }) => (hasFee ? amounts : []))))
  const pairsOf = (at: number, byWord: boolean) =>
    claims[at]?.hasFee ? pairs.filter((moved) => fits(at, moved, byWord)) : []

  const matches = new Map<number, readonly number[]>()
  const taken = new Set<number>()
  const isFree = ({ places }: Moved) => places.every((place) => !taken.has(place))
  // Before the larger part of one that can be nothing else passes for what another sale cost.
  const surePairsOf = (at: number, byWord: boolean) =>
    pairsOf(at, byWord).filter(() => wholeOf(at, false).length === 0)
  for (const fittingOf of pairs.length === 0 ? [wholeOf] : [surePairsOf, wholeOf, pairsOf]) {
    const open = (at: number, byWord: boolean) =>
      matches.has(at) ? [] : fittingOf(at, byWord).filter(isFree)
    for (const [at, { places }] of yield* settleAll(claims, open)) {
      matches.set(at, places)
      for (const place of places) taken.add(place)
    }
  }
  return matches
}

/** What was moved at once, as it is listed: one movement, or an amount and the fee on it. */
interface Moved {
  readonly places: readonly number[]
  readonly sum: number
}

/** A place for each of as many claims as possible. What the words say goes before what they do not; they are the service's own. */
function* settleAll<Place>(
  claims: readonly Pick<Claim, 'isDue' | 'windows'>[],
  placesOf: (at: number, byWord: boolean) => readonly Place[],
): Steps<ReadonlyMap<number, Place>> {
  const inOrder = [...claims.keys()].toSorted((a, b) => endOf(claims[a]) - endOf(claims[b]))
  const claimOf = new Map<Place, number>()
  const settled = new Set<number>()
  for (const [isDue, byWord] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    for (const at of inOrder) {
      if (claims[at]?.isDue !== isDue || settled.has(at)) continue
      if (settle(at, (one) => placesOf(one, byWord), claimOf)) settled.add(at)
      yield
    }
  }
  return new Map([...claimOf].map(([place, at]) => [at, place]))
}

/** Movements of one moment, word and way that together make one of the sums. */
function pairsIn(movements: readonly MovementSide[], sums: ReadonlySet<number>): readonly Moved[] {
  if (sums.size === 0) return []
  const ofOneMoment = Map.groupBy(movements.entries(), ([, { atMs, type, direction }]) =>
    [atMs, type, direction].join(' '),
  )
  const paired = new Set<number>()
  const pairs: Moved[] = []
  for (const group of ofOneMoment.values()) {
    for (const [at, [place, one]] of group.entries()) {
      const sumWith = ([, { amountCentimes }]: (typeof group)[number]) => one.amountCentimes + amountCentimes
      const other = group.slice(at + 1).find((next) => !paired.has(next[0]) && sums.has(sumWith(next)))
      if (!other || paired.has(place)) continue
      paired.add(place).add(other[0])
      pairs.push({ places: [place, other[0]], sum: sumWith(other) })
    }
  }
  return pairs
}

/**
 * Finds a place for one, and another place for those that have to make way: none that had one loses it. `ownerOf` says whose
 * each place is, and is changed; false where none can be found.
 */
export function settle<One, Place>(
  one: One,
  placesOf: (one: One) => readonly Place[],
  ownerOf: Map<Place, One>,
  tried: Set<Place> = new Set(),
): boolean {
  for (const place of placesOf(one)) {
    if (tried.has(place)) continue
    tried.add(place)
    const other = ownerOf.get(place)
    if (other === undefined || settle(other, placesOf, ownerOf, tried)) {
      ownerOf.set(place, one)
      return true
    }
  }
  return false
}

const endOf = (claim: Pick<Claim, 'windows'> | undefined): number =>
  Math.max(...(claim?.windows ?? []).map(({ toMs }) => toMs))

/** The amount apart. */
export function mayPay(
  { kind, direction, windows, hasUnknownName, underDebitsWord }: Claim,
  movement: MovementSide,
  shiftMs: number,
): boolean {
  if (!hasUnknownName && movement.objectId !== null) return false
  const isIn = (times: readonly TimeWindow[]) => isWithin(times, movement.atMs - shiftMs)
  if (movement.direction === direction || movement.direction === 'unknown') return isIn(windows)
  const mayBeBack = direction === 'in' && underDebitsWord !== null && mayBeRefundOf(kind, movement)
  return mayBeBack && isIn(underDebitsWord.windows)
}

/** The word is of this kind and way, or says nothing of either. */
export function isOfWord({ kind, direction }: Claim, { type }: MovementSide): boolean {
  const kindNamed = kindNamedBy(type)
  if (isRefund({ type }) && direction === 'out') return false
  return kindNamed === undefined || kindNamed === kind
}

interface Pairing {
  /** Is added to. */
  readonly matches: Map<number, readonly number[]>
  readonly shiftMs: number
  mayPair(at: number, place: number): boolean
}

/** A debit that is missing, and one of another amount in its time: where there is but one of each they are one. */
export function pairTheRest(
  claims: readonly Claim[],
  sides: readonly MovementSide[],
  { matches, shiftMs, mayPair }: Pairing,
): void {
  const taken = new Set([...matches.values()].flat())
  const missing = [...claims.keys()].filter((at) => claims[at]?.isDue && !matches.has(at))
  const fittingOf = (at: number) =>
    [...sides.keys()].filter((place) => {
      const [claim, side] = [claims[at], sides[place]]
      if (!claim || !side || taken.has(place) || !mayPair(at, place)) return false
      return isOfWord(claim, side) && mayPay(claim, side, shiftMs)
    })
  const fitting = new Map(missing.map((at) => [at, fittingOf(at)]))
  for (const [at, [place, another]] of fitting) {
    const rivals = [...fitting].filter(([, places]) => place !== undefined && places.includes(place))
    if (place !== undefined && another === undefined && rivals.length === 1) matches.set(at, [place])
  }
}

const HALF_HOUR_MS = 30 * 60_000
/** Zones of the world are at most this far from UTC. */
const MOST_HALF_HOURS = 28
/** Fewer may come to lie within each other's time by chance. */
const ENOUGH = 3

/**
 * By how much the times are too late where they are of another zone than they say: where that brings movements to most
 * of the claims, and without it to hardly any.
 */
export function* shiftOf(claims: readonly Claim[], movements: readonly MovementSide[]): Steps<number> {
  const due = claims.filter(({ isDue }) => isDue)
  let [best, most] = [0, (yield* matchMovements(due, movements, 0)).size]
  if (2 * most >= Math.min(due.length, movements.length)) return 0
  const atNone = most
  for (let halfHours = -MOST_HALF_HOURS; halfHours <= MOST_HALF_HOURS; halfHours += 1) {
    const { size } = yield* matchMovements(due, movements, halfHours * HALF_HOUR_MS)
    if (size > most) [best, most] = [halfHours * HALF_HOUR_MS, size]
  }
  return most >= ENOUGH && most >= 2 * atNone ? best : 0
}
