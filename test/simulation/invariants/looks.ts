/**
 * Promises 10, 13 and 14: on a good line an open sale is looked at again and again, and a person is asked where that does not
 * end it, and only there. Owns when each record and list was last asked for; how long it may last is written down here anew,
 * and not read from the engine.
 */
import type { SaleView } from '#shared/views.ts'
import type { Deviations } from '../../support/drawn-behaviour.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Report } from './report.ts'

const MINUTE_MS = 60_000
/** The slowest pace of each phase, and a while for what goes first and for a rate that is used up. */
const GRACE_MS = 10 * MINUTE_MS
/** What is asked too much is left alone for this long at most: where refused requests are counted too, nothing else ends it. */
const RATE_REST_MS = 61 * MINUTE_MS
/** Ten minutes after the look that ends nothing a person is asked; and a while until somebody looks at the screen. */
const ASKED_WITHIN_MS = 20 * MINUTE_MS
/** The phases of which a look ends whatever it can, as the service has ended it. */
const endedByLooks: readonly string[] = ['in-doubt', 'handling', 'queued', 'unknown']
/** Three looks end what looks can end, and of an old doubt there is one every ten minutes. */
const ENDED_WITHIN_MS = 40 * MINUTE_MS
/** Points of the service's behaviour by which a record that is there is never found, or never fits. */
const hidesRecords = /Path$|RefundWord$|^(mobileRefLookUp|internetAmount)$/
/** A person has been asked what became of it. */
const UNDECIDED_MS = 10 * MINUTE_MS
const slowestMs: Readonly<Partial<Record<SaleView['phase'], number>>> = {
  'in-doubt': MINUTE_MS,
  handling: MINUTE_MS,
  queued: 10 * MINUTE_MS,
  unknown: 60 * MINUTE_MS,
  unsent: 60 * MINUTE_MS,
}
const slowestOf = ({ phase, decidable }: SaleView): number | undefined =>
  decidable ? Math.max(UNDECIDED_MS, slowestMs[phase] ?? 0) : slowestMs[phase]

/** Where a kind is looked for beside its records. */
const listOf: Readonly<Record<SaleView['order']['kind'], string>> = {
  internet: '/v3/internet/list',
  mobile: '/v3/mobile/list',
  'gift-card': '/v3/gift-cards/list',
  bill: '/v3/bills/transactions?',
}

export interface Looks {
  /** Something is asked for now. */
  asked(path: string): void
  /** The service refuses for its rate now. */
  rateRefused(): void
  /** The counter opens again, after so long in which nothing could be looked at. */
  reopened(closedMs: number): void
  /** `sales` are as the window shows them now; since `goodSinceMs` the line is good, and the service has nothing left to do. */
  check(sales: readonly SaleView[], goodSinceMs: number, report: Report): void
  /** Whether by now looks have ended whatever they can of this sale, and a person may say what became of it. */
  haveHadTheirTime(sale: SaleView, goodSinceMs: number): boolean
}

export function createLooks(nowMs: () => number, behaviour: Deviations): Looks {
  const askedAtMs = new Map<string, number>()
  let restsUntilMs = 0
  let openSinceMs = 0
  /** When a sale was first seen to stand as it does. */
  const seen = new Map<string, { readonly stands: string; readonly sinceMs: number }>()

  const lastLookMs = ({ ref, serviceId, order }: SaleView): number => {
    const names = [ref, serviceId, order.kind === 'bill' ? order.transactionId : null].filter(
      (name) => name !== null,
    )
    const times = [...askedAtMs].filter(
      ([path]) => path.startsWith(listOf[order.kind]) || names.some((name) => path.includes(name)),
    )
    return Math.max(0, ...times.map(([, atMs]) => atMs))
  }

  const isNamed = ({ order }: SaleView): boolean => kindOf(order.kind).isKnownAgain
  const haveHadTheirTime = (sale: SaleView, goodSinceMs: number): boolean =>
    !isNamed(sale) || nowMs() - Math.max(goodSinceMs, restsUntilMs) > ENDED_WITHIN_MS
  const showsRecords = !Object.keys(behaviour).some((point) => hidesRecords.test(point))

  function standsSince(sale: SaleView): number {
    const stands = sale.decidable ? 'asked' : sale.phase
    if (seen.get(sale.ref)?.stands !== stands) seen.set(sale.ref, { stands, sinceMs: nowMs() })
    return seen.get(sale.ref)?.sinceMs ?? 0
  }

  /** `stoodMs`: how long it has stood so without a look. */
  function checkLooks(sale: SaleView, stoodMs: number, report: Report): void {
    const slowest = slowestOf(sale)
    if (slowest === undefined || stoodMs <= slowest + GRACE_MS) return
    report(10, `${sale.ref}, ${sale.phase}, was not looked at for ${Math.round(stoodMs / MINUTE_MS)} minutes`)
  }

  function checkAsked({ ref, phase, decidable }: SaleView, standsMs: number, report: Report): void {
    if (decidable || !endedByLooks.includes(phase)) return
    const lookedMs = phase === 'in-doubt' ? 0 : (slowestMs[phase] ?? 0)
    if (standsMs > lookedMs + ASKED_WITHIN_MS)
      report(14, `${ref} is ${phase} on a good line, and nobody is asked`)
  }

  /**
   * Whose an order without a ref is only a person may know; so is what became of one where the service has taken none of its kind,
   * and a look that finds nothing proves nothing; and what a used ref is of, where a refused request uses it up.
   */
  function checkNeeded(sale: SaleView, sales: readonly SaleView[], report: Report): void {
    const isProvable = sales.some(
      ({ order, serviceId }) => order.kind === sale.order.kind && serviceId !== null,
    )
    const isUsedUp = behaviour.refusedRef === 'used' && sale.reason === 'duplicated-ref-unseen'
    const isUnprovable = isUsedUp || (sale.reason === 'path-unproven' && !isProvable)
    if (isNamed(sale) && showsRecords && !isUnprovable)
      report(13, `${sale.ref} is left to a person on a good line: ${sale.reason}`)
  }

  return {
    haveHadTheirTime,
    asked: (path) => void askedAtMs.set(path, nowMs()),
    rateRefused() {
      restsUntilMs = nowMs() + RATE_REST_MS
    },
    // A short absence is no reason to look later.
    reopened(closedMs) {
      if (closedMs > GRACE_MS) openSinceMs = nowMs()
    },
    check(sales, goodSinceMs, report) {
      for (const sale of sales) {
        const standsMs = nowMs() - Math.max(goodSinceMs, restsUntilMs, openSinceMs, standsSince(sale))
        checkLooks(sale, Math.min(standsMs, nowMs() - lastLookMs(sale)), report)
        checkAsked(sale, standsMs, report)
        if (sale.decidable && haveHadTheirTime(sale, goodSinceMs)) checkNeeded(sale, sales, report)
      }
    },
  }
}
