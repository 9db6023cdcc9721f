/**
 * A finding from a case and the verdict on it. Pure. Owns its id: the same facts have the same one, however much of them was
 * read, so that what a person settled stays settled over every later run, and comes back where the facts are others.
 */
import { hash } from 'node:crypto'
import { type Finding, maxEvidence } from '#shared/reconciliation.ts'
import { canonicalJson } from '../journal/entries.ts'
import { saleKinds } from '../products/kinds.ts'
import type { NamedCase } from './cases.ts'
import type { Verdict } from './judge.ts'
import { saleSide } from './sides.ts'

export const digestOf = (facts: unknown): string => hash('sha256', canonicalJson(facts), 'hex')

export function findingOf(one: NamedCase, verdict: Verdict): Finding {
  const sale = one.sale ?? one.twin ?? one.suspect
  const evidence = {
    sale: sale && saleSide(sale),
    orders: one.orders.slice(0, maxEvidence).map(({ side }) => side),
    movements: one.movements.slice(0, maxEvidence).map(({ side }) => side),
    differences: [...verdict.differences],
  }
  const { kind } = verdict
  return { id: digestOf({ kind, ...factsOf(one, verdict, evidence) }), kind, day: one.day, ...evidence }
}

type Evidence = Pick<Finding, 'sale' | 'orders' | 'movements' | 'differences'>

/**
 * What makes it this finding: only what every reading of the same facts shows. A look at one order shows more than a list, and
 * of an order that no list shows there is none but a look, so that where money moved the movements speak for it.
 */
function factsOf(one: NamedCase, { kind }: Verdict, { sale, movements, differences }: Evidence): object {
  const [name] = one.names
  const orders = one.orders
    .map(({ side }) => side)
    .filter((side) => saleKinds[side.kind].list || movements.length === 0)
  const ids = orders.map(({ orderId, ref }) => [orderId, ref])
  const debits = movements.filter(({ direction }) => direction === 'out')
  switch (kind) {
    // Whose order it is does not change with how the order ends.
    case 'unknown-at-service':
    case 'unknown-to-journal':
      return { name, ids }
    case 'duplicate':
    case 'debited-without-sale':
      return { name, ids, debits: debits.map(({ id, amountCentimes }) => [id, amountCentimes]) }
    default: {
      const moved = differences.filter(({ what }) => what === 'moved')
      return {
        ...{ name, state: sale?.state ?? null },
        orders: orders.map(({ orderId, status }) => [orderId, status]),
        movements: movements.map(({ id, type, amountCentimes }) => [id, type, amountCentimes]),
        differences: moved.length > 0 ? moved : differences,
      }
    }
  }
}
