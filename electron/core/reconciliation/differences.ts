/**
 * The amounts of a case that do not come to the same: face value, debit, and what the account's movements come to. Pure. An
 * amount that one side does not state differs from nothing.
 */
import { type Centimes, zeroCentimes } from '#shared/money.ts'
import { faceValueOf } from '#shared/products/orders.ts'
import { type Difference, shopDayOf } from '#shared/reconciliation.ts'
import { eventOfStatus } from '#shared/states/observed.ts'
import type { StoredSale } from '../journal/journal.ts'
import { kindOf } from '../products/kinds.ts'
import type { Case, Known } from './judge.ts'
import { expectedDebit, movedBy } from './sides.ts'

export function differencesOf(one: Case, sale: StoredSale, known: Known): readonly Difference[] {
  return [...faceOf(one, sale), ...debitOf(one, sale), ...movedOf(one, sale, known)]
}

function faceOf({ orders }: Case, sale: StoredSale): readonly Difference[] {
  const orderFace = orders.at(0)?.side.faceCentimes ?? null
  const faces = kindOf(sale).facesOf(sale)
  if (faces === null || orderFace === null || faces.includes(orderFace)) return []
  return differing('face', faceValueOf(sale.order), orderFace)
}

/** Of an order that was delivered: of any other it is not what was debited in the end. */
function debitOf({ orders }: Case, sale: StoredSale): readonly Difference[] {
  const [order] = orders.map(({ side }) => side)
  const event = order && eventOfStatus(order.kind, order.status)
  const expected = expectedDebit(sale)
  if (expected === null || (event !== 'found-fulfilled' && event !== 'found-partly')) return []
  return differing('debit', expected, order?.debitCentimes ?? null)
}

/** Where no debit is listed, it counts as missing only if the days on which it may have been made were read. */
function movedOf({ movements, lastSentAtMs }: Case, sale: StoredSale, known: Known): readonly Difference[] {
  const expected = expectedDebit(sale)
  const showsDebits = known.lists.has('account') && known.debitedKinds.has(sale.order.kind)
  const sentAtMs = [sale.recordedAtMs, lastSentAtMs ?? sale.recordedAtMs]
  const wasRead = showsDebits && sentAtMs.every((atMs) => known.wasRead(shopDayOf(atMs)))
  const hasDebit = movements.some(({ side }) => side.direction === 'out')
  if (expected === null || (!hasDebit && !wasRead)) return []
  const moved = movedBy(movements.map(({ side }) => side))
  return differing('moved', expected, moved)
}

export const differing = (
  what: Difference['what'],
  journal: Centimes,
  service: Centimes | null,
): readonly Difference[] =>
  service === null || service === journal
    ? []
    : [{ what, journalCentimes: journal, serviceCentimes: service }]

export const unexplained = (serviceCentimes: Centimes): Difference => ({
  what: 'balance',
  journalCentimes: zeroCentimes,
  serviceCentimes,
})
