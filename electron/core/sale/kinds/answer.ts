/** What a call's end means to a kind of sale: a look, or the service's name for the order. */
import type { CallOutcome } from '../../api/outcome.ts'
import { isNotFound } from '../../call-error.ts'
import type { FoundOrder, Look, Told } from './kind.ts'

/** A look that found the order. */
export type Found = Extract<Look, { kind: 'found' }>

/** The look that asked for one record. Only the service's own "not found" is an absence. */
export function lookOf<Record>(outcome: CallOutcome<Record>, describe: (record: Record) => FoundOrder): Look {
  const { requestId } = outcome.evidence
  if (outcome.kind === 'accepted') return { kind: 'found', order: describe(outcome.value), requestId }
  return isNotFound(outcome) ? { kind: 'absent', requestId } : { kind: 'no-answer', failure: outcome }
}

const HTTP_NOT_FOUND = 404
/** A server's page in place of a path that the service does not have: another way may show the order. */
export const isPageNotFound = (look: Look): boolean =>
  look.kind === 'no-answer' && look.failure.evidence.httpStatus === HTTP_NOT_FOUND

/** The record that came is called otherwise than was asked: the sale's by another name, or another sale's. */
export const isOfAnotherName = (look: Look): boolean =>
  look.kind === 'no-answer' && look.failure.kind === 'in-doubt' && look.failure.reason === 'answer-disagrees'

/** The same end of a send, with the service's id of the order in place of its acknowledgement. */
export const namedBy = <Acknowledgement>(
  outcome: CallOutcome<Acknowledgement>,
  idIn: (acknowledgement: Acknowledgement) => string,
): CallOutcome<{ readonly serviceId: string }> =>
  outcome.kind === 'accepted' ? { ...outcome, value: { serviceId: idIn(outcome.value) } } : outcome

/** The first of these fields that the record tells otherwise. What it leaves out contradicts nothing. */
export const firstContradiction = (fields: Readonly<Record<string, boolean>>): string | null =>
  Object.keys(fields).find((field) => fields[field]) ?? null

export const differs = <Value>(told: Value | null, ours: Value): boolean => told !== null && told !== ours

/** Of a row and of a look at the same order: the row, unless the look is this sale's too and tells more of what `count` counts. */
export function fuller(row: Found, look: Look, count: (told: Told) => number): Found {
  const isMore = look.kind === 'found' && count(look.order.told) > count(row.order.told)
  return isMore && look.order.contradiction === null ? look : row
}
