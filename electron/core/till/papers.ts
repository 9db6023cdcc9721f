/** What stands on the papers of the till, and who may have them: an X, and a Z that is not the newest, take the owner. */
import type { AppError } from '#shared/app-error.ts'
import { ok, type Result } from '#shared/result.ts'
import type { TillPaper } from '#shared/till/papers.ts'
import { rightOf } from '#shared/till/rights.ts'
import type { TillContent } from '../receipt/compose-till.ts'
import { type Actor, seesCosts } from './actor.ts'
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
  }
}

const mayRead = ({ person, approvedBy }: Actor): boolean =>
  person === undefined || approvedBy !== undefined || rightOf(person.role, 'read-reports') === 'allowed'

function readXPaper(actor: Actor, parts: TillParts): Result<TillContent, AppError> {
  if (!mayRead(actor)) return refuse('needs-owner')
  const x = readX(actor, parts)
  if (!x.ok) return x
  return ok({ kind: 'x', report: seesCosts(actor) ? x.value : withoutCosts(x.value) })
}

/** Whoever closes a shift has its Z on paper. */
function readZPaper(number: number, actor: Actor, parts: TillParts): Result<TillContent, AppError> {
  const isNewest = parts.journal.till.listClosedShifts(Number.MAX_SAFE_INTEGER, 1)[0]?.shift === number
  if (!isNewest && !mayRead(actor)) return refuse('needs-owner')
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
