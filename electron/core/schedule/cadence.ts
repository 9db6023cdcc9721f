/**
 * How long to wait before the next look at an open sale, as data: by what the cashier is shown of it (its phase) and how
 * many looks it had in that phase. Every row of an open sale ends in a steady delay: it is looked at for as long as it is open.
 */
import type { SalePhase } from '#shared/states/sale.ts'

interface Pace {
  /** How many waits of `delayMs` before the next row; the last row holds for good. */
  readonly times: number
  readonly delayMs: number
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

const always = (delayMs: number): Pace => ({ times: Number.POSITIVE_INFINITY, delayMs })
const once = (delayMs: number): Pace => ({ times: 1, delayMs })

/** For a sale that may surface late: nothing is expected, and nothing must be missed. */
const lateWatch: readonly Pace[] = [
  once(15 * SECOND_MS),
  { times: 5, delayMs: MINUTE_MS },
  { times: 10, delayMs: 5 * MINUTE_MS },
  { times: 20, delayMs: 15 * MINUTE_MS },
  always(60 * MINUTE_MS),
]

/**
 * A phase, or the pace of a sale that is for a person to decide, is over by their word alone, or may be refunded yet; or while
 * the journal lacks something of its delivery (sale/delivery.ts) or the service's own receipt of it (official-receipts/receipt-service.ts).
 */
export type PaceName =
  | SalePhase
  | 'undecided'
  | 'decided'
  | 'refundable'
  | 'undelivered-rest'
  | 'official-receipt'

/** Phases that are final have no row: nothing is looked up any more. */
const cadence: Readonly<Partial<Record<PaceName, readonly Pace[]>>> = {
  // An answer is in hand that the disk would not take, or a died process's attempt: to be written as soon as it can be.
  sending: [once(SECOND_MS), once(2 * SECOND_MS), once(5 * SECOND_MS), always(15 * SECOND_MS)],
  // The first seven waits span the grace after which an order that has a name is believed absent, see products/kind.ts.
  'in-doubt': [
    once(SECOND_MS),
    once(2 * SECOND_MS),
    once(4 * SECOND_MS),
    once(8 * SECOND_MS),
    { times: 8, delayMs: 15 * SECOND_MS },
    always(30 * SECOND_MS),
  ],
  // A person has been asked. The service may end it all the same, and most likely soon.
  undecided: [
    { times: 20, delayMs: 30 * SECOND_MS },
    { times: 25, delayMs: 2 * MINUTE_MS },
    always(10 * MINUTE_MS),
  ],
  // service-api.md, "Limits": processing typically takes 3 to 45 seconds.
  handling: [
    once(SECOND_MS),
    once(2 * SECOND_MS),
    { times: 4, delayMs: 3 * SECOND_MS },
    { times: 6, delayMs: 5 * SECOND_MS },
    { times: 12, delayMs: 10 * SECOND_MS },
    always(MINUTE_MS),
  ],
  // Typically 12 to 48 hours, in the sandbox 15 seconds.
  queued: [
    { times: 6, delayMs: 5 * SECOND_MS },
    { times: 6, delayMs: 15 * SECOND_MS },
    { times: 10, delayMs: MINUTE_MS },
    { times: 10, delayMs: 5 * MINUTE_MS },
    always(10 * MINUTE_MS),
  ],
  // UNKNOWN_ERROR, UNKNOWN and every word that no table knows are settled by hand, the first within 1 to 24 hours: slower
  // and slower, for days if need be. A word that no table knows is for a person after ten minutes, see sale/manual-review.ts.
  unknown: [
    { times: 3, delayMs: 10 * SECOND_MS },
    { times: 9, delayMs: MINUTE_MS },
    { times: 10, delayMs: 5 * MINUTE_MS },
    { times: 10, delayMs: 15 * MINUTE_MS },
    always(60 * MINUTE_MS),
  ],
  unsent: lateWatch,
  cancelled: lateWatch,
  decided: lateWatch,
  refused: lateWatch,
  // Paid, and hardly ever refunded after that: what the customer is owed is known within the hour, or the day.
  refundable: [
    { times: 4, delayMs: 15 * MINUTE_MS },
    { times: 5, delayMs: 60 * MINUTE_MS },
    always(6 * 60 * MINUTE_MS),
  ],
  // Something over ten minutes. After that the codes, or the offers, are to be read at the service.
  'undelivered-rest': [
    once(SECOND_MS),
    once(2 * SECOND_MS),
    { times: 5, delayMs: 5 * SECOND_MS },
    { times: 6, delayMs: 15 * SECOND_MS },
    { times: 9, delayMs: MINUTE_MS },
  ],
  // The service may take a while to make the file. After about a day it is asked for by a person, or at the next start.
  'official-receipt': [
    once(3 * SECOND_MS),
    { times: 5, delayMs: 10 * SECOND_MS },
    { times: 5, delayMs: MINUTE_MS },
    { times: 6, delayMs: 10 * MINUTE_MS },
    { times: 23, delayMs: 60 * MINUTE_MS },
  ],
}

/** The wait after `looks` looks at this pace, in milliseconds; undefined where nothing is looked up any more. */
export function delayAfter(phase: PaceName, looks: number): number | undefined {
  let left = looks
  for (const pace of cadence[phase] ?? []) {
    if (left < pace.times) return pace.delayMs
    left -= pace.times
  }
  return undefined
}
