/**
 * Prints the slip of a sale by itself once the customer has what was ordered, where the shop wants that. Owns when that is:
 * once a sale, while its customer may still be there, and never where a slip that tells it was asked for already. What becomes of
 * the print changes nothing of the sale.
 */
import { wordingVariantOf } from '#shared/display-status.ts'
import type { Ref } from '#shared/ref.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import type { SaleView, Settings } from '#shared/views.ts'
import type { Events } from '../events.ts'
import type { Clock, Log } from '../ports.ts'
import type { PrintService } from './print-service.ts'

/** A sale that ends later than this after it was made has no customer at the counter any more. */
const MAX_AGE_MS = 15 * 60_000
/** What was asked for in this process, so that two events at once ask once; the journal knows the rest. */
const MAX_REMEMBERED = 1_000

const delivered: readonly SalePhase[] = ['fulfilled', 'partly-fulfilled']

interface AutoPrintParts {
  readonly events: Pick<Events, 'onEvent'>
  readonly clock: Clock
  readonly log: Log
  readonly printing: Pick<PrintService, 'printSlip'>
  settings(): Settings
}

/** Begins to listen; the answer ends it. */
export function startAutoPrint({ events, clock, log, printing, settings }: AutoPrintParts): () => void {
  const asked = new Set<Ref>()

  async function print(ref: Ref): Promise<void> {
    try {
      // After the commit that told of the sale, never within it.
      await Promise.resolve()
      const job = await printing.printSlip(ref, { byItself: true })
      if (!job.ok) log.write('warn', 'a slip was not printed by itself', { ref, problem: job.error.kind })
    } catch (fault) {
      log.write('error', 'a slip was not printed by itself', { ref, fault: String(fault) })
    }
  }

  return events.onEvent(({ event }) => {
    if (event.kind !== 'sale-changed' || asked.has(event.sale.ref)) return
    if (!isDue(event.sale, settings(), clock.nowMs())) return
    const [oldest] = asked
    if (asked.size >= MAX_REMEMBERED && oldest !== undefined) asked.delete(oldest)
    asked.add(event.sale.ref)
    void print(event.sale.ref)
  })
}

/** A slip that lacks codes waits for them, and a menu sells nothing. A clock that was set back makes no sale young. */
function isDue(sale: SaleView, { autoPrint, printer }: Settings, nowMs: number): boolean {
  return (
    autoPrint === 'fulfilled' &&
    printer !== null &&
    delivered.includes(sale.phase) &&
    !sale.incomplete &&
    !sale.givenUp &&
    wordingVariantOf(sale.order) !== 'menu' &&
    Math.abs(nowMs - sale.recordedAtMs) <= MAX_AGE_MS
  )
}
