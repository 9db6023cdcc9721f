/**
 * A finding from a case and the verdict on it. Pure. Owns its id: the same facts have the same one, so that what a person
 * settled stays settled over every later run, and comes back where the facts are others.
 */
import { hash } from 'node:crypto'
import { type Finding, maxEvidence } from '#shared/reconciliation.ts'
import { canonicalJson } from '../journal/canonical.ts'
import type { NamedCase } from './cases.ts'
import type { Verdict } from './judge.ts'
import { saleSide } from './sides.ts'

export const digestOf = (facts: unknown): string => hash('sha256', canonicalJson(facts), 'hex')

export function findingOf(one: NamedCase, verdict: Verdict): Finding {
  const sale = one.sale ?? one.twin
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

/** What makes it this finding. Whose order it is does not change with how the order ends; amounts and states do. */
function factsOf(one: NamedCase, { kind }: Verdict, evidence: Evidence): object {
  const [name] = one.names
  const ids = one.orders.map(({ side }) => [side.orderId, side.ref])
  const debits = evidence.movements.filter(({ direction }) => direction === 'out')
  switch (kind) {
    case 'unknown-at-service':
    case 'unknown-to-journal':
      return { name, ids }
    case 'duplicate':
    case 'debited-without-sale':
      return { name, ids, debits: debits.map(({ id, amountCentimes }) => [id, amountCentimes]) }
    default:
      return { name, ...evidence }
  }
}
