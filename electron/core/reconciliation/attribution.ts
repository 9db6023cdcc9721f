/**
 * Whose the movements are that name no sale and no order that is known: found by amount and time, from what the journal's
 * sales and the orders of others must have moved. Reads, and changes nothing. Keeps that a movement is given to one alone,
 * and that what is not certain is shown as such.
 */
import type { OrderKind } from '#shared/products/orders.ts'
import {
  type MovementSide,
  reconciledDays,
  shopDayAfter,
  shopDayOf,
  shopDays,
} from '#shared/reconciliation.ts'
import { isRef, type Ref } from '#shared/ref.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Steps } from '../journal/steps.ts'
import {
  type ClaimParts,
  claimsOfOrder,
  claimsOfSales,
  namedOtherwise,
  type OwnClaim,
  ordersOfNobody,
  SLACK_MS,
  salesIn,
  wasDebited,
} from './claims.ts'
import type { Seen } from './judge.ts'
import { isOfWord, type Matches, matchMovements, mayPay, pairTheRest, shiftOf } from './matching.ts'
import { movementName, orderName, saleOfObject } from './names.ts'
import { isOfTheAccount, isRefund, isSupposedRefund, movedBy, refundedKindsIn } from './sides.ts'
import type { ListedMovement } from './workbook-rows.ts'

export interface Attribution {
  /** The rows of movements that took part. */
  readonly rows: ReadonlySet<string>
  /** Whose a row is: a sale's, by its ref, or an order's, by its name. */
  readonly ownerOf: ReadonlyMap<string, string>
  /** Those that are nobody's, by the name of the movement: what nothing distinguishes is one thing. */
  readonly restOf: ReadonlyMap<string, readonly ListedMovement[]>
  /** What is an owner's, with the way that it went. */
  readonly movementsOf: ReadonlyMap<string, readonly Seen<MovementSide>[]>
  /** Orders that are listed under other ids than they were answered with, by name: each is one of the journal's sales', of which this may be it. */
  readonly explained: ReadonlyMap<string, StoredSale>
  /** The sales that these may be of. */
  readonly listedOtherwise: ReadonlySet<Ref>
  /** Kinds of sale whose debits the movements show, by name or without. */
  readonly debitedKinds: ReadonlySet<OrderKind>
  /** Kinds of which the history, on whatever day, shows what came back as such. */
  readonly refundedKinds: ReadonlySet<OrderKind>
  /** Owners and rows that would be each other's if times were printed in the shop's zone: too few to be sure. */
  readonly uncertain: ReadonlySet<string>
  /** Whether this may be what was debited for a sale that counts as delivered, given back. */
  mayBeGivenBack(side: MovementSide): boolean
}

export const noAttribution: Attribution = {
  ...{ rows: new Set(), ownerOf: new Map(), restOf: new Map(), movementsOf: new Map() },
  ...{
    explained: new Map(),
    listedOtherwise: new Set(),
    debitedKinds: new Set(),
    refundedKinds: new Set(),
    uncertain: new Set(),
  },
  mayBeGivenBack: () => false,
}

/** A sale of an earlier day may end on the first of these days, and one of the last be debited on the next. */
export const DAYS_BEFORE = 3

type GivenParts = Omit<ClaimParts, 'named' | 'refundedKinds'>

/** Of the movements on these days, and on those before them on which what ends on these days was debited, as far as they are kept. */
export function* attribute(
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
  given: GivenParts,
): Steps<Attribution> {
  const [firstDay, lastDay] = [shopDayAfter(fromDay, -DAYS_BEFORE), shopDayAfter(toDay, 1)]
  const days = shopDays(firstDay, lastDay)
  const near = yield* attributeOn(days, given)
  const oldest = shopDayAfter(toDay, -reconciledDays.max)
  const soldFrom = near.sales
    .map(({ recordedAtMs }) => shopDayOf(recordedAtMs))
    .filter((day) => day >= oldest)
    .reduce((first, day) => (day < first ? day : first), firstDay)
  const all = soldFrom < firstDay ? yield* attributeOn(shopDays(soldFrom, lastDay), given) : near
  return all.attribution
}

