/**
 * One movement that the account's history tells in several rows: an amount, and the fee on it. Pure. Keeps that rows are put
 * together only where the balances that each of them names say that they are one.
 */
import { sumCentimes } from '#shared/money.ts'
import type { MovementSide } from '#shared/reconciliation.ts'
import type { ListedMovement } from './workbook-rows.ts'

/** The movements in the same order, each whole, under the name of its first row. */
export function wholesOf(rows: readonly ListedMovement[]): readonly ListedMovement[] {
  const parts = Map.groupBy(rows, ({ side, rowName }) => placeOf(side) ?? rowName)
  return [...parts.values()].flatMap((group) => asOne(group) ?? group)
}

/** What all parts of a movement have in common; undefined where it does not tell between which balances it leads. */
function placeOf(side: MovementSide): string | undefined {
  const { type, direction, objectId, atMs, oldBalanceCentimes: from, newBalanceCentimes: to } = side
  if (from === null || to === null || from === to) return undefined
  return JSON.stringify([type, direction, objectId, atMs, from, to])
}

function asOne(group: readonly ListedMovement[]): ListedMovement | undefined {
  const [first, ...others] = group
  if (!first || others.length === 0) return undefined
  const { oldBalanceCentimes: from, newBalanceCentimes: to } = first.side
  const amountCentimes = sumCentimes(group.map(({ side }) => side.amountCentimes))
  if (from === null || to === null || amountCentimes !== Math.abs(to - from)) return undefined
  return { ...first, side: { ...first.side, amountCentimes } }
}
