/**
 * Promise 10: on a good line an open sale is looked at again and again. Owns when each record and list was last asked for;
 * how long it may last is written down here anew, and not read from the engine.
 */
import type { SaleView } from '#shared/views.ts'
import type { Report } from './report.ts'

const MINUTE_MS = 60_000
/** The slowest pace of each phase, and a while for what goes first and for a rate that is used up. */
const GRACE_MS = 10 * MINUTE_MS
/** What is asked too much is left alone for this long: where refused requests are counted too, nothing else ends it. */
const RATE_REST_MS = 16 * MINUTE_MS
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
  /** `sales` are as the window shows them now, and the line has been good since `goodSinceMs`. */
  check(sales: readonly SaleView[], goodSinceMs: number, report: Report): void
}

export function createLooks(nowMs: () => number): Looks {
  const askedAtMs = new Map<string, number>()
  let restsUntilMs = 0
  /** When a sale was first seen in its phase. */
  const seen = new Map<string, { readonly phase: string; readonly sinceMs: number }>()

  const lastLookMs = ({ ref, serviceId, order }: SaleView): number => {
    const names = [ref, serviceId, order.kind === 'bill' ? order.transactionId : null].filter(
      (name) => name !== null,
    )
    const times = [...askedAtMs].filter(
      ([path]) => path.startsWith(listOf[order.kind]) || names.some((name) => path.includes(name)),
    )
    return Math.max(0, ...times.map(([, atMs]) => atMs))
  }

  return {
    asked: (path) => void askedAtMs.set(path, nowMs()),
    rateRefused() {
      restsUntilMs = nowMs() + RATE_REST_MS
    },
    check(sales, goodSinceMs, report) {
      for (const sale of sales) {
        const { ref, phase } = sale
        if (seen.get(ref)?.phase !== phase) seen.set(ref, { phase, sinceMs: nowMs() })
        const slowest = slowestOf(sale)
        if (slowest === undefined) continue
        const sinceMs = Math.max(goodSinceMs, restsUntilMs, seen.get(ref)?.sinceMs ?? 0, lastLookMs(sale))
        const stoodMs = nowMs() - sinceMs
        if (stoodMs > slowest + GRACE_MS)
          report(10, `${ref}, ${phase}, was not looked at for ${Math.round(stoodMs / MINUTE_MS)} minutes`)
      }
    },
  }
}