/** `sales`: those whose movements were sought; none where every movement has a name. */
function* attributeOn(
  days: readonly string[],
  given: GivenParts,
): Steps<{ readonly attribution: Attribution; readonly sales: readonly StoredSale[] }> {
  const strange = yield* ordersOfNobody(days, given)
  const salesOfDays = strange.length > 0 ? yield* salesIn(days, given) : []
  const explained = namedOtherwise(strange, salesOfDays, given)
  const refundedKinds = refundedKindsIn(given.workbook.rows.typesOfIncoming())
  const listedOtherwise = new Set([...explained.values()].map(({ ref }) => ref))
  const known = { explained, listedOtherwise, refundedKinds }
  const { nameless: rows, named, debitedKinds } = yield* listedIn(days, { ...given, explained })
  if (rows.length === 0) return { attribution: { ...noAttribution, ...known, debitedKinds }, sales: [] }
  const sales = strange.length > 0 ? salesOfDays : yield* salesIn(days, given)
  const parts = { ...given, named, refundedKinds }
  const others = strange.filter(({ side }) => !explained.has(orderName(side)))
  const claims = [
    ...(yield* claimsOfSales(sales, parts)),
    ...others.flatMap((order) => claimsOfOrder(order, parts)),
  ]
  const sides = rows.map(({ side }) => side)
  const shiftMs = yield* shiftOf(claims, sides)
  const matches = new Map(yield* matchMovements(claims, sides, shiftMs))
  const { offsetMs } = parts
  const uncertain =
    shiftMs === 0 ? yield* uncertainAmong(claims, rows, { matches, offsetMs }) : new Set<string>()
  // What fits another in the shop's zone by its amount is not held against the one that it does not fit.
  const isSure = (name: string | undefined) => name !== undefined && !uncertain.has(name)
  for (const [at, ofClaim] of matches) {
    if (!ofClaim.every((place) => isSure(rows[place]?.rowName))) matches.delete(at)
  }
  pairTheRest(claims, sides, {
    ...{ matches, shiftMs },
    mayPair: (at, place) => isSure(claims[at]?.owner) && isSure(rows[place]?.rowName),
  })
  const places = [...matches].flatMap(([at, ofClaim]) => ofClaim.map((place) => [at, place] as const))
  const kinds = new Set([...debitedKinds, ...places.flatMap(([at]) => claims[at]?.kind ?? [])])
  const owned = new Map(places.flatMap(([at, place]) => ownedBy(claims[at], rows[place])))
  bringTogether(owned, claims, shiftMs)
  dropUnfitRefunds(owned, claims)
  keepTogether(rows, owned)
  giveBackTheRest(
    rows.filter(({ rowName }) => !owned.has(rowName)),
    sales,
    owned,
  )
  const attribution: Attribution = {
    ...{ ...known, rows: new Set(rows.map(({ rowName }) => rowName)), debitedKinds: kinds, uncertain },
    ownerOf: new Map([...owned].map(([rowName, { owner }]) => [rowName, owner])),
    restOf: Map.groupBy(
      rows.filter(({ rowName }) => !owned.has(rowName)),
      ({ side }) => movementName(side),
    ),
    movementsOf: movementsOf(owned),
    mayBeGivenBack: ({ amountCentimes, atMs }) =>
      sales.some((sale) => wasDebited(sale, amountCentimes) && sale.recordedAtMs + parts.offsetMs <= atMs),
  }
  return { attribution, sales }
}

interface Owned {
  readonly owner: string
  readonly seen: ListedMovement
}

function movementsOf(owned: ReadonlyMap<string, Owned>): Attribution['movementsOf'] {
  const byOwner = Map.groupBy(owned.values(), ({ owner }) => owner)
  return new Map([...byOwner].map(([owner, all]) => [owner, all.map(({ seen }) => seen)]))
}

const ownedBy = (
  claim: OwnClaim | undefined,
  row: ListedMovement | undefined,
): readonly (readonly [string, Owned])[] =>
  claim && row
    ? [
        [
          row.rowName,
          { owner: claim.owner, seen: { ...row, side: { ...row.side, direction: claim.direction } } },
        ],
      ]
    : []

interface Listed {
  /** Those without a name, and those that name nothing that is known by its name. */
  readonly nameless: readonly ListedMovement[]
  /** The kinds of sale of whose debits some name what is known. */
  readonly debitedKinds: ReadonlySet<OrderKind>
  /** Those of which they name sales, by what these were answered. */
  readonly named: ReadonlySet<OrderKind>
}

type Names = Pick<ClaimParts, 'workbook' | 'journal'> & Pick<Attribution, 'explained'>

