/**
 * Promise 11: the comparison of the books names every order of another till for which money moved, or that did not fail, and
 * where the service shows enough nothing else.
 */
import type { Finding } from '#shared/reconciliation.ts'
import type { Deviations } from '../../support/drawn-behaviour.ts'
import { isCalled } from './claims.ts'
import type { Report } from './report.ts'

/** Points that take nothing from what lists, movements and records show. */
const harmless =
  /^(startedStatus|requestIdForm|contentType|furtherFields|absentFields|timestampForm|error|unknownPath|disruption|maintenance|rate|scope|key|billErrorDetails|missingKey|pingKey|fifthFailure|blockedAttempts|paymentErrorCode|disabled|failures|userName|orderChecks|repeatedRef|newBalance|handSettled|queueLasts|payChecks|staleBills|refsFreed|refusedRef|payGuard|selectedOrder|absentBillFields|accountRefusals|unknownLeft|queueLeft|link|receipt|emptyPages|catalogRegion|emptyShelf|giftSerial|cardCodeTime|\w+Status$|\w+Pace$)/

/** Points that leave out what would name an order or show a debit whole: less is found by them, and nothing that is not so. */
const silent = /^(history(Words|Id|Operation|Object|Note|Balances|Amount|Fee|Pages)|giftRowId)$/

const isOf = (behaviour: Deviations, ...points: readonly RegExp[]): boolean =>
  Object.keys(behaviour).every((point) => points.some((one) => one.test(point)))
export const showsEnough = (behaviour: Deviations): boolean => isOf(behaviour, harmless)

/** By movements that name nothing, another till's payment cannot be distinguished from a sale's of about its time. */
const isNameless = ({ historyObject }: Deviations): boolean => historyObject === 'absent'

const isAbout = ({ orders, movements }: Finding, id: string): boolean =>
  orders.some(({ orderId }) => isCalled({ id }, orderId)) || movements.some(({ objectId }) => objectId === id)

/**
 * Where others are known to order, a card order like a sale that was not sent is shown, for no ref says whose it is: of orders
 * alike one may be another till's and one of a sale that a person called delivered.
 */
const mayBeOurs = ({ kind, sale }: Finding): boolean =>
  kind === 'unknown-to-journal' && sale?.kind === 'gift-card'

export interface Reconciled {
  readonly findings: readonly Finding[]
  /** Orders of another till, without those that came to nothing; where the counter knows of it, they need not be found. */
  readonly others: readonly string[]
  readonly knowsOfOthers: boolean
  readonly behaviour: Deviations
}

export function checkReconciled(reconciled: Reconciled, report: Report): void {
  const { findings, others, knowsOfOthers, behaviour } = reconciled
  for (const id of knowsOfOthers || !showsEnough(behaviour) ? [] : others) {
    if (!findings.some((finding) => isAbout(finding, id)))
      report(11, `the order ${id} of another till is in no finding`)
  }
  const isExact = isOf(behaviour, harmless, silent) && (others.length === 0 || !isNameless(behaviour))
  const isRight = (finding: Finding) =>
    others.some((id) => isAbout(finding, id)) || (knowsOfOthers && mayBeOurs(finding))
  for (const finding of isExact ? findings.filter((one) => !isRight(one)) : []) {
    const { kind, day, sale, orders, movements } = finding
    const about = sale?.ref ?? orders[0]?.orderId ?? movements[0]?.type ?? ''
    report(11, `${kind} is found on ${day} about ${about}, and nothing is wrong`)
  }
}
