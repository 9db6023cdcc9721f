/**
 * Reads what draws a slip's pictures while nobody waits for a slip: the first one would wait longer for that than for its own
 * drawing. Only where the printer that is set is sent pictures; one that is set later has drawn its test page by then.
 */
import type { Settings } from '#shared/views.ts'
import type { Clock, Log } from '../ports.ts'
import { takePen } from '../receipt/pen.ts'

/** Behind the counter's own opening. */
const WARM_AFTER_MS = 5_000

interface WarmPenParts {
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  settings(): Settings
}

/** The answer takes it back. */
export function warmPen({ clock, log, settings }: WarmPenParts): () => void {
  if (!drawsPictures(settings())) return () => undefined
  return clock.after(WARM_AFTER_MS, () => {
    try {
      takePen()
    } catch (fault) {
      // The first slip tries again, and reports it.
      log.write('warn', 'what draws slips cannot be read', { fault: String(fault) })
    }
  })
}

const drawsPictures = ({ printer, slip }: Settings): boolean =>
  printer !== null &&
  printer.transport.kind !== 'driver' &&
  (printer.text === 'raster' || slip.language !== 'fr')