function* listedIn(days: readonly string[], parts: Names): Steps<Listed> {
  const nameless: ListedMovement[] = []
  const [debitedKinds, named] = [new Set<OrderKind>(), new Set<OrderKind>()]
  for (const row of movementsOn(days, parts)) {
    if (isOfTheAccount(row.side)) continue
    const name = namedBy(row.side, parts)
    if (name === undefined) nameless.push(row)
    else if (row.side.direction !== 'in') debitedKinds.add(name.kind)
    if (name?.isOfSale) named.add(name.kind)
    yield
  }
  // Where orders are listed by other names than were answered, what was answered is no name of a movement either.
  for (const { order } of parts.explained.values()) named.delete(order.kind)
  return { nameless, debitedKinds, named }
}

/** A day is read once whoever goes through them has come to it: no step reads more than one. */
function* movementsOn(days: readonly string[], { workbook }: Pick<Names, 'workbook'>) {
  for (const day of days) yield* workbook.rows.listMovements(day)
}

/** What is known of the sale or the order that it names; undefined where it names nothing that is known. */
function namedBy(side: MovementSide, { workbook, journal, explained }: Names) {
  const { objectId } = side
  if (objectId === null) return undefined
  const sale = saleOfObject(objectId, side, journal)
  if (sale) return { kind: sale.order.kind, isOfSale: true }
  // Of an order that is known by what it is and when, its name says nothing.
  const order = workbook.rows.findOrders([objectId]).find((one) => !explained.has(orderName(one.side)))
  return order && { kind: order.side.kind, isOfSale: false }
}

/**
 * The shop's zone: times of it are an hour ahead of what they say where they are printed as UTC, and behind a clock of the
 * service's that does so.
 */
const SHOP_ZONE_MS = 3_600_000

/**
 * What would fit if the clock that dates movements were not that of the answers: the counter's own, and either in the shop's
 * zone. Where it brings a sale one of its movements it may bring it another, which fits what need not have moved.
 */
function* uncertainAmong(
  claims: readonly OwnClaim[],
  rows: readonly ListedMovement[],
  { matches, offsetMs }: { readonly matches: Matches; readonly offsetMs: number },
): Steps<ReadonlySet<string>> {
  const isDueAt = new Map(
    [...matches].flatMap(([at, places]) => places.map((place) => [place, claims[at]?.isDue] as const)),
  )
  const rest = rows.filter((_, place) => !isDueAt.has(place))
  const contested = rows.filter((_, place) => isDueAt.get(place) === false)
  const paid = new Set(
    [...matches.keys()].flatMap((at) => (claims[at]?.direction === 'out' ? (claims[at]?.owner ?? []) : [])),
  )
  const isPaid = ({ owner, paidCentimes }: OwnClaim) => paidCentimes > 0 || paid.has(owner)
  const missing = claims
    .filter((_, at) => !matches.has(at))
    // The debit's time fits, so that its refund's is of no other zone: what is listed under a debit's word there is another debit.
    .map((claim) => (isPaid(claim) ? { ...claim, underDebitsWord: null } : claim))
  const uncertain = new Set<string>()
  function* seek(some: readonly OwnClaim[], sought: readonly ListedMovement[], shiftMs: number) {
    const sides = sought.map(({ side }) => side)
    const found = yield* matchMovements(some, sides, shiftMs)
    for (const [at, places] of found) {
      uncertain.add(some[at]?.owner ?? '')
      for (const place of places) uncertain.add(sought[place]?.rowName ?? '')
    }
    return found
  }
  const zones = [SHOP_ZONE_MS, -SHOP_ZONE_MS]
  const ofCounter = Math.abs(offsetMs) > SLACK_MS ? [0, ...zones].map((zoneMs) => zoneMs - offsetMs) : []
  for (const shiftMs of [...zones, ...ofCounter]) {
    const found = yield* seek(missing, rest, shiftMs)
    const owners = new Set([...found.keys()].map((at) => missing[at]?.owner))
    const others = missing.filter(({ owner }, at) => owners.has(owner) && !found.has(at))
    yield* seek(others, contested, shiftMs)
  }
  return uncertain
}

/**
 * Of sales alike that were given back, only some of which were ever debited, what came back is that one's which was debited: of one
 * owner with nothing but the debit, where another has nothing but the refund.
 */
