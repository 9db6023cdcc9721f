/**
 * The movements of a day against the balances that they name. Pure. Each movement leads from one balance to another, so all
 * of them together are one way from the day's opening to its closing: where a piece is missing, the way breaks. That does
 * not depend on the order in which movements of one moment are listed.
 */
import { CENTIMES_PER_DINAR, type Centimes, centimes, sumCentimes } from '#shared/money.ts'
import type { MovementSide } from '#shared/reconciliation.ts'

export interface DayBalance {
  readonly openingCentimes: Centimes | null
  readonly closingCentimes: Centimes | null
  /** By how much the balance moved where no movement shows it: below zero where money left. */
  readonly gaps: readonly Gap[]
}

export interface Gap {
  readonly amountCentimes: Centimes
  /** The movement before which, or in which, it shows. */
  readonly at: MovementSide
}

/** By how much the balance jumped where no movement shows it, and what came back for sales of which none does either. */
export interface Jumps {
  readonly amounts: readonly Centimes[]
  readonly refunded: readonly Centimes[]
  /** Where the day before ended is known. */
  readonly isOpeningKnown: boolean
}

/** A balance that one side names more often than the other: there the way begins, breaks or ends. */
interface LooseEnd {
  readonly balance: Centimes
  readonly movement: MovementSide | null
}

/**
 * `before`: where the balance stood at the end of the day before, null where that is not known. `looseIn`: by what the pieces are
 * joined; by time where equal balances of different moments would join pieces that are hours apart, and hide a jump and its way back.
 */
export function balanceOf(
  movements: readonly MovementSide[],
  before: Centimes | null,
  looseIn: LooseIn = looseAnyhow,
): DayBalance {
  // Of a way of which one piece is not known nobody can say whether it breaks.
  if (movements.some(({ oldBalanceCentimes: from, newBalanceCentimes: to }) => from === null || to === null))
    return { openingCentimes: null, closingCentimes: null, gaps: [] }
  const inOrder = movements.toSorted((a, b) => a.atMs - b.atMs)
  const from = inOrder.flatMap((movement) => endOf(movement.oldBalanceCentimes, movement))
  const to = [
    ...endOf(before, null),
    ...inOrder.flatMap((movement) => endOf(movement.newBalanceCentimes, movement)),
  ]
  const { starts, ends } = looseIn(from, to)
  const openingCentimes = before ?? starts.at(0)?.balance ?? from.at(0)?.balance ?? null
  const breaks = before === null ? starts.slice(1) : starts
  return {
    openingCentimes,
    // Without a loose end the way comes back to where it began.
    closingCentimes: ends.at(-1)?.balance ?? openingCentimes,
    gaps: [...breaks.flatMap((start, place) => gapOf(ends[place], start)), ...inOrder.flatMap(wrongIn)],
  }
}

/**
 * Whether the balance jumped only for money that was away for a while: the jumps come to nothing together, and orders that were
 * refunded and have no movement, of these amounts, are enough for them. A history may take a debit away with its refund. Where
 * nobody knows with what the day began, some of them may have been away by then.
 */
export const isAwayAndBack = ({ amounts, refunded, isOpeningKnown }: Jumps): boolean => {
  const [came, rest] = [sumCentimes(amounts.filter((amount) => amount > 0)), sumCentimes(amounts)]
  const isWhole = rest === 0 || (!isOpeningKnown && isSumOfSome(rest, refunded))
  return isWhole && came <= sumCentimes(refunded.map(upToDinar))
}

/** Whether what is missing may be such money, which came back after the last movement or is still to come. */
export const mayBeAway = ({ amounts, refunded }: Jumps): boolean =>
  isSumOfSome(centimes(-sumCentimes(amounts)), refunded)

/** More orders than these make nearly every sum. */
const MAX_SUMMED = 12

/** Whether some of the amounts, each to the dinar, make the sum. */
function isSumOfSome(sum: Centimes, amounts: readonly Centimes[]): boolean {
  if (amounts.length > MAX_SUMMED) return sum > 0 && sum <= sumCentimes(amounts)
  const rests: number[] = [sum]
  for (const amount of amounts) rests.push(...rests.map((rest) => rest - amount))
  // The first is of none of them.
  return rests.slice(1).some((rest) => Math.abs(rest) < CENTIMES_PER_DINAR)
}

/** What the service took for a sale may be its cost rounded to the dinar either way. */
const upToDinar = (amount: Centimes): Centimes =>
  centimes(Math.ceil(amount / CENTIMES_PER_DINAR) * CENTIMES_PER_DINAR)

const endOf = (balance: Centimes | null, movement: MovementSide | null): readonly LooseEnd[] =>
  balance === null ? [] : [{ balance, movement }]

/** The balances that nothing leads to, and those that nothing goes on from; both in the order of time. */
type LooseIn = (
  from: readonly LooseEnd[],
  to: readonly LooseEnd[],
) => { readonly starts: readonly LooseEnd[]; readonly ends: readonly LooseEnd[] }

/** Of equal balances the earliest is where the way may begin, and the latest where it may end. */
const looseAnyhow: LooseIn = (from, to) => ({
  starts: looseOf(from.toReversed(), to).toReversed(),
  ends: looseOf(to, from),
})

/** Nothing goes on from a balance that came later. */
export const looseInTime: LooseIn = (from, to) => {
  const open = Map.groupBy(to, ({ balance }) => balance)
  const joined = new Set<LooseEnd>()
  const starts = from.filter((start) => {
    const end = open.get(start.balance)?.at(0)
    if (end === undefined || momentOf(end) > momentOf(start)) return true
    open.get(start.balance)?.shift()
    joined.add(end)
    return false
  })
  return { starts, ends: to.filter((end) => !joined.has(end)) }
}

const momentOf = ({ movement }: LooseEnd): number => movement?.atMs ?? Number.NEGATIVE_INFINITY

/** Those of `ends` that nothing of `others` goes on from, or leads to. */
function looseOf(ends: readonly LooseEnd[], others: readonly LooseEnd[]): readonly LooseEnd[] {
  const counts = new Map<Centimes, number>()
  for (const { balance } of others) counts.set(balance, (counts.get(balance) ?? 0) + 1)
  return ends.filter(({ balance }) => {
    const left = counts.get(balance) ?? 0
    counts.set(balance, left - 1)
    return left <= 0
  })
}

/** Where the balance jumps from the end of one piece of the way to the beginning of the next. */
function gapOf(end: LooseEnd | undefined, { balance, movement }: LooseEnd): readonly Gap[] {
  if (end === undefined || movement === null || end.balance === balance) return []
  return [{ amountCentimes: centimes(balance - end.balance), at: movement }]
}

/** Where the service rounds nothing, three figures that were rounded for themselves are off by this together. */
const ROUNDING_CENTIMES = 1

/** A movement that says another amount than its balances. In a sandbox nothing moves, and both balances are the same. */
function wrongIn(movement: MovementSide): readonly Gap[] {
  const { oldBalanceCentimes: from, newBalanceCentimes: to, direction, amountCentimes } = movement
  if (from === null || to === null || from === to || direction === 'unknown') return []
  const stated = direction === 'in' ? amountCentimes : -amountCentimes
  const rest = to - from - stated
  return Math.abs(rest) <= ROUNDING_CENTIMES ? [] : [{ amountCentimes: centimes(rest), at: movement }]
}
