/**
 * Prints the slip of a sale by itself once the customer has what was ordered, where the shop wants that. Owns when that is:
 * once a sale, while its customer may still be there, and never where a slip that shows it was asked for already. What becomes of
 * the print changes nothing of the sale.
 */
import { wordingVariantOf } from '#shared/display-status.ts'
import type { Ref } from '#shared/ref.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import type { SaleView, Settings } from '#shared/views.ts'
import type { Events } from '../events.ts'
import type { Clock, Log } from '../ports.ts'
import type { PrintService } from './print-service.ts'

/** A sale that ends later than this after it was made, or sent again, has no customer at the counter any more. */
const MAX_AGE_MS = 15 * 60_000
/** What was sent and asked for in this process, so that two events at once ask once; the journal knows the rest. */
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
  const sentAtMs = new Map<Ref, number>()

  async function print(ref: Ref): Promise<void> {
    try {
      // After the commit that the event is of, never within it.
      await Promise.resolve()
      const job = await printing.printSlip(ref, { byItself: true })
      if (!job.ok) log.write('warn', 'a slip was not printed by itself', { ref, problem: job.error.kind })
    } catch (fault) {
      log.write('error', 'a slip was not printed by itself', { ref, fault: String(fault) })
    }
  }

  return events.onEvent(({ event }) => {
    if (event.kind !== 'sale-changed') return
    const { ref, phase, recordedAtMs } = event.sale
    if (phase === 'sending') {
      makeRoom(sentAtMs)
      sentAtMs.set(ref, clock.nowMs())
    }
    // A clock that was set back makes no sale young.
    const agoMs = Math.abs(clock.nowMs() - (sentAtMs.get(ref) ?? recordedAtMs))
    if (asked.has(ref) || agoMs > MAX_AGE_MS || !isDue(event.sale, settings())) return
    makeRoom(asked)
    asked.add(ref)
    void print(ref)
  })
}

/** The oldest is forgotten. */
function makeRoom(remembered: Set<Ref> | Map<Ref, number>): void {
  const [oldest] = remembered.keys()
  if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
}

/** A slip that lacks codes waits for them, and a menu sells nothing. */
function isDue(sale: SaleView, { autoPrint, printer }: Settings): boolean {
  return (
    autoPrint === 'fulfilled' &&
    printer !== null &&
    delivered.includes(sale.phase) &&
    !sale.incomplete &&
    !sale.givenUp &&
    wordingVariantOf(sale.order) !== 'menu'
  )
}
