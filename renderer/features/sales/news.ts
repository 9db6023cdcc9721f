/** Which changes of a sale the cashier must learn of, even while another customer is being served. */
import { startOfShopDay } from '#shared/dates.ts'
import { hasRestCome } from '#shared/display-status.ts'
import { openSaleStates, type SalePhase } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import type { NoteContent } from '../../screen-store.ts'

/** What a sale can become that calls for something to be done or said at the counter. */
const alwaysNews: readonly SalePhase[] = [
  'partly-fulfilled',
  'refunded',
  'refused',
  'unsent',
  'in-doubt',
  'unknown',
  'queued',
]

/** What the shop owes its customer for. */
const owed: readonly SalePhase[] = ['refunded', 'partly-fulfilled']

/** What a customer may have left the counter in; its happy end is news too. */
const waitedIn: readonly SalePhase[] = ['queued', 'unknown', 'in-doubt', 'unsent']

/** What the cashier does to an unsent sale; whatever else becomes of it was not expected. */
const cashiersDoing: readonly SalePhase[] = ['sending', 'cancelled']

/** A person has to choose between orders that there were not, or to say what became of it. */
const isNewlyDecidable = (before: SaleView, after: SaleView): boolean =>
  (before.candidates.length === 0 && after.candidates.length > 0) || (!before.decidable && after.decidable)

const isNewlyOverruled = (before: SaleView | undefined, { byDecision }: SaleView): boolean =>
  byDecision?.isOverruled === true && before?.byDecision?.isOverruled !== true

/**
 * A sale whose phase did not change is no news, unless a person now has to decide, or the rest of its delivery has come; what
 * they decided is none, and its contrary is. An ordinary delivery seconds after the sale is none either. A sale that was given
 * up is news whatever it becomes: its money was given back. `before` is undefined where no list held the sale.
 */
export function isNews(before: SaleView | undefined, after: SaleView): boolean {
  if (isNewlyOverruled(before, after)) return true
  if (after.byDecision?.isOverruled === false) return hasRestCome(before, after)
  if (before?.phase === after.phase) return isNewlyDecidable(before, after) || hasRestCome(before, after)
  if (after.givenUp) return after.phase !== 'cancelled'
  if (alwaysNews.includes(after.phase)) return true
  if (before?.phase === 'unsent') return !cashiersDoing.includes(after.phase)
  return after.phase === 'fulfilled' && before !== undefined && waitedIn.includes(before.phase)
}

/**
 * Whether a sale of the first snapshot is news. Nobody was shown what ended since the core started (`startedAtMs`), nor
 * perhaps of an earlier day's sale that was refunded today; codes that came late wait for somebody to give them. Open sales are
 * in sight.
 */
export function isNewsAtStart(sale: SaleView, startedAtMs: number, hasLateCodes: boolean): boolean {
  if (hasLateCodes) return true
  const { phase, recordedAtMs, changedAtMs } = sale
  const isSince = changedAtMs >= startedAtMs
  if (sale.givenUp) return isSince && phase !== 'cancelled'
  if (openSaleStates.includes(sale.state)) return false
  if (owed.includes(phase) && startOfShopDay(recordedAtMs) < startOfShopDay(changedAtMs)) return true
  if (sale.byDecision?.isOverruled === false) return false
  // What was sold and delivered under the cashier's eyes since the start is no news to a window that was loaded again.
  return isSince && (alwaysNews.includes(phase) || recordedAtMs < startedAtMs)
}

/** It says what went well and asks nothing of the cashier: it goes by itself. `sale`: what a note of one is about. */
export const asksNothing = (content: NoteContent, sale?: SaleView): boolean =>
  content.kind === 'saved' ||
  (content.kind === 'sale' && sale !== undefined && isDone(sale) && !asksForCodes(content, sale))

/** Codes came late, and are to be handed over. */
export const asksForCodes = (content: NoteContent, sale: SaleView): boolean =>
  content.kind === 'sale' && content.hasLateCodes === true && isDone(sale)

/** Not one that went well against what a person had said, nor one that was given up: money goes back for those. */
const isDone = ({ phase, byDecision, givenUp, givenBack }: SaleView): boolean =>
  phase === 'fulfilled' && byDecision === null && !givenUp && !givenBack
