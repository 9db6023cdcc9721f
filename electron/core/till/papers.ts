/** What stands on the papers of the till, and who may have them: an X, and a Z that is not the newest, take the owner. */
import type { AppError } from '#shared/app-error.ts'
import { productOf } from '#shared/products/orders.ts'
import { ok, type Result } from '#shared/result.ts'
import type { TillPaper } from '#shared/till/papers.ts'
import { isCarnetEntry } from '../journal/till-entry.ts'
import type { TillContent } from '../receipt/compose-till.ts'
import { type Actor, mayDo, seesCosts } from './actor.ts'
import { viewOfCustomer } from './carnet.ts'
import { withoutCosts } from './report.ts'
import { readX, readZ, refuse, type TillParts } from './shifts.ts'

export function readPaper(paper: TillPaper, actor: Actor, parts: TillParts): Result<TillContent, AppError> {
  switch (paper.paper) {
    case 'x':
      return readXPaper(actor, parts)
    case 'z':
      return readZPaper(paper.number, actor, parts)
    case 'movement':
    case 'refund':
      return readActPaper(paper, parts)
    case 'carnet-money':
      return readCarnetMoney(paper.actId, parts)
    case 'statement':
      return readStatement(paper.customerId, parts)
  }
}

function readCarnetMoney(actId: string, parts: TillParts): Result<TillContent, AppError> {
  const entry = parts.journal.till.findAct(actId)
  if (!entry || !isCarnetEntry(entry.body)) return refuse('no-such-paper')
  const { customers } = parts.journal.till
  const customer = customers.read(entry.body.customer)
  if (!customer) return refuse('unknown-customer')
  const view = viewOfCustomer(customer, parts)
  // What was owed behind this act, and not by now: the slip is of its moment.
  const balanceCentimes = customers.readBalanceAt(customer.customerId, entry.sequence)
  return ok({
    ...{ kind: 'carnet-money', atMs: entry.atMs, body: entry.body },
    customer: { ...view, balanceCentimes },
  })
}

function readStatement(customerId: string, parts: TillParts): Result<TillContent, AppError> {
  const { customers } = parts.journal.till
  const customer = customers.read(customerId)
  if (!customer) return refuse('unknown-customer')
  const unpaid = customers.listOpenDebts(customerId).map(({ line, leftCentimes }) => {
    const sale = line.ref === null ? undefined : parts.journal.readSale(line.ref)
    return { atMs: line.atMs, leftCentimes, what: sale ? productOf(sale.order).titleOf(sale.order) : null }
  })
  return ok({ kind: 'statement', customer: viewOfCustomer(customer, parts), unpaid })
}

function readXPaper(actor: Actor, parts: TillParts): Result<TillContent, AppError> {
  if (!mayDo(actor, 'read-reports')) return refuse('needs-owner')
  const x = readX(actor, parts)
  if (!x.ok) return x
  return ok({ kind: 'x', report: seesCosts(actor) ? x.value : withoutCosts(x.value) })
}

/** Whoever closes a shift has its Z on paper. */
function readZPaper(number: number, actor: Actor, parts: TillParts): Result<TillContent, AppError> {
  const isNewest = parts.journal.till.listClosedShifts(Number.MAX_SAFE_INTEGER, 1)[0]?.shift === number
  if (!isNewest && !mayDo(actor, 'read-reports')) return refuse('needs-owner')
  const z = readZ(number, parts)
  if (!z) return refuse('no-such-paper')
  return ok({ kind: 'z', z: seesCosts(actor) ? z : { ...z, report: withoutCosts(z.report) } })
}

function readActPaper(
  { paper, actId }: Extract<TillPaper, { readonly actId: string }>,
  { journal }: TillParts,
): Result<TillContent, AppError> {
  const entry = journal.till.findAct(actId)
  if (!entry) return refuse('no-such-paper')
  const { body, atMs } = entry
  if (paper === 'movement' && body.kind === 'cash-moved') return ok({ kind: 'movement', atMs, body })
  if (paper === 'refund' && (body.kind === 'refund-given' || body.kind === 'refund-repaid'))
    return ok({ kind: 'refund', atMs, body })
  return refuse('no-such-paper')
}