function bringTogether(owned: Map<string, Owned>, claims: readonly OwnClaim[], shiftMs: number): void {
  const alone = [...Map.groupBy(owned, ([, { owner }]) => owner).values()].flatMap(([row, more]) =>
    row && !more ? [row] : [],
  )
  const byOwner = Map.groupBy(claims, ({ owner }) => owner)
  const claimed = (owner: string, direction: OwnClaim['direction']) =>
    byOwner.get(owner)?.filter((claim) => claim.direction === direction) ?? []
  const debits = alone
    .filter(([, { seen }]) => seen.side.direction === 'out')
    .map(([, { owner, seen }]) => ({ owner, seen, refunds: claimed(owner, 'in') }))
    .filter(({ refunds }) => refunds.length > 0)
  for (const [rowName, { owner, seen }] of alone) {
    // What was debited for it may be known by its name.
    if (seen.side.direction !== 'in' || claimed(owner, 'out').length === 0) continue
    const { amountCentimes, atMs } = seen.side
    const place = debits.findIndex(
      ({ seen: { side }, refunds }) =>
        side.amountCentimes === amountCentimes &&
        side.atMs <= atMs &&
        refunds.some((claim) => claim.amounts.includes(amountCentimes) && mayPay(claim, seen.side, shiftMs)),
    )
    const [debit] = place < 0 ? [] : debits.splice(place, 1)
    if (debit) owned.set(rowName, { owner: debit.owner, seen })
  }
}

/** What has only a payment's word came back where the owner's sums say so; otherwise it is not the owner's by its sum and time. */
function dropUnfitRefunds(owned: Map<string, Owned>, claims: readonly OwnClaim[]): void {
  const claimOf = new Map(claims.map((claim) => [claim.owner, claim]))
  for (const [owner, rows] of Map.groupBy(owned, ([, one]) => one.owner)) {
    const supposed = rows.filter(([, { seen }]) => isSupposedRefund(seen.side))
    const claim = claimOf.get(owner)
    const moved = movedBy(rows.map(([, { seen }]) => seen.side)) + (claim?.paidCentimes ?? 0)
    if (moved === claim?.underDebitsWord?.keptCentimes) continue
    for (const [rowName] of supposed) owned.delete(rowName)
  }
}

/** What names the same as an owner's debit is the owner's: without a known way, it is what came back. */
function keepTogether(rows: readonly ListedMovement[], owned: Map<string, Owned>): void {
  const owners = new Map([...owned.values()].map(({ owner, seen }) => [seen.side.objectId, owner]))
  for (const row of rows) {
    const { side, rowName } = row
    const owner = side.objectId === null || owned.has(rowName) ? undefined : owners.get(side.objectId)
    const direction = side.direction === 'unknown' ? 'in' : side.direction
    if (owner !== undefined) owned.set(rowName, { owner, seen: { ...row, side: { ...side, direction } } })
  }
}

/** What was given back under the name of a debit that is nobody's is nobody's either. */
function giveBackTheRest(
  rest: readonly ListedMovement[],
  sales: readonly StoredSale[],
  owned: Map<string, Owned>,
): void {
  const [refunds, debits] = [
    rest.filter(({ side }) => isRefund(side)),
    rest.filter(({ side }) => !isRefund(side)),
  ]
  const names = new Set(debits.flatMap(({ side }) => side.objectId ?? []))
  for (const row of refunds)
    if (row.side.objectId === null || !names.has(row.side.objectId)) giveBack(row, sales, owned)
}

/** What was given back, by its word, for the one sale that it can be of. */
function giveBack(row: ListedMovement, sales: readonly StoredSale[], owned: Map<string, Owned>): void {
  const { side } = row
  const backAlready = new Set(
    [...owned.values()].flatMap(({ owner, seen }) => (seen.side.direction === 'in' ? owner : [])),
  )
  const fitting = sales.filter(
    (sale) => wasDebited(sale, side.amountCentimes) && sale.recordedAtMs <= side.atMs + SHOP_ZONE_MS,
  )
  const free = fitting.filter(({ ref }) => !backAlready.has(ref))
  const byWord = free.filter(({ order }) => isOfWord({ ...refundClaim, kind: order.kind }, side))
  const [sale, another] = byWord.length > 0 ? byWord : free
  if (sale && !another) owned.set(row.rowName, { owner: sale.ref, seen: row })
}

const refundClaim = {
  ...({ direction: 'in', amounts: [], windows: [], isDue: false } as const),
  ...{ hasUnknownName: true, underDebitsWord: null, hasFee: false },
}

/** What a movement's owner is: a ref of ours is no name of an order. */
export const refIn = (owner: string | undefined): Ref | undefined => (isRef(owner) ? owner : undefined)
